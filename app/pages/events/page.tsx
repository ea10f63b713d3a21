import { Fragment } from "react"
import { data } from "react-router"
import { eventForm, eventOfForm } from "#content/event-form.ts"
import { eventData } from "#content/structured-data.ts"
import { askToJoin } from "#domain/events/join.ts"
import { whenInWords } from "#domain/events/occurrence.ts"
import { spotsLeft } from "#domain/events/spot.ts"
import { daysOffered, offeredOn, upcomingDays } from "#domain/events/upcoming-days.ts"
import { inspect } from "#domain/leads/receive.ts"
import { spamFrom } from "#domain/leads/spam.ts"
import { submit } from "#domain/leads/submit.ts"
import type { LivePage } from "#domain/shown.ts"
import { words, world } from "../../context.ts"
import { JsonLd } from "../../document/json-ld.tsx"
import { pageMeta } from "../../document/meta.ts"
import { formsPerNetwork, visitOf, withStatus } from "../../forms/answer.ts"
import { clientAnswer, keepAfterSending } from "../../forms/client-answer.ts"
import { Figure } from "../../people/figure.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { eventPicture } from "../../words/pictures.ts"
import type { Route } from "./+types/page"
import { EventCard } from "./event-card.tsx"

export { keepAfterSending as shouldRevalidate }

export const handle: LivePage = { shows: ["events", "publishing"], everyMinute: true, onReplica: true }

export const meta = () =>
  pageMeta({
    title: "Events",
    description:
      "Sunrise runs, a Saturday long run, a triathlon brick and a recovery session. Free, and open to every pace.",
  })

/** Each event with its upcoming days, the spots left, and its form. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(world)
  const events = context.get(words).list("events")
  const all = await upcomingDays(db, events, { now: now(), count: daysOffered })
  const coming = all.map((days) => days.filter(({ calledOff }) => !calledOff))
  const canceled = all.map((days) => days.filter(({ calledOff }) => calledOff))
  const left = await spotsLeft(db, coming.flat())
  return {
    cards: events.map((event, index) => ({
      event,
      picture: eventPicture(event),
      canceled: (canceled[index] ?? []).map((occurrence) => whenInWords(occurrence)),
      days: (coming[index] ?? []).map((occurrence) => ({
        on: occurrence.on,
        words: `${whenInWords(occurrence)}${occurrence.movedAt ? " (new time)" : ""}`,
        startsAt: occurrence.startsAt.toISOString(),
        endsAt: occurrence.endsAt.toISOString(),
        left: left.get(`${event.slug} ${occurrence.on}`) ?? event.spots,
      })),
    })),
  }
}

/** Requests a spot without an account. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData()
  const id = String(sent.get("form"))
  const event = context.get(words).find("events", eventOfForm(id) ?? "")
  if (!event) throw data("There is no such event.", { status: 400 })
  const form = eventForm(event.slug)
  const current = visitOf(context)
  const inspected = await inspect(context.get(world), {
    form,
    sent,
    sender: current.sender,
    allowed: () => current.take(formsPerNetwork),
  })
  if (!inspected.ok) return withStatus(inspected)
  const { name, email } = inspected.answers as { name: string; email: string }
  const arrived = { ok: true as const, form: id }
  const occurrence = await offeredOn(context.get(world), event, String(sent.get("on")))
  if (inspected.spam.score >= spamFrom) {
    // Operators need to know which day was requested.
    const answers = { ...inspected.answers, ...(occurrence ? { day: occurrence.on } : {}) }
    await submit(context.get(world), { form, ...inspected, answers })
    return withStatus(arrived)
  }
  const again = (code: "past" | "too-many") =>
    withStatus({
      ok: false,
      form: id,
      code,
      problems: {},
      typed: { name, email },
      stamp: String(sent.get("stamp")),
    })
  if (!occurrence) return again("past")
  const asked = await askToJoin(context.get(world), occurrence, { name, email })
  if (asked.ok) return withStatus(arrived)
  return again(asked.code === "past" ? "past" : "too-many")
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return clientAnswer(serverAction)
}

export default function Events({ loaderData: { cards } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Events"
        lead="Four sessions, all free, all open to every pace. Pick one and tell someone you are coming. It makes the alarm easier."
        tiles={[
          ["sunrise-run", "run.tail.1.4.2"],
          ["saturday-long-run", "run.short.5.2.2"],
          ["triathlon-brick-session", "ride.none.1.5.2"],
          ["sunday-recovery-session", "yoga.curls.1.6.2"],
        ].map(([event, figure]) => <Figure key={event} figure={figure} athlete={event} large />)}
      >
        <ButtonLink to="/calendar/events.ics" look="plain" document>
          Follow the Calendar
        </ButtonLink>
      </PageHead>
      <ul className="gutter">
        {cards.map((card, index) => (
          <Fragment key={card.event.slug}>
            {card.days.map(({ on, startsAt, endsAt }) => (
              <JsonLd key={on} describe={(origin) => eventData(origin, card.event, startsAt, endsAt)} />
            ))}
            <EventCard {...card} first={index === 0} />
          </Fragment>
        ))}
      </ul>
    </>
  )
}
