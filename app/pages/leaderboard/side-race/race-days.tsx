import { kindWords } from "#content/activity-kinds.ts"
import type { Metric } from "#content/races.ts"
import type { RaceDay } from "#domain/competition/races/why.ts"
import { useCheers } from "../../../community/use-cheers.ts"
import { useRead } from "../../../live/use-read.ts"
import { Button } from "../../../ui/button.tsx"
import { DayRow } from "../day-row.tsx"
import { readBoard } from "../read-board.ts"
import { RaceValue } from "./race-value.tsx"

interface RaceDaysProps {
  race: { season: string; name: string; metric: Metric }
  athlete: string
  /** Loaded again when it changes. */
  value: number | null
  token: string | null
}

/** How an athlete's value in a side race adds up, latest day first. */
export function RaceDays({ race, athlete, value, token }: RaceDaysProps) {
  const key = [race.season, race.name, athlete, token ?? ""].join(" ")
  const days = useRead(
    key,
    (signal) =>
      readBoard<{ days: RaceDay[] }>(
        `races/${race.season}/${race.name}/athletes/${athlete}.json`,
        token,
        signal,
      ),
    { state: String(value) },
  )
  const data = days.value
  const cheers = useCheers([athlete], { days: 31 })
  if (days.failed)
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-small text-danger">The days did not load.</p>
        <Button look="quiet" onClick={days.retry}>
          Try again
        </Button>
      </div>
    )
  if (!data)
    return (
      <p aria-busy="true" className="text-small text-muted">
        Loading the days…
      </p>
    )
  if (data.days.length === 0)
    return <p className="text-small text-muted">This athlete’s days are not public.</p>
  return (
    <ol className="border-t border-line">
      {data.days.map((day) => (
        <DayRow
          key={day.on}
          on={day.on}
          value={<RaceValue metric={race.metric} value={day.value} />}
          dropped={!day.kept}
          credits={day.credits}
          cheer={cheers && { cheers, athlete }}
        >
          <span className="text-muted">
            <Reason day={day} metric={race.metric} />
          </span>
        </DayRow>
      ))}
    </ol>
  )
}

/** Why a day adds what it adds; empty for a plain day. */
function Reason({ day, metric }: { day: RaceDay; metric: Metric }) {
  if (!day.kept) return "Not counted: the week has better days."
  if (day.firstKinds) return day.firstKinds.map((kind) => kindWords[kind].noun).join(", ")
  if (day.whole === day.value) return null
  return (
    <>
      Of <RaceValue metric={metric} value={day.whole} />, as much as a day may add
    </>
  )
}
