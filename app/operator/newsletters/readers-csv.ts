import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { columns, issueId, readReaders, readReadersAddress } from "./reader-columns.ts"
import { words } from "./words.ts"

/** Exactly the readers that the filter shows, each with the state of the mail. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const id = issueId(args.params.id)
  const noted = await noteExport(world, operator, "newsletter.export", `newsletter-${id}`)
  if (!noted.ok) return refused(noted.code, words, args.request)
  const address = readReadersAddress(args.request)
  const rows = everyPage(async (window) => (await readReaders(world, id, address, window)).rows)
  return csvResponse(`newsletter-${id}`, columns, rows)
}
