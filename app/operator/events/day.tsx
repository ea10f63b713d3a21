import { Form, Link, redirect, useLoaderData, useLocation } from "react-router"
import { z } from "zod"
import { countOf, grouped } from "#content/amounts.ts"
import { attendeesOf, guestLines } from "#domain/events/attend.ts"
import { type Occurrence, occurrenceAt, startOn, whenInWords } from "#domain/events/occurrence.ts"
import { spotsOf } from "#domain/events/run.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import {
  checkInFromConsole,
  freeFromConsole,
  guestsFromConsole,
  putFromConsole,
  runDay,
  seatFromConsole,
  transferFromConsole,
  walkInFromConsole,
} from "#domain/operator/events/event-commands.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { AttendeeRow } from "./attendee-row.tsx"
import { DayForms } from "./day-forms.tsx"
import { dayOf, runsDays } from "./day-of.ts"
import { ListForms } from "./list-forms.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const occurrence = await dayOf(world, operator, args)
  const { event, on } = occurrence
  const search = (new URL(args.request.url).searchParams.get("search") ?? "").slice(0, 100)
  const [people, day, lines] = await Promise.all([
    attendeesOf(world.db, occurrence, search),
    spotsOf(world.db, occurrence),
    journalOf(world, { session: event.slug, on }),
  ])
  return {
    title: event.title,
    when: whenInWords(occurrence),
    where: event.location,
    slug: event.slug,
    on,
    search,
    calledOff: occurrence.calledOff ?? false,
    past: occurrence.startsAt <= world.now(),
    runs: runsDays(operator),
    startTime: timeIn(occurrence.startsAt, event.timeZone),
    day,
    came: people.reduce((sum, one) => sum + Number(one.checkedInAt !== null) + one.guestsHere.length, 0),
    more: Math.max(0, people.length - mostShown),
    people: people.slice(0, mostShown).map((one) => ({
      ...one,
      askedAt: momentInWords(one.askedAt),
      guestLines: guestLines(one),
      checkedInAt: one.checkedInAt && momentInWords(one.checkedInAt),
    })),
    lines,
  }
}

/** More than this on one page is slow on a phone; the others can be found by search. */
const mostShown = 200

const address = z.email().max(254)

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const { request } = args
  const occurrence = await dayOf(world, operator, args)
  const form = await request.formData()
  if (form.has("undo")) return undoOnDay(args, form, occurrence)
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const [what = "", id = "", guest] = text("do").split(" ")
  const answer = (done: { ok: true } | { ok: false; code: string }, says: string) =>
    done.ok ? ({ ok: true, text: says } satisfies Answer) : refused(done.code, words, request)
  const wrong = (says: string): Answer => ({ ok: false, text: says })
  if (what === "in" || what === "out") {
    const done = await checkInFromConsole(world, operator, {
      id: uuid(id),
      here: what === "in",
      ...(guest === undefined ? {} : { guest: Number(guest) || 0 }),
    })
    return answer(done, done.ok ? `${done.name} ${what === "in" ? "is here" : "is not here"}.` : "")
  }
  if (what === "free") {
    const reason = text("reason").slice(0, 1000)
    if (reason === "") return wrong("Write why, for the person. Nothing was done.")
    const done = await freeFromConsole(world, operator, { id: uuid(id), text: reason })
    return answer(done, done.ok ? `${done.name} is off the list and is told.` : "")
  }
  if (what === "seat") {
    const done = await seatFromConsole(world, operator, { id: uuid(id) })
    return answer(done, done.ok ? `${done.name} has a spot and is told.` : "")
  }
  if (what === "transfer") {
    const [name, email] = [text("name").slice(0, 100), text("email")]
    if (nameProblem(name)) return wrong("Enter the other person’s name. Nothing was done.")
    if (!address.safeParse(email).success)
      return wrong("Enter the other person’s email address. Nothing was done.")
    const done = await transferFromConsole(world, operator, { id: uuid(id), name, email })
    return answer(done, done.ok ? `${done.to} has the spot of ${done.from}. Both are told.` : "")
  }
  if (what === "put") {
    const [name, email] = [text("name").slice(0, 100), text("email")]
    if (nameProblem(name)) return wrong("Enter a name. Nothing was done.")
    if (!address.safeParse(email).success) return wrong("Enter a valid email address. Nothing was done.")
    const done = await putFromConsole(world, operator, occurrence, { name, email })
    const where = done.ok && done.state === "waiting" ? "is in line" : "has a spot"
    return answer(done, `${name} ${where} and is told.`)
  }
  if (what === "copy") {
    const startsAt = startOn(occurrence.event, text("day"), text("time"))
    if (!startsAt) return wrong("Choose a day and a time.")
    const { spots } = await spotsOf(world.db, occurrence)
    const copy = occurrenceAt(occurrence.event, text("day"), startsAt)
    const done = await runDay(world, operator, copy, { do: "add", spots })
    return done.ok || done.code === "already_done"
      ? redirect(`/events/${occurrence.event.slug}/${copy.on}`)
      : refused(done.code, words, request)
  }
  if (what === "guests") {
    const guests = Number(text("guests"))
    if (!Number.isInteger(guests) || guests < 0 || guests > 5) return wrong("At most 5 guests.")
    return answer(await guestsFromConsole(world, operator, { id: uuid(id), guests }), "Saved.")
  }
  if (what === "walk-in") {
    const name = text("name").slice(0, 100)
    const email = text("email")
    if (name === "") return wrong("Enter the name.")
    if (email !== "" && !address.safeParse(email).success) return wrong("Enter a valid email address.")
    const added = await walkInFromConsole(world, operator, occurrence, { name, email: email || null })
    return answer(added, `${name} is here.`)
  }
  if (what === "spots") {
    const spots = Number(text("spots"))
    if (!Number.isInteger(spots) || spots < 1 || spots > 10_000) return wrong("Enter 1 to 10,000 spots.")
    return answer(await runDay(world, operator, occurrence, { do: "spots", spots }), "Saved.")
  }
  const message = text("text").slice(0, 4000)
  if (message === "") return wrong("Write what people should know. Everyone gets it by email.")
  if (what === "message") {
    const done = await runDay(world, operator, occurrence, { do: "message", text: message })
    return answer(done, done.ok ? `Emailed ${countOf(done.told ?? 0, "person", "people")}.` : "")
  }
  if (what === "call-off") {
    if (text("typed").toLowerCase() !== occurrence.event.title.toLowerCase())
      return wrong(`Type "${occurrence.event.title}" to cancel it. The emails cannot be unsent.`)
    const done = await runDay(world, operator, occurrence, { do: "call-off", text: message })
    return answer(done, done.ok ? `Canceled; ${countOf(done.told ?? 0, "person", "people")} told.` : "")
  }
  if (what === "move") {
    const startsAt = startOn(occurrence.event, text("day"), text("time"))
    if (!startsAt) return wrong("Choose a day and a time.")
    const done = await runDay(world, operator, occurrence, { do: "move", startsAt, text: message })
    return answer(done, done.ok ? `Moved; ${countOf(done.told ?? 0, "person", "people")} told.` : "")
  }
  return wrong("Choose what to do.")
}

