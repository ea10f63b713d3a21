import { Link, redirect, useLoaderData } from "react-router"
import { type Day, daysOfProgram } from "#domain/events/days.ts"
import { eventBySlug, occurrenceAt, startOn, whenInWords } from "#domain/events/occurrence.ts"
import { runDay } from "#domain/operator/events/event-commands.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Choice, Line } from "../frame/fields.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { ownEvents, runsDays } from "./day-of.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const { coming, past } = await daysOfProgram(world)
  const own = await ownEvents(world, operator)
  const isOwn = ({ event }: Day) => own === null || own.includes(event.slug)
  return {
    coming: coming.filter(isOwn).map(toRow),
    past: past.filter(isOwn).map(toRow),
    adds: runsDays(operator)
      ? world.published.words
          .list("events")
          .filter(({ slug }) => own === null || own.includes(slug))
          .map(({ slug, title }) => ({ slug, title }))
      : [],
  }
}

function toRow(day: Day) {
  return {
    path: `/events/${day.event.slug}/${day.on}`,
    title: day.event.title,
    when: whenInWords(day),
    calledOff: day.calledOff ?? false,
    numbers: `${day.taken} of ${day.spots}`,
    waiting: day.waiting,
    checkedIn: day.checkedIn,
  }
}

/** Adds a date to the program. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const form = await args.request.formData()
  const event = eventBySlug(world.published.words, String(form.get("event")))
  const on = String(form.get("on"))
  const startsAt = event && startOn(event, on, String(form.get("time")))
  const spots = Number(form.get("spots"))
  if (!startsAt) return { ok: false, text: "Choose an event, a day and a time." } satisfies Answer
  if (!Number.isInteger(spots) || spots < 1 || spots > 10_000)
    return { ok: false, text: "Enter a capacity from 1 to 10,000." } satisfies Answer
  const occurrence = occurrenceAt(event, on, startsAt)
  const added = await runDay(world, operator, occurrence, { do: "add", spots })
  return added.ok || added.code === "already_done"
    ? redirect(`/events/${event.slug}/${on}`)
    : refused(added.code, words, args.request)
}

export default function Events() {
  const { coming, past, adds } = useLoaderData<typeof loader>()
  return (
    <Page title="Events" text="Upcoming sessions, who is coming, and who came.">
      <Answered />
      <Days days={coming} empty="Nothing is scheduled." />
      {past.length > 0 && (
        <>
          <h2 className="label mt-8 mb-2 text-muted">The last four weeks</h2>
          <Days days={past} empty="" />
        </>
      )}
      {adds.length > 0 && (
        <Panel title="Add a date" className="mt-8 max-w-3xl">
          <PressForm className="flex flex-wrap items-end gap-3 text-small">
            <Choice label="Event" name="event" data-key="n" data-says="Add a date" wrap="grow">
              {adds.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </Choice>
            <Line label="Day" type="date" name="on" required className="figures" />
            <Line label="Start, local time" type="time" name="time" required className="figures" />
            <Line
              label="Spots"
              type="number"
              name="spots"
              min={1}
              max={10_000}
              defaultValue={20}
              required
              className="figures"
            />
            <Button type="submit" look="quiet" className="min-h-12">
              Add
            </Button>
          </PressForm>
        </Panel>
      )}
    </Page>
  )
}

function Days({ days, empty }: { days: readonly ReturnType<typeof toRow>[]; empty: string }) {
  if (days.length === 0) return <p className="border border-line bg-raised px-5 py-8">{empty}</p>
  return (
    <ul className="border-b border-line">
      {days.map((day) => (
        <li key={day.path} className="border-t border-line">
          <Link
            to={day.path}
            className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-2 no-underline hover:bg-raised lg:grid-cols-[minmax(0,1fr)_12rem_7rem_9rem_9rem]"
          >
            <span className={`font-semibold ${day.calledOff ? "line-through" : ""}`}>{day.title}</span>
            <span className="figures text-right text-small lg:text-left">{day.when}</span>
            <span className="figures text-small">{day.calledOff ? "Canceled" : day.numbers}</span>
            <span className="figures text-right text-small text-muted lg:text-left">
              {day.waiting > 0 ? `${day.waiting} waiting` : ""}
            </span>
            <span className="figures text-small text-muted">
              {day.checkedIn > 0 ? `${day.checkedIn} came` : ""}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
