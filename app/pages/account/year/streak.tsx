import { countOf } from "#content/amounts.ts"
import { restsInWords, streakInWords, weekInWords } from "#content/streak-words.ts"
import type { OwnYear } from "#domain/competition/streaks/own-year.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { Part } from "../part.tsx"

/** The current streak, the current week, and the saved rest weeks. */
export function Streak({ streak }: { streak: OwnYear["streak"] }) {
  const { goal } = streak.present
  return (
    <Part
      id="streak"
      title="Streak"
      text={`A week from Monday to Sunday counts with ${goal} active days. Rest is part of it: saved rest weeks are used automatically.`}
      action={
        <ButtonLink to="#week-goal" look="quiet" document>
          Change My Weeks
        </ButtonLink>
      }
    >
      <p className="display figures text-section">{streakInWords(streak)}</p>
      <div className="mt-3 grid max-w-[62ch] gap-1">
        {(streak.weeks > 0 || streak.present.activeDays > 0) && (
          <p className="figures">{weekInWords(streak)}</p>
        )}
        {streak.weeks > 0 && <p className="figures">{restsInWords(streak)}</p>}
        {streak.longest > streak.weeks && (
          <p className="figures text-muted">Your longest: {countOf(streak.longest, "week")}.</p>
        )}
      </div>
    </Part>
  )
}
