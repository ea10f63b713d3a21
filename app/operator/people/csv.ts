import type { RouteArgs } from "../enter.ts"
import { exportList } from "../list/export.ts"
import { columns } from "./columns.tsx"
import { readPeople, readPeopleAddress } from "./query.ts"

/** Exactly what the filter of the list shows, on all pages. */
export async function loader(args: RouteArgs) {
  return exportList(args, {
    desk: "/people",
    command: "people.export",
    name: "people",
    columns,
    address: readPeopleAddress(args.request),
    read: readPeople,
  })
}
