import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import type { Metric } from "#content/races.ts"
import type { OwnRacePlace as Place } from "#domain/competition/races/page.ts"
import { readBoard } from "../read-board.ts"
import { RaceValue } from "./race-value.tsx"

/** The signed-in athlete's place in a side race, in one sentence; nothing for visitors. */
export function OwnRacePlace(props: {
  /** Below /boards. */
  path: string
  metric: Metric
  token: string | null
  /** Read again when it changes. */
  state: unknown
}) {
  const { path, metric, token } = props
  const { data } = useQuery({
    queryKey: ["own-race-place", path, token, props.state],
    enabled: token !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readBoard<{ joined: boolean; place: Place | null }>(`${path}/mine`, token, signal),
  })
  if (token === null || !data?.place) return null
  const { rank, total, value, missingDays } = data.place
  return (
    <p className="mt-6 bg-volt px-4 py-3 font-semibold text-ink">
      {rank !== null ? (
        <>
          You are {ordinal(rank)} of {grouped(total)}, with <RaceValue metric={metric} value={value} />.
        </>
      ) : value > 0 ? (
        `${countOf(missingDays, "more counted day")} and you have a place.`
      ) : (
        "Your first activity that counts for this race puts you on the table."
      )}
    </p>
  )
}
