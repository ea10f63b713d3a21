import { data, Link, redirect } from "react-router"
import { cheerRefusals } from "#content/cheers.ts"
import { longDate } from "#content/dates.ts"
import { site } from "#content/site.ts"
import { block } from "#domain/community/block.ts"
import { cheeredDays } from "#domain/community/cheered-days.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { world } from "../../context.ts"
import { loadAgainWhenSaved } from "../../forms/client-answer.ts"
import { signedIn } from "../../session/signed-in.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Setting } from "../../ui/setting.tsx"
import { memberClientAction } from "../account/client-action.ts"
import { type Answered, memberAction, type Refused, type Typed } from "../account/member-action.ts"
import { FormOutcome, MemberForm } from "../account/member-form.tsx"
import { MemberPage } from "../account/member-page.tsx"
import type { Route } from "./+types/athlete-acts"
import { blockRefusals } from "./block-refusals.ts"
import { CheerForm } from "./cheer-form.tsx"
import { saveCheer } from "./save-cheer.ts"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

/** Two weeks; the boards and the athlete's page have the others. */
const shownDays = 14

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.shown ? `Cheer ${loaderData.shown.name}` : "Not shown"} · ${site.name}` },
  { name: "robots", content: "noindex" },
]

/** What a member can do about one athlete, without scripts as well. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, shown: null, slug: params.slug }
  const current = context.get(world)
  const found = await explain(current, { athlete: params.slug, viewer: member.userId })
  if (!found.ok) return data({ userId: member.userId, shown: null, slug: params.slug }, { status: 404 })
  const { name, mine } = found.explained.athlete
  const { because, athletes } = await cheeredDays(current, member.userId, {
    athletes: [params.slug],
    days: shownDays,
  })
  const shown = { name, mine, because, days: athletes[params.slug] ?? [] }
  return { userId: member.userId, shown, slug: params.slug }
}

export async function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  const { slug } = args.params
  const answer = await memberAction(args, ({ userId }, typed) => save(typed, { userId, slug }))
  const { ok, form } = answer.data
  // Whoever was blocked has no page any more.
  return ok && form === "block" ? redirect("/account/cheers#blocked") : answer

  async function save(typed: Typed, { userId, slug }: { userId: string; slug: string }) {
    if (typed.form === "block") {
      const done = await block(current, userId, slug)
      return done.ok ? null : refusedFor(done.code, blockRefusals[done.code])
    }
    return saveCheer(current, userId, slug, typed)
  }
}

const refusedFor = (code: string, problem: string): Refused => ({ status: 409, code, problem })

export default function AthleteActs({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, shown, slug } = loaderData
  const answered = actionData as Answered | undefined
  return (
    <MemberPage userId={userId} keeps={false}>
      <div className="mt-6">
        <BackLink to={`/leaderboard/athletes/${slug}`}>{shown?.name ?? "The athlete’s page"}</BackLink>
      </div>
      {shown ? (
        <Acts shown={shown} slug={slug} answered={answered} />
      ) : (
        <>
          <h1 className="display mt-6 text-title">Not shown</h1>
          <p className="mt-4 max-w-[54ch] text-lead text-muted">{cheerRefusals.not_shown}</p>
        </>
      )}
    </MemberPage>
  )
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["shown"]>

function Acts(props: { shown: Shown; slug: string; answered: Answered | undefined }) {
  const { shown, slug, answered } = props
  if (shown.mine)
    return (
      <>
        <h1 className="display mt-6 mb-6 text-title break-words">{shown.name}</h1>
        <p>
          This is you. <Link to="/account/cheers">Who has cheered you</Link> is on your account.
        </p>
      </>
    )
  return (
    <>
      <h1 className="display mt-6 mb-10 text-title break-words">{shown.name}</h1>
      <Setting
        id="cheer"
        title="Cheer a day"
        text="A cheer shows your name to the athlete, and to nobody else. It never counts in the competition, and you can undo it."
      >
        {shown.because && <p className="text-muted">{cheerRefusals[shown.because]}</p>}
        {shown.days.length === 0 && <p className="text-muted">There is no day to cheer yet.</p>}
        <FormOutcome name="cheer" answered={answered} />
        <ol className="border-t border-line">
          {shown.days.map((day) => (
            <li key={day.on} className="border-b border-line py-3">
              <CheerForm day={day}>
                <Link
                  to={`/leaderboard/athletes/${slug}/days/${day.on}`}
                  className="min-w-0 underline-offset-4 hover:underline"
                >
                  {longDate(day.on)}
                </Link>
              </CheerForm>
            </li>
          ))}
        </ol>
      </Setting>
      <Setting
        id="report"
        title="Report"
        text="If the name, the photo or what somebody does here breaks the law or our terms. A moderator will look at it and tell you what they decide."
      >
        <div>
          <ButtonLink to={`/leaderboard/athletes/${slug}/report`} look="quiet" className="wrap-anywhere">
            {`Report ${shown.name}`}
          </ButtonLink>
        </div>
      </Setting>
      <Setting
        id="block"
        title="Block"
        text="You and the athlete no longer see each other’s name, photo, days and cheers while you are signed in. Ranks stay as they are. Nobody is told, and you can end it on your account."
      >
        <FormOutcome name="block" answered={answered} />
        <MemberForm name="block">
          <Button type="submit" look="plain" className="wrap-anywhere">
            {`Block ${shown.name}`}
          </Button>
        </MemberForm>
      </Setting>
    </>
  )
}
