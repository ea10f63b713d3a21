import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { columns } from "./columns.tsx"
import { readJournalAddress, readJournalRows } from "./query.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/journal")
  const noted = await noteExport(world, operator, "journal.export", "journal")
  if (!noted.ok) return refused(noted.code, {}, args.request)
  const address = readJournalAddress(args.request)
  const rows = everyPage(async (window) => (await readJournalRows(world, address, window)).rows)
  return csvResponse("journal", columns, rows)
}
