import { competition } from "#content/competitions.ts"
import type { ScoreLine } from "#domain/competition/scoring/score.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { DayBars } from "../../leaderboard/day-bars.tsx"
import { DayReasons } from "../../leaderboard/why.tsx"
import { Failed } from "../failed.tsx"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"

interface DayRow {
  local_on: string
  points: number
  active: boolean
  lines: ScoreLine[]
  credits: string[] | null
}

/** The member's last four weeks by day, with what earned the points; nothing until there are some. */
export function OwnDays() {
  const { data, error, refetch } = useRows<DayRow[]>(["days"], (client) =>
    client
      .from("athlete_days")
      .select("local_on,points,active,lines,credits")
      .gt("points", 0)
      .order("local_on", { ascending: false })
      .limit(28),
  )
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: competition.timeZone })
  const days = data?.value.map(({ local_on: on, credits, ...day }) => ({
    on,
    ...day,
    credits: credits ?? [],
  }))
  if (!error && !days?.length) return null
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
      {error && <Failed what="Your points" onRetry={() => void refetch()} />}
      {days && days.length > 0 && (
        <>
          <DayBars days={days} today={today} />
          <div className="mt-8">
            <DayReasons days={days} />
          </div>
        </>
      )}
    </Part>
  )
}
