import { data, Link, useLoaderData } from "react-router"
import { whenInWords } from "#domain/events/occurrence.ts"
import { describeSpot, findSpot } from "#domain/events/spot.ts"
import { checkInFromConsole } from "#domain/operator/events/event-commands.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { words } from "./words.ts"

/**
 * The page that the code in a confirmation mail opens on an operator's phone. Opening it changes nothing; the button
 * does.
 */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/events")
  const row = await findSpot(world.db, args.params.token ?? "")
  const spot = row && (await describeSpot(world.published.words, world.db, row))
  if (!spot) throw data(null, { status: 404 })
  const { occurrence, name, state } = spot
  return {
    name,
    state,
    when: `${occurrence.event.title}, ${whenInWords(occurrence)}`,
    day: `/events/${occurrence.event.slug}/${occurrence.on}`,
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const row = await findSpot(world.db, args.params.token ?? "")
  if (!row) throw data(null, { status: 404 })
  const done = await checkInFromConsole(world, operator, { id: row.id, here: true })
  return done.ok
    ? ({ ok: true, text: `${done.name} is here.` } satisfies Answer)
    : refused(done.code, words, args.request)
}

export default function CheckIn() {
  const { name, state, when, day } = useLoaderData<typeof loader>()
  return (
    <Page title={name} text={when}>
      <Answered />
      {state === "going" ? (
        <PressForm>
          <Button type="submit" data-key="c" className="w-full max-w-sm">
            Check in
          </Button>
        </PressForm>
      ) : (
        <p>This person has no spot: they are in line, gave it up, or never confirmed.</p>
      )}
      <p className="mt-5">
        <Link to={day}>Everyone in this session</Link>
      </p>
    </Page>
  )
}
