import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { privateRaceRule } from "#content/private-race-rule.ts"
import { site } from "#content/site.ts"
import { privateRacesPage } from "#domain/competition/private-races/own.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { Button, ButtonLink } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/field.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { spanOf } from "../../leaderboard/days.ts"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import { Part } from "../part.tsx"
import { useLookAgain } from "../use-look-again.ts"
import type { Route } from "./+types/page"
import { saveNewRace } from "./answer.ts"
import { dayInWords, phaseNames } from "./words.ts"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Your races", description: `Private races among friends on ${site.name}.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, page: null }
  return { userId: member.userId, page: await privateRacesPage(context.get(world), member.userId) }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => saveNewRace(current, userId, typed))
}

/** A member's private races, and the form for a new one. */
export default function Races({ loaderData: { userId, page }, actionData }: Route.ComponentProps) {
  const answered = actionData as Answered | undefined
  useLookAgain(null)
  const typed = answered && "typed" in answered && !answered.ok ? answered.typed : undefined
  return (
    <MemberPage userId={userId} keeps={typed !== undefined}>
      <h1 className="display mt-6 text-title">Your races</h1>
      <p className="mt-3 mb-10 max-w-[62ch] text-muted">
        Races among friends, for nobody else. Each day counts the points it earns on the leaderboard.
      </p>
      {userId && !page && (
        <>
          <p className="mb-5">Join the competition first, and then race your friends.</p>
          <ButtonLink to="/account">Go to Your Account</ButtonLink>
        </>
      )}
      {page && page.races.length > 0 && (
        <Part title="Private races">
          <ul className="border-t border-line">
            {page.races.map((race) => (
              <li
                key={race.name}
                className="relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-4 hover:bg-raised"
              >
                <Link
                  to={`/account/races/${race.name}`}
                  className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {spanOf(race)}
                </Link>
                <span className="figures text-small text-muted">
                  {countOf(race.entrants, "athlete")}. {phaseNames[race.phase]}.
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(page || typed) && (
        <NewRace firstDays={page?.firstDays ?? []} chosen={typed ?? {}} answered={answered} />
      )}
    </MemberPage>
  )
}

function NewRace(props: {
  firstDays: readonly string[]
  /** What was chosen and not saved. */
  chosen: { days?: string; from?: string }
  answered: Answered | undefined
}) {
  const { firstDays, chosen, answered } = props
  const busy = useSending("create")
  const { from } = chosen
  const isLost = from !== undefined && /^\d{4}-\d\d-\d\d$/.test(from) && !firstDays.includes(from)
  const days = isLost ? [from, ...firstDays] : firstDays
  return (
    <Setting
      id="new-race"
      title="Race your friends"
      text={
        <>
          You get a link to send. Anyone who has it can join, up to {privateRaceRule.entrants.most} athletes;
          whoever is not in the competition yet joins both at once. Everyone in the race sees the others’
          points for all of its days, and their names the way other members see them.
        </>
      }
    >
      <MemberForm name="create" className="grid gap-5">
        <FormOutcome name="create" answered={answered} />
        <SelectField label="Length" name="days" defaultValue={chosen.days} required>
          {privateRaceRule.lengths.map((length) => (
            <option key={length} value={length}>
              {length} days
            </option>
          ))}
        </SelectField>
        <SelectField label="First day" name="from" defaultValue={from ?? firstDays[1]} required>
          {days.map((day) => (
            <option key={day} value={day}>
              {dayInWords(day)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
          {busy ? "One moment…" : "Start a Race"}
        </Button>
      </MemberForm>
    </Setting>
  )
}