/** Takes an entry of this session back. An added date that is gone has no page any more. */
async function undoOnDay(args: RouteArgs, form: FormData, { event, on }: Occurrence) {
  const { world } = enter(args, "/events")
  const undone = await undoFromDesk(args, "/events", { entry: form.get("undo"), words })
  return (await heldOn(world.db, event, on)) ? undone : redirect("/events")
}

/** "07:30", in the event's time zone. */
function timeIn(at: Date, timeZone: string): string {
  return at.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" })
}

/** For invalid input, an id that no row has. */
function uuid(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? id : "00000000-0000-0000-0000-000000000000"
}

export default function EventDay() {
  const shown = useLoaderData<typeof loader>()
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`
  const going = shown.people.filter(({ state }) => state === "going")
  const waiting = shown.people.filter(({ state }) => state === "waiting")
  return (
    <Page
      title={shown.title}
      text={`${shown.when}, ${shown.where}. ${shown.calledOff ? "Canceled. " : ""}${grouped(shown.day.taken)} of ${grouped(shown.day.spots)} spots taken, ${grouped(shown.came)} on this list came.`}
      action={
        <span className="flex flex-wrap gap-x-5">
          <Link
            to={`/events/${shown.slug}/${shown.on}/scan`}
            data-key="s"
            data-says="Scan codes"
            className="inline-flex min-h-11 items-center text-small"
          >
            Scan codes
          </Link>
          <a
            className="inline-flex min-h-11 items-center text-small"
            href={`/operator/events/${shown.slug}/${shown.on}.csv${search}`}
            download
          >
            Download as CSV
          </a>
        </span>
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <Form method="get" className="mb-3 flex items-end gap-3 text-small" key={shown.search}>
            <Line
              label="Name or email"
              type="search"
              name="search"
              defaultValue={shown.search}
              data-key="/"
              data-says="Search"
              wrap="grow"
            />
            <Button type="submit" look="quiet" className="min-h-12">
              Find
            </Button>
          </Form>
          {shown.people.length === 0 && (
            <p className="border border-line bg-raised px-5 py-8 text-muted">
              {shown.search
                ? "Nobody on the list has that name. If they walked in without a spot, add them below."
                : "Nobody has a spot yet. People appear here once they confirm it."}
            </p>
          )}
          <ul className="border-b border-line empty:hidden">
            {going.map((one) => (
              <AttendeeRow key={one.id} person={one} action={here} />
            ))}
          </ul>
          {shown.more > 0 && (
            <p className="border-b border-line py-3 text-small text-muted">
              {`${grouped(shown.more)} more. Search for a name, or download the list.`}
            </p>
          )}
          {waiting.length > 0 && (
            <>
              <h2 className="label mt-6 mb-2 text-muted">In line, in this order</h2>
              <ol className="border-b border-line">
                {waiting.map((one) => (
                  <AttendeeRow key={one.id} person={one} action={here} />
                ))}
              </ol>
            </>
          )}
        </div>
        <div className="grid content-start gap-5">
          <ListForms action={here} open={!shown.past && !shown.calledOff} count={shown.people.length} />
          {shown.runs && (
            <DayForms
              action={here}
              title={shown.title}
              spots={shown.day.spots}
              startTime={shown.startTime}
              open={!shown.past && !shown.calledOff}
            />
          )}
          <Panel title="Journal">
            <JournalLines lines={shown.lines} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
