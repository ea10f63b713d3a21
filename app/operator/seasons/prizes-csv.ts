import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { labelColumns } from "./prize-columns.tsx"
import { readPrizeAddress, readPrizes } from "./prize-query.ts"

/** Labels for exactly the prizes that the filter shows, on all pages. */
export function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const address = readPrizeAddress(args.request)
  const rows = everyPage(async (window) => (await readPrizes(world, address, window)).rows)
  return csvResponse("labels", labelColumns, rows)
}
