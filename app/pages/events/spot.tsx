import { data, Form, useNavigation } from "react-router"
import { site } from "#content/site.ts"
import { confirmSpot } from "#domain/events/join.ts"
import { leave } from "#domain/events/leave.ts"
import { whenInWords } from "#domain/events/occurrence.ts"
import { describeSpot, findSpot, type Spot } from "#domain/events/spot.ts"
import { world } from "../../context.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { LetterPage } from "../mail/letter-page.tsx"
import type { Route } from "./+types/spot"

export const meta = () => [{ title: `Your spot · ${site.name}` }, { name: "robots", content: "noindex" }]

/** GET changes nothing: mail scanners open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const current = context.get(world)
  const row = await findSpot(current.db, params.token)
  const spot = row && (await describeSpot(current.published.words, current.db, row))
  return spot ? shown(spot, current.now()) : data(null, { status: 404 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const sent = await request.formData()
  const current = context.get(world)
  const result = await (sent.get("do") === "leave" ? leave : confirmSpot)(current, params.token)
  if (result.ok) return shown(result.spot, current.now())
  return result.code === "past" ? data(null, { status: 409 }) : data(null, { status: 404 })
}

function shown({ occurrence, state, place }: Spot, now: Date) {
  const { event, on } = occurrence
  return data(
    {
      title: event.title,
      slug: event.slug,
      on,
      when: whenInWords(occurrence),
      location: event.location,
      state,
      place,
      past: occurrence.startsAt <= now,
      calledOff: occurrence.calledOff ?? false,
    },
    { status: 200 },
  )
}

const titles = {
  unconfirmed: "Are you coming?",
  going: "You have a spot",
  waiting: "You are in line",
  cancelled: "You are not coming",
}

export default function SpotPage({ loaderData, actionData }: Route.ComponentProps) {
  const spot = actionData ?? loaderData
  const busy = useNavigation().state !== "idle"
  if (!spot)
    return (
      <LetterPage title="This link does not work" text="It may be incomplete, or the session may be over.">
        <ButtonLink to="/events">See all sessions</ButtonLink>
      </LetterPage>
    )
  const { state, place, calledOff } = spot
  const past = spot.past || calledOff
  return (
    <LetterPage
      title={calledOff ? "Canceled" : past ? "This session is over" : titles[state]}
      text={`${spot.title}, ${spot.when}, ${spot.location}.${place === null ? "" : ` You are number ${place} in line.`}`}
    >
      {!past && (
        <Form method="post" className="flex flex-wrap gap-3">
          {state === "unconfirmed" || state === "cancelled" ? (
            <Button type="submit" name="do" value="confirm" aria-disabled={busy || undefined}>
              {state === "unconfirmed" ? "Confirm my spot" : "I am coming after all"}
            </Button>
          ) : (
            <>
              {state === "going" && (
                <a
                  href={`/calendar/${spot.slug}/${spot.on}.ics`}
                  download
                  className="label inline-flex min-h-12 items-center underline underline-offset-4"
                >
                  Add to my calendar
                </a>
              )}
              <Button type="submit" name="do" value="leave" look="plain" aria-disabled={busy || undefined}>
                Give up my spot
              </Button>
            </>
          )}
        </Form>
      )}
    </LetterPage>
  )
}
