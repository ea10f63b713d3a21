import { site } from "#content/site.ts"
import { codesOf } from "#domain/competition/seasons/finisher-codes.ts"
import { prizesOf } from "#domain/competition/seasons/own-prizes.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { OnTo } from "../../../ui/on-to.tsx"
import { spanOf } from "../../leaderboard/days.ts"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import { Part } from "../part.tsx"
import type { Route } from "./+types/page"
import { savePrize } from "./answer.ts"
import { ClaimForm } from "./claim-form.tsx"
import { countryChoices } from "./countries.ts"
import { Prize } from "./prize.tsx"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Prizes", description: `What you won at ${site.name}, and where we send it.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, prizes: [], codes: [], countries: countryChoices([]) }
  const to = context.get(world)
  const [prizes, codes] = await Promise.all([prizesOf(to, member.userId), codesOf(to.db, member.userId)])
  const stored = prizes.flatMap(({ address }) => address?.country ?? [])
  return {
    userId: member.userId,
    prizes,
    codes,
    countries: prizes.length > 0 ? countryChoices(stored) : [],
  }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => savePrize(current, userId, typed))
}

/** The member's prizes: first those that are waiting for the member or for shipping, then the others. */
export default function Prizes({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, prizes, codes, countries } = loaderData
  const answered = actionData as Answered | undefined
  if (answered?.ok && answered.goTo) return <OnTo url={answered.goTo} page="the payment page" />
  const typed = answered && "typed" in answered && !answered.ok ? answered.typed : undefined
  const open = prizes.filter(({ state }) => state === "waiting" || state === "claimed")
  const past = prizes.filter((prize) => !open.includes(prize))
  const lists = [
    { title: open.length > 1 ? "You won" : "You won a prize", of: open },
    { title: "My earlier prizes", of: past },
  ]
  return (
    <MemberPage userId={userId} keeps={typed !== undefined}>
      <h1 className="display mt-6 mb-10 text-title">Prizes</h1>
      {lists.map(
        ({ title, of }) =>
          of.length > 0 && (
            <Part key={title} title={title}>
              <ul className="grid gap-6">
                {of.map((prize) => (
                  <Prize key={prize.id} prize={prize} countries={countries} answered={answered} />
                ))}
              </ul>
            </Part>
          ),
      )}
      {codes.length > 0 && (
        <Part title="For finishing">
          <ul className="grid gap-6">
            {codes.map(({ race, from, to, gift, code }) => (
              <li key={`${from} ${code}`} className="border-l-8 border-volt bg-raised p-5">
                <h3 className="display text-card">{gift}</h3>
                <p className="mt-1 text-small text-muted">{`Finisher, ${race}, ${spanOf({ from, to })}`}</p>
                <p className="mt-3">
                  Your code: <code className="bg-surface px-2 py-1 font-semibold break-all">{code}</code>
                </p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {userId && prizes.length + codes.length === 0 && (
        <>
          <p className="mb-6">Nothing yet. What you win is listed here, and this is where you claim it.</p>
          <ButtonLink to="/leaderboard" look="plain">
            See the Leaderboard
          </ButtonLink>
        </>
      )}
      {/* The submitted form, if the page was loaded without a session. */}
      {!userId && typed && (
        <div className="max-w-xl">
          {typed.form?.startsWith("claim-") ? (
            <ClaimForm
              form={typed.form}
              said={typed}
              pays={false}
              countries={countries}
              answered={answered}
            />
          ) : (
            <FormOutcome name={typed.form ?? ""} answered={answered} />
          )}
        </div>
      )}
    </MemberPage>
  )
}
