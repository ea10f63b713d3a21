import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { columns } from "./columns.tsx"
import { readInbox, readInboxAddress } from "./query.ts"
import { toRow } from "./rows.ts"
import { words } from "./words.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/inbox")
  const noted = await noteExport(world, operator, "inbox.export", "inbox")
  if (!noted.ok) return refused(noted.code, words, args.request)
  const address = readInboxAddress(args.request)
  const rows = everyPage(async (window) =>
    (await readInbox(world, address, window)).rows.map((one) => toRow(one, world.now())),
  )
  return csvResponse("inbox", columns, rows)
}
