import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { columnsOf } from "./columns.tsx"
import { readQueue, readQueueAddress } from "./query.ts"
import { toRow } from "./rows.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  const address = readQueueAddress(args.request)
  return exportList(args, {
    desk: "/review",
    command: "review.export",
    name: "review",
    columns: columnsOf(address.filter.view),
    address,
    read: async (world, address, window) => {
      const { rows } = await readQueue(world, address, window)
      return { rows: rows.map((row) => toRow(row, world.now())) }
    },
  })
}
