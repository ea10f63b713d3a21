import type { ExplainedDay } from "#domain/competition/scoring/explain.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { DayBars } from "../../leaderboard/day-bars.tsx"
import { DayReasons } from "../../leaderboard/why.tsx"
import { Part } from "../part.tsx"

/** The member's last four weeks by day, with what earned the points; nothing until there are some. */
export function OwnDays({ days, today }: { days: readonly ExplainedDay[]; today: string }) {
  if (days.length === 0) return null
  return (
    <Part
      id="points"
      title="My points"
      text="Day by day, and what earned them."
      action={
        <ButtonLink to="/account/year" look="quiet">
          See Your Year
        </ButtonLink>
      }
    >
      <DayBars days={days} today={today} />
      <div className="mt-8">
        <DayReasons days={[...days]} />
      </div>
    </Part>
  )
}
