import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { labelColumns } from "./prize-columns.tsx"
import { readPrizeAddress, readPrizes } from "./prize-query.ts"
import { words } from "./words.ts"

/** Labels for exactly the prizes that the filter shows, on all pages. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const noted = await noteExport(world, operator, "prize.export", "labels")
  if (!noted.ok) return refused(noted.code, words, args.request)
  const address = readPrizeAddress(args.request)
  const rows = everyPage(async (window) => (await readPrizes(world, address, window)).rows)
  return csvResponse("labels", labelColumns, rows)
}
