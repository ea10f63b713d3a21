import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import type { Metric } from "#content/races.ts"
import type { RaceRow } from "#domain/competition/races/rows.ts"
import { AthleteFace } from "../../../people/athlete-face.tsx"
import { Chevron } from "../../../ui/chevron.tsx"
import { Credit } from "../../../ui/credit.tsx"
import { RowDetails } from "../row-details.tsx"
import { SampleMark } from "../sample-mark.tsx"
import { RaceDays } from "./race-days.tsx"
import { RaceValue } from "./race-value.tsx"

/** One athlete in a side race. Opening the row loads the days that its value comes from. */
export function SideRaceRow({
  row,
  race,
  token,
}: {
  row: RaceRow
  race: { season: string; name: string; metric: Metric }
  token: string | null
}) {
  const { athlete } = row
  // A rise has no days to open into; what it is compared with is known to its athlete alone.
  const opens = athlete !== null && race.metric !== "rise"
  return (
    <li className={`group/row relative border-b border-line ${row.mine ? "bg-volt text-ink" : ""}`}>
      <div
        className={`grid min-h-16 grid-cols-[2.5rem_2.5rem_minmax(0,1fr)_auto_1rem] items-center gap-x-3 px-2 py-2.5 sm:px-4 ${opens ? "pointer-events-none relative z-10" : ""}`}
      >
        <span className="display figures text-card">
          <span className="sr-only">Rank </span>
          {row.rank}
        </span>
        <AthleteFace of={row} side={40} />
        <span className="min-w-0">
          {athlete && row.name ? (
            <Link
              to={`/leaderboard/athletes/${athlete}`}
              className={`${opens ? "pointer-events-none sm:pointer-events-auto" : ""} font-semibold wrap-anywhere underline-offset-4 hover:underline`}
            >
              {row.name}
            </Link>
          ) : (
            <span className="text-muted">Private athlete</span>
          )}{" "}
          {row.sample && <SampleMark />}
          <Credit names={row.credits} />
        </span>
        <span className="text-right">
          <span className="display figures block text-card leading-none">
            {row.value === null ? "–" : <RaceValue metric={race.metric} value={row.value} />}
          </span>
          {race.metric !== "active_days" && race.metric !== "rise" && row.days !== null && (
            <span className="figures block text-label text-muted">{countOf(row.days, "day")}</span>
          )}
        </span>
        <Chevron
          className={`size-4 ${opens ? "opacity-50" : "invisible"} group-has-[details[open]]/row:rotate-180`}
        />
      </div>
      {opens && (
        <RowDetails athlete={athlete} name={row.name} says="The days of">
          <RaceDays race={race} athlete={athlete} value={row.value} token={token} />
        </RowDetails>
      )}
    </li>
  )
}
