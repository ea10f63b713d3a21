import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { labelColumns } from "./prize-columns.tsx"
import { readPrizeAddress, readPrizes } from "./prize-query.ts"
import { words } from "./words.ts"

/** Labels for exactly the prizes that the filter shows, on all pages. */
export async function loader(args: RouteArgs) {
  return exportList(args, {
    desk: "/seasons",
    command: "prize.export",
    name: "labels",
    columns: labelColumns,
    address: readPrizeAddress(args.request),
    read: readPrizes,
    words,
  })
}
