import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { columns } from "./columns.tsx"
import { readJournalAddress, readJournalRows } from "./query.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  return exportList(args, {
    desk: "/journal",
    command: "journal.export",
    name: "journal",
    columns,
    address: readJournalAddress(args.request),
    read: readJournalRows,
  })
}
