import { noteExport } from "#domain/operator/export-list.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { fileColumns, readSubscribers, readSubscribersAddress } from "./subscriber-columns.ts"
import { words } from "./words.ts"

/** Exactly the subscribers that the filter shows, each with the latest proof of consent or withdrawal. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const noted = await noteExport(world, operator, "newsletter.export", "subscribers")
  if (!noted.ok) return refused(noted.code, words, args.request)
  const address = readSubscribersAddress(args.request)
  const rows = everyPage(async (window) => (await readSubscribers(world, address, window)).rows)
  return csvResponse("subscribers", fileColumns, rows)
}
