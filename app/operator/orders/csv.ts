import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { columns } from "./columns.ts"
import { readOrderRows, readOrdersAddress } from "./query.ts"
import { words } from "./words.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  return exportList(args, {
    desk: "/orders",
    command: "order.export",
    name: "orders",
    columns,
    address: readOrdersAddress(args.request),
    read: readOrderRows,
    words,
  })
}
