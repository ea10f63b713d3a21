import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { fileColumns, readSubscribers, readSubscribersAddress } from "./subscriber-columns.ts"
import { words } from "./words.ts"

/** Exactly the subscribers that the filter shows, each with the latest proof of consent or withdrawal. */
export async function loader(args: RouteArgs) {
  return exportList(args, {
    desk: "/newsletters",
    command: "newsletter.export",
    name: "subscribers",
    columns: fileColumns,
    address: readSubscribersAddress(args.request),
    read: readSubscribers,
    words,
  })
}
