import { type Attendee, attendeesOf } from "#domain/events/attend.ts"
import { noteExport } from "#domain/operator/export-list.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import type { Column } from "../list/column.ts"
import { csvResponse } from "../list/csv.ts"
import { dayOf } from "./day-of.ts"
import { words } from "./words.ts"

const columns: readonly Column<Attendee>[] = [
  { id: "name", title: "Name", value: (row) => row.name },
  { id: "email", title: "Email", value: (row) => row.email },
  { id: "state", title: "State", value: (row) => (row.walkIn ? "walk-in" : row.state) },
  { id: "guests", title: "Guests", value: (row) => row.guests },
  { id: "asked", title: "Signed up", value: (row) => momentInWords(row.askedAt) },
  { id: "guests-came", title: "Guests who came", value: (row) => row.guestsHere.length },
  {
    id: "came",
    title: "Checked in",
    value: (row) => (row.checkedInAt ? momentInWords(row.checkedInAt) : ""),
  },
]

/** The attendees of a day, as listed with the current search. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const occurrence = await dayOf(world, operator, args)
  const list = `${occurrence.event.slug}-${occurrence.on}`
  const noted = await noteExport(world, operator, "event.export", list)
  if (!noted.ok) return refused(noted.code, words, args.request)
  const search = new URL(args.request.url).searchParams.get("search") ?? ""
  return csvResponse(list, columns, await attendeesOf(world.db, occurrence, search))
}
