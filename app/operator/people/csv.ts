import { enter, type RouteArgs } from "../enter.ts"
import { csvResponse } from "../list/csv.ts"
import { everyPage } from "../list/every-page.ts"
import { columns } from "./columns.tsx"
import { readPeople, readPeopleAddress } from "./query.ts"

/** Exactly what the filter of the list shows, on all pages. */
export function loader(args: RouteArgs) {
  const { world } = enter(args, "/people")
  const address = readPeopleAddress(args.request)
  const rows = everyPage(async (window) => (await readPeople(world, address, window)).rows)
  return csvResponse("people", columns, rows)
}
