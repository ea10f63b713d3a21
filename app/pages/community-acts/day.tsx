import { data } from "react-router"
import { cheerRefusals } from "#content/cheers.ts"
import { longDate } from "#content/dates.ts"
import { site } from "#content/site.ts"
import { cheeredDays } from "#domain/community/cheered-days.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import { world } from "../../context.ts"
import { loadAgainWhenSaved } from "../../forms/client-answer.ts"
import { signedIn } from "../../session/signed-in.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { memberClientAction } from "../account/client-action.ts"
import { type Answered, memberAction } from "../account/member-action.ts"
import { FormOutcome } from "../account/member-form.tsx"
import { MemberPage } from "../account/member-page.tsx"
import { DayReasons } from "../leaderboard/why.tsx"
import type { Route } from "./+types/day"
import { CheerForm } from "./cheer-form.tsx"
import { readTalk } from "./read-talk.ts"
import { saveCheer } from "./save-cheer.ts"
import { saveTalk } from "./save-talk.ts"
import { Talk } from "./talk.tsx"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const shown = loaderData?.shown
  return [
    { title: `${shown ? `${shown.name}, ${longDate(loaderData.on)}` : "Not shown"} · ${site.name}` },
    { name: "robots", content: "noindex" },
  ]
}

/** One day of an athlete, as this member may see it: what it earned, cheers and comments. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { slug, on } = params
  const member = await signedIn(context)
  if (!member) return { userId: null, shown: null, slug, on }
  const { userId } = member
  const current = context.get(world)
  const found = await explain(current, { athlete: slug, viewer: userId, from: on })
  const day = found.ok ? found.explained.days.find((one) => one.on === on) : undefined
  if (!found.ok || !day) return data({ userId, shown: null, slug, on }, { status: 404 })
  const about = { athlete: slug, on }
  const [{ because, athletes }, talk] = await Promise.all([
    cheeredDays(current, userId, { athletes: [slug], days: 1, until: on }),
    readTalk(current, userId, about, request),
  ])
  const { name, mine } = found.explained.athlete
  const cheered = athletes[slug]?.find((one) => one.on === on && !one.own) ?? null
  return { userId, shown: { name, mine, day, cheered, because, talk }, slug, on }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  const { slug, on } = args.params
  return memberAction(args, async ({ userId }, typed) => {
    const saved = await saveTalk(current, userId, { athlete: slug, on }, typed)
    return saved === undefined ? saveCheer(current, userId, slug, { ...typed, on }) : saved
  })
}

export default function Day({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, shown, slug, on } = loaderData
  const answered = actionData as Answered | undefined
  const keeps = answered !== undefined && !answered.ok
  if (!shown)
    return (
      <MemberPage userId={userId} keeps={keeps}>
        <h1 className="display mt-10 text-title">Not shown</h1>
        <p className="mt-4 max-w-[54ch] text-lead text-muted">{cheerRefusals.not_shown}</p>
      </MemberPage>
    )
  const { name, mine, day, cheered, because, talk } = shown
  return (
    <MemberPage userId={userId} keeps={keeps}>
      <div className="mt-6">
        <BackLink to={`/leaderboard/athletes/${slug}`}>{name}</BackLink>
      </div>
      <h1 className="display mt-6 text-title wrap-anywhere">{longDate(on)}</h1>
      <div className="mt-6 mb-10 max-w-3xl">
        <DayReasons days={[day]} />
      </div>
      {!mine && (
        <div className="mb-10 max-w-3xl">
          <FormOutcome name="cheer" answered={answered} />
          {because && <p className="text-muted">{cheerRefusals[because]}</p>}
          {cheered && !because && <CheerForm day={cheered} />}
        </div>
      )}
      {talk && <Talk talk={talk} about={`athlete/${slug}/${on}`} answered={answered} />}
    </MemberPage>
  )
}
