import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { columns } from "./columns.ts"
import { readOrders, readOrdersAddress } from "./query.ts"
import { toRow } from "./rows.ts"
import { words } from "./words.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/orders")
  const noted = await noteExport(world, operator, "order.export", "orders")
  if (!noted.ok) return refused(noted.code, words, args.request)
  const address = readOrdersAddress(args.request)
  const rows = everyPage(async (window) => (await readOrders(world, address, window)).rows.map(toRow))
  return csvResponse("orders", columns, rows)
}
