import { data } from "react-router"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { privateRaceRule } from "#content/private-race-rule.ts"
import { type PrivateRace, privateRace } from "#domain/competition/private-races/read.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { AthleteFace } from "../../../people/athlete-face.tsx"
import { signedIn } from "../../../session/signed-in.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { spanOf } from "../../leaderboard/days.ts"
import { useEvery } from "../../leaderboard/side-race/use-every.ts"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import { Part } from "../part.tsx"
import { useReload } from "../use-look-again.ts"
import type { Route } from "./+types/race"
import { saveLeaving } from "./answer.ts"
import { Invite } from "./invite.tsx"
import { PrivateRaceRow } from "./private-race-row.tsx"
import { phaseSentence } from "./words.ts"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

/** Between two looks at a running race. */
const everyMs = 5_000

export const meta = () => [
  ...pageMeta({ title: "Private race", description: "A race among friends." }),
  { name: "robots", content: "noindex" },
]

/** The race, for those who are in it; for everybody else there is no such page. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, race: null }
  const found = await privateRace(context.get(world), { userId: member.userId, name: params.name })
  if (!found.ok) throw data("There is no such race", { status: 404 })
  return { userId: member.userId, race: found.race }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => saveLeaving(current, userId, args.params.name, typed))
}

/** A private race: the table, the way to invite, the way out. */
export default function Race({ loaderData: { userId, race }, actionData }: Route.ComponentProps) {
  const answered = actionData as Answered | undefined
  const reload = useReload()
  useEvery(everyMs, reload, race?.phase === "running")
  const isRefused = answered !== undefined && !answered.ok
  return (
    <MemberPage userId={userId} keeps={isRefused}>
      <div className="mt-4">
        <BackLink to="/account/races">Your races</BackLink>
      </div>
      {race && (
        <>
          <h1 className="display mt-4 text-title">{spanOf(race)}</h1>
          <p className="mt-3 max-w-[62ch] text-muted">
            A private race of {countOf(race.rows.length + race.others.length, "athlete")}.{" "}
            {phaseSentence(race.phase, race)}
          </p>
          {race.phase !== "ended" && <Table race={race} />}
          {race.secret !== null && <Invite secret={race.secret} />}
          <Part title="How it is counted">
            <ul className="max-w-[62ch] list-disc space-y-2 pl-5">
              <li>Each day adds its points, as on the leaderboard, by each athlete’s own calendar.</li>
              <li>Ties go to the athlete with more days; athletes who are still tied share the place.</li>
              <li>The race has no prize, and nobody outside of it sees that it exists.</li>
            </ul>
          </Part>
        </>
      )}
      <Leave answered={answered} />
    </MemberPage>
  )
}

function Table({ race }: { race: PrivateRace }) {
  const own = race.rows.find(({ mine }) => mine)
  const ahead = own && race.rows.findLast(({ rank }) => rank < own.rank)
  const gap = own?.value != null && ahead?.value != null ? ahead.value - own.value : null
  return (
    <section aria-label="Table" className="mt-8">
      {own && (
        <p className="bg-volt px-4 py-3 font-semibold text-ink">
          You are {ordinal(own.rank)}, with {countOf(own.value ?? 0, "point")}.
          {gap !== null && race.phase === "running" && ` ${grouped(gap)} more would catch the next place.`}
        </p>
      )}
      {race.rows.length > 0 ? (
        <ol className="mt-8 border-t-4 border-text">
          {race.rows.map((row) => (
            <PrivateRaceRow key={row.key} row={row} />
          ))}
        </ol>
      ) : (
        <p className="mt-8 border-t-4 border-text pt-6 text-lead">
          {race.phase === "final"
            ? "Nobody earned points in this race."
            : "The first activity of its days leads the race."}
        </p>
      )}
      {race.others.length > 0 && (
        <>
          <h2 className="label mt-8">Also in the race</h2>
          <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
            {race.others.map((one) => (
              <li key={one.key} className="flex min-w-0 items-center gap-2.5">
                <AthleteFace of={one} side={40} />
                <span className="min-w-0 wrap-anywhere">
                  {one.mine ? "You" : (one.name ?? "Private athlete")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Leave({ answered }: { answered: Answered | undefined }) {
  const busy = useSending("leave")
  return (
    <Part
      title="Leave"
      text={`It costs nothing: your points stay yours, and the others no longer see you here. A race that has begun ends when fewer than ${privateRaceRule.entrants.least} are left.`}
    >
      <MemberForm name="leave" className="grid gap-4">
        <FormOutcome name="leave" answered={answered} />
        <Button type="submit" look="plain" aria-disabled={busy || undefined} className="justify-self-start">
          {busy ? "One moment…" : "Leave This Race"}
        </Button>
      </MemberForm>
    </Part>
  )
}
