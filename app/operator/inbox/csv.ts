import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { columns } from "./columns.tsx"
import { readInboxAddress, readInboxRows } from "./query.ts"
import { words } from "./words.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  return exportList(args, {
    desk: "/inbox",
    command: "inbox.export",
    name: "inbox",
    columns,
    address: readInboxAddress(args.request),
    read: readInboxRows,
    words,
  })
}
