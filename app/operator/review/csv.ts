import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { columnsOf } from "./columns.tsx"
import { readQueue, readQueueAddress } from "./query.ts"
import { toRow } from "./rows.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const noted = await noteExport(world, operator, "review.export", "review")
  if (!noted.ok) return refused(noted.code, {}, args.request)
  const address = readQueueAddress(args.request)
  const rows = everyPage(async (window) =>
    (await readQueue(world, address, window)).rows.map((row) => toRow(row, world.now())),
  )
  return csvResponse("review", columnsOf(address.filter.view), rows)
}
