import { useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { site } from "#content/site.ts"
import { type OwnAccount, ownAccount } from "#domain/competition/account/account.ts"
import { boards, world } from "../../context.ts"
import { loadAgainWhenSaved } from "../../forms/client-answer.ts"
import { pageMeta } from "../../meta.ts"
import { signedIn } from "../../signed-in.ts"
import { OnTo } from "../../ui/on-to.tsx"
import { adoptUnits } from "../../units.ts"
import { useUnits } from "../../use-units.ts"
import type { Route } from "./+types/page"
import { saveAccount } from "./answer.ts"
import { BringFriend } from "./bring-friend.tsx"
import { memberClientAction } from "./client-action.ts"
import { Activities } from "./competition/activities.tsx"
import { Join } from "./competition/join.tsx"
import { Moments } from "./competition/moments.tsx"
import { OwnDays } from "./competition/own-days.tsx"
import { Places } from "./competition/places.tsx"
import { Services } from "./competition/services.tsx"
import { StrengthLogs } from "./competition/strength-logs.tsx"
import { WaitingPrizes } from "./competition/waiting-prizes.tsx"
import { FirstDay } from "./first-day.tsx"
import { ImportFiles } from "./import/import-files.tsx"
import { type Answered, memberAction } from "./member-action.ts"
import { FormOutcome } from "./member-form.tsx"
import { MemberPage } from "./member-page.tsx"
import { rowsAsked } from "./more-rows.tsx"
import { OwnFigure } from "./photo/own-figure.tsx"
import { Photo } from "./photo/photo.tsx"
import { useLatest } from "./use-latest.ts"
import { useNamedPart } from "./use-named-part.ts"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Account", description: `Your ${site.name} account.` }),
  { name: "robots", content: "noindex" },
]

/** All that the page shows; `account` is null for an account that has not joined the competition. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  const { searchParams } = new URL(request.url)
  if (!member) return { member: null, account: null, zones: [], loadedAt: "" }
  const current = context.get(world)
  const loadedAt = current.now().toISOString()
  const account = await ownAccount(current, context.get(boards), {
    userId: member.userId,
    first: { activities: rowsAsked(searchParams, "activities"), logs: rowsAsked(searchParams, "logs") },
  })
  const { userId, email, fullName } = member
  return {
    member: { userId, email, fullName },
    account,
    zones: account ? [] : Intl.supportedValuesOf("timeZone"),
    loadedAt,
  }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => saveAccount(current, userId, typed))
}

/** The member's account: first a waiting prize, then their training, then how it gets here and how they look. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, account, zones, loadedAt } = loaderData
  const answered = actionData as Answered | undefined
  useNamedPart()
  if (answered?.ok && answered.goTo) return <OnTo url={answered.goTo} page="the service’s page" />
  const typed = answered && "typed" in answered && !answered.ok ? answered.typed : undefined
  const name = account?.athlete.displayName ?? member?.fullName?.trim()
  const { since, joinedOn } = account?.athlete ?? {}
  return (
    <MemberPage userId={member?.userId ?? null} keeps={typed !== undefined}>
      <h1 className="display mt-6 text-title break-words">{name ? `Hello, ${name}` : "Your account"}</h1>
      {member && (
        <p className="figures mt-3 mb-10 break-words text-muted">
          {member.email}
          {since && `, here since ${since}`}
          {joinedOn && joinedOn !== since && `, in the competition since ${joinedOn}`}
        </p>
      )}
      {account && (
        <Competition key={account.athlete.slug} account={account} loadedAt={loadedAt} answered={answered} />
      )}
      {!account && (member || typed?.form === "join") && (
        <Join fullName={member?.fullName ?? ""} zones={zones} answered={answered} />
      )}
      {/* The submitted form, if the page was loaded without a session. */}
      {!member && typed && typed.form !== "join" && (
        <FormOutcome name={typed.form ?? ""} answered={answered} />
      )}
    </MemberPage>
  )
}

interface CompetitionProps {
  account: OwnAccount
  loadedAt: string
  answered: Answered | undefined
}

/** Empty parts are left out, and on the first day the settings are collapsed, so that the three steps stand out. */
function Competition({ account, loadedAt, answered }: CompetitionProps) {
  const { athlete, places, imports, sources, activities, withheld, logs } = account
  const points = Math.max(0, ...places.open.map((one) => one.points))
  // Until the member leaves the page, although the first activity has counted meanwhile.
  const [isFirstDay] = useState(points === 0)
  useLatest(account, { loadedAt, hasPoints: points > 0 })
  useEffect(() => adoptUnits(athlete.units), [athlete.units])
  const hasJoined = answered?.ok === true && answered.form === "join"
  useEffect(() => {
    // The form that had the focus is gone.
    if (hasJoined) document.getElementById("first-day")?.focus({ preventScroll: true })
  }, [hasJoined])
  const units = useUnits() ?? athlete.units
  const [params] = useSearchParams()
  const shared = params.has("shared") || params.has("sharing")
  const files = <ImportFiles shared={shared} imports={imports} sources={sources} />
  return (
    <>
      <WaitingPrizes prizes={account.prizes} />
      {shared && files}
      {isFirstDay && <FirstDay points={points} account={account} />}
      {!isFirstDay && <Places places={places} loadedAt={loadedAt} />}
      {!shared && files}
      {isFirstDay && <Places places={places} loadedAt={loadedAt} />}
      <Moments slug={athlete.slug} moment={account.moment} />
      <OwnDays days={account.days} today={places.today} />
      <Activities activities={activities} withheld={withheld} units={units} />
      <StrengthLogs logs={logs} />
      <BringFriend athlete={athlete} />
      <Services
        services={sources.services}
        filesReceived={sources.files.lastReceived}
        folded={isFirstDay}
        isFirstDay={isFirstDay}
        answered={answered}
      />
      <Photo photo={account.photo} folded={isFirstDay} answered={answered} />
      <OwnFigure athlete={athlete} folded={isFirstDay} answered={answered} />
    </>
  )
}
