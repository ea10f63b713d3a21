import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { columns, issueId, readReaders, readReadersAddress } from "./reader-columns.ts"
import { words } from "./words.ts"

/** Exactly the readers that the filter shows, each with the state of the mail. */
export async function loader(args: RouteArgs) {
  const id = issueId(args.params.id)
  return exportList(args, {
    desk: "/newsletters",
    command: "newsletter.export",
    name: `newsletter-${id}`,
    columns,
    address: readReadersAddress(args.request),
    read: (world, address, window) => readReaders(world, id, address, window),
    words,
  })
}
