import { site } from "#content/site.ts"
import { ownYear } from "#domain/competition/streaks/own-year.ts"
import { world } from "../../../context.ts"
import { loadAgainWhenSaved } from "../../../forms/client-answer.ts"
import { pageMeta } from "../../../meta.ts"
import { signedIn } from "../../../signed-in.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction, type Typed } from "../member-action.ts"
import { MemberPage } from "../member-page.tsx"
import { useLookAgain } from "../use-look-again.ts"
import type { Route } from "./+types/page"
import { saveWeeks } from "./answer.ts"
import { Calendar } from "./calendar.tsx"
import { Milestones } from "./milestones.tsx"
import { Streak } from "./streak.tsx"
import { Breaks, WeekGoal } from "./week-settings.tsx"

export { loadAgainWhenSaved as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Your year", description: `Your weeks, days and milestones on ${site.name}.` }),
  { name: "robots", content: "noindex" },
]

/** `?year=2025`: that year; for anything else, the current one in the member's time zone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, year: null }
  const asked = new URL(request.url).searchParams.get("year") ?? ""
  const chosen = /^(199[5-9]|20\d\d)$/.test(asked) ? Number(asked) : undefined
  const read = await ownYear(context.get(world), member.userId, chosen)
  return { userId: member.userId, year: read.ok ? read.year : null }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) => saveWeeks(current, userId, typed))
}

/** A member's own year, which nobody else sees: streak, milestones, calendar, and what makes a week count. */
export default function Year({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, year } = loaderData
  const answered = actionData as Answered | undefined
  // It may be another day, or another device may have added a workout.
  useLookAgain(null)
  const typed = answered && "typed" in answered && !answered.ok ? answered.typed : undefined
  return (
    <MemberPage userId={userId} keeps={typed !== undefined}>
      <h1 className="display mt-6 text-title">Your year</h1>
      <p className="mt-3 mb-10 max-w-[62ch] text-muted">
        Your weeks, days and milestones. Only you see this page, and nothing on it changes your points.
      </p>
      {userId && !year && (
        <>
          <p className="mb-5">Join the competition, and your first activity that counts begins your year.</p>
          <ButtonLink to="/account">Go to Your Account</ButtonLink>
        </>
      )}
      {year && (
        <>
          <Streak streak={year.streak} />
          <Calendar year={year} />
          <Milestones milestones={year.milestones} credits={year.credits} />
          <WeekGoal
            present={year.streak.present.goal}
            chosen={typed?.activeDays ?? String(year.nextGoal)}
            answered={answered}
          />
          <Breaks
            breaks={year.breaks}
            chosen={typed?.form === "declare" ? weekIn(typed) : undefined}
            answered={answered}
          />
        </>
      )}
      {!userId && typed && <NotSaved typed={typed} answered={answered} />}
    </MemberPage>
  )
}

/** The submitted form, if the page was loaded without a session. */
function NotSaved({ typed, answered }: { typed: Typed; answered: Answered | undefined }) {
  const { form, activeDays = "" } = typed
  if (form === "goal") return <WeekGoal present={null} chosen={activeDays} answered={answered} />
  const week = weekIn(typed)
  const ahead = form === "withdraw" && week ? [week] : []
  const chosen = form === "declare" ? week : undefined
  return <Breaks breaks={{ ahead, choices: [] }} chosen={chosen} answered={answered} />
}

/** The week that was sent, if it is a day at all. */
function weekIn({ week = "" }: Typed): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(week) && !Number.isNaN(Date.parse(week)) ? week : undefined
}
