import { useState } from "react"
import { data, redirect } from "react-router"
import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { invitationOf } from "#domain/competition/private-races/invitation.ts"
import { profileOf } from "#domain/members/member.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { Queries } from "../../../live/queries.tsx"
import { AthleteFace } from "../../../people/athlete-face.tsx"
import type { WayIn } from "../../../session/joining.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { Button } from "../../../ui/button.tsx"
import { CodeForm } from "../../auth/code-form.tsx"
import { JoinForm } from "../../auth/join-form.tsx"
import { spanOf } from "../../leaderboard/days.ts"
import { memberClientAction } from "../client-action.ts"
import { Join } from "../competition/join.tsx"
import { Failed } from "../failed.tsx"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { usePageSession } from "../use-page-session.ts"
import { Waiting } from "../waiting.tsx"
import type { Route } from "./+types/invitation"
import { saveEntering } from "./answer.ts"
import { privateRaceProblems } from "./words.ts"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...(loaderData
    ? pageMeta({ title: "You are invited to a race", description: `A private race on ${site.name}.` })
    : [{ title: `Not found · ${site.name}` }]),
  { name: "robots", content: "noindex" },
]

/** What a link to a private race shows to whoever has it. Its members go to the race itself. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const member = await signedIn(context)
  const current = context.get(world)
  const userId = member?.userId ?? null
  const found = await invitationOf(current, { secret: params.secret, userId })
  if (!found.ok) throw data("There is no such race", { status: 404 })
  const { own, ...invitation } = found.invitation
  if (own !== null) throw redirect(`/account/races/${own}`)
  const hasJoined = userId !== null && (await profileOf(current.db, userId)) !== null
  return {
    userId,
    fullName: member?.fullName ?? "",
    hasJoined,
    invitation,
    zones: userId !== null && !hasJoined ? Intl.supportedValuesOf("timeZone") : [],
  }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => saveEntering(current, userId, args.params.secret, typed))
}

export default function Invitation({ loaderData, actionData, params }: Route.ComponentProps) {
  const { invitation } = loaderData
  const { inviter } = invitation
  const answered = actionData as Answered | undefined
  return (
    <div className="gutter grid min-h-[calc(100svh-var(--spacing-nav))] content-start gap-8 py-[clamp(2rem,5vw,4.5rem)]">
      <header className="flex flex-wrap items-center gap-5">
        {inviter?.name && (
          <span className="block size-20 shrink-0">
            <AthleteFace of={inviter} side={112} />
          </span>
        )}
        <div className="min-w-0">
          <h1 className="display max-w-[24ch] text-section wrap-anywhere">
            {inviter?.name ? `${inviter.name} invites you to a race` : "You are invited to a race"}
          </h1>
          <p className="figures mt-2 text-lead text-muted">
            {spanOf(invitation)}, {countOf(invitation.entrants, "athlete")} so far.
          </p>
        </div>
      </header>
      <p className="max-w-[62ch]">
        Each day counts the points it earns on the leaderboard: time, distance and consistency, whatever your
        sport. Everyone in the race sees your points for all of its days, even those before you joined, and
        your name the way other members see it. Nobody else sees the race, and you can leave at any time.
      </p>
      <div className="max-w-xl">
        {invitation.isFull ? (
          <p className="border-l-4 border-line pl-4">{privateRaceProblems.full}</p>
        ) : (
          <Enter loaded={loaderData} answered={answered} path={`/race/${params.secret}`} />
        )}
      </div>
    </div>
  )
}

/** One press for a member; for everybody else joining the competition and the race at once. */
function Enter(props: {
  loaded: Route.ComponentProps["loaderData"]
  answered: Answered | undefined
  /** The path of this page. */
  path: string
}) {
  const { loaded, answered, path } = props
  const { userId, hasJoined, fullName, zones } = loaded
  const { isIn, isOwn, tried, retry } = usePageSession(userId)
  const [sent, setSent] = useState<{ email: string; way: WayIn } | null>(null)
  const busy = useSending("enter")
  if (isOwn && hasJoined)
    return (
      <MemberForm name="enter" className="grid gap-4">
        <FormOutcome name={answered?.form ?? "enter"} answered={answered} />
        <Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
          {busy ? "One moment…" : "Join This Race"}
        </Button>
      </MemberForm>
    )
  if (isOwn) return <Join fullName={fullName} zones={zones} answered={answered} />
  if (isIn && tried) return <Failed what="This page" onRetry={retry} />
  if (isIn) return <Waiting withoutScripts="Sign in first, with JavaScript turned on." />
  return (
    // Until it is known who is here, whoever has a session sees no form to join.
    <div className={isIn === null ? "in-data-session:invisible" : undefined}>
      <Queries>
        {sent ? (
          <CodeForm
            purpose={sent.way === "password" ? "signup" : "join"}
            email={sent.email}
            next={path}
            onBack={() => setSent(null)}
          />
        ) : (
          <>
            <p className="mb-6 font-semibold">You join the competition and this race in one step.</p>
            <JoinForm next={path} onSent={(email, way) => setSent({ email, way })} />
          </>
        )}
      </Queries>
    </div>
  )
}
