import { countOf, rankAmong } from "#content/amounts.ts"
import type { Metric } from "#content/races.ts"
import type { OwnRacePlace as Place } from "#domain/competition/races/page.ts"
import { useRead } from "../../../live/use-read.ts"
import { readBoard } from "../read-board.ts"
import { OwnRise } from "./own-rise.tsx"
import { RaceValue } from "./race-value.tsx"

/** The signed-in athlete's place in a side race, in one sentence; nothing for visitors. */
export function OwnRacePlace(props: {
  /** Below /boards. */
  path: string
  metric: Metric
  token: string | null
  /** Read again when it changes. */
  state: string
  /** A joint goal has no places. */
  joint?: boolean
}) {
  const { path, metric, token } = props
  const key = token && `${path} ${token}`
  const { before } = useRead(
    key,
    (signal) => readBoard<{ joined: boolean; place: Place | null }>(`${path}/mine`, token, signal),
    { state: props.state },
  )
  if (token === null || !before?.place) return null
  const { rank, total, value, missingDays, rise } = before.place
  if (rise !== undefined) return <OwnRise rank={rank} total={total} rise={rise} />
  return (
    <p className="mt-6 bg-volt px-4 py-3 font-semibold text-ink">
      {props.joint ? (
        value > 0 ? (
          <>
            <RaceValue metric={metric} value={value} /> of it {value === 1 ? "is" : "are"} yours.
          </>
        ) : (
          "Your next activity that counts adds to it."
        )
      ) : rank !== null ? (
        <>
          You are {rankAmong({ rank, total })}, with <RaceValue metric={metric} value={value} />.
        </>
      ) : value > 0 ? (
        `${countOf(missingDays, "more counted day")} and you have a place.`
      ) : (
        "Your first activity that counts for this race puts you on the table."
      )}
    </p>
  )
}
