import { data, Link, useLoaderData } from "react-router"
import { attendeesOf, guestLines } from "#domain/events/attend.ts"
import { type Occurrence, whenInWords } from "#domain/events/occurrence.ts"
import { describeSpot, findSpot } from "#domain/events/spot.ts"
import { checkInFromConsole } from "#domain/operator/events/event-commands.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { runsEvent } from "./day-of.ts"
import { words } from "./words.ts"

/** A code of another day is a mistake that the page points out: more than this many hours from its start. */
const soonHours = 12

function isSoon({ startsAt, endsAt }: Occurrence, now: Date): boolean {
  const near = soonHours * 3_600_000
  return now.getTime() > startsAt.getTime() - near && now.getTime() < endsAt.getTime() + near
}

/** The guest whose button was pressed; none for the person. */
function guestIn(form: FormData): { guest?: number } {
  const guest = Number(form.get("guest"))
  return Number.isInteger(guest) && guest > 0 ? { guest } : {}
}

/**
 * The page that the code in a confirmation mail opens on an operator's phone. Opening it changes nothing; the button
 * does.
 */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const row = await findSpot(world.db, args.params.token ?? "")
  const spot = row && (await describeSpot(world.published.words, world.db, row))
  if (!spot || !(await runsEvent(world, operator, spot.occurrence.event.slug)))
    throw data(null, { status: 404 })
  const { occurrence, name, state } = spot
  const person = (await attendeesOf(world.db, occurrence)).find(({ id }) => id === spot.id)
  return {
    guests: guestLines(person),
    isHere: person?.checkedInAt != null,
    others: !isSoon(occurrence, world.now()),
    name,
    state,
    when: `${occurrence.event.title}, ${whenInWords(occurrence)}`,
    day: `/events/${occurrence.event.slug}/${occurrence.on}`,
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const row = await findSpot(world.db, args.params.token ?? "")
  if (!row || !(await runsEvent(world, operator, row.event))) throw data(null, { status: 404 })
  const form = await args.request.formData()
  const done = await checkInFromConsole(world, operator, { id: row.id, here: true, ...guestIn(form) })
  return done.ok
    ? ({ ok: true, text: `${done.name} is here.` } satisfies Answer)
    : refused(done.code, words, args.request)
}

export default function CheckIn() {
  const { name, state, when, day, guests, isHere, others } = useLoaderData<typeof loader>()
  return (
    <Page title={name} text={when}>
      <Answered />
      {others && (
        <p className="mb-4 border-l-4 border-danger bg-raised px-4 py-2.5 font-semibold">
          This code is for another day. Look at the date above.
        </p>
      )}
      {state === "going" ? (
        <PressForm className="grid max-w-sm gap-3">
          {isHere ? (
            <p className="font-semibold">{`${name} is here.`}</p>
          ) : (
            <Button type="submit" data-key="c">
              Check in
            </Button>
          )}
          {guests.map(({ number, isHere: came }) =>
            came ? (
              <p key={number}>{`Guest ${number} is here.`}</p>
            ) : (
              <Button key={number} type="submit" name="guest" value={number} look="quiet">
                {`Check in guest ${number}`}
              </Button>
            ),
          )}
        </PressForm>
      ) : (
        <p>This person has no spot: they are in line, gave it up, or never confirmed.</p>
      )}
      <p className="mt-5 flex flex-wrap gap-x-6">
        <Link
          to={`${day}/scan`}
          data-key="n"
          data-says="Scan the next code"
          className="inline-flex min-h-11 items-center"
        >
          Scan the next code
        </Link>
        <Link to={day} className="inline-flex min-h-11 items-center">
          Everyone in this session
        </Link>
      </p>
    </Page>
  )
}
