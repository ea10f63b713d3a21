import { Link } from "react-router"
import { grouped, ordinal } from "#content/amounts.ts"
import type { PublicWinner } from "#domain/competition/seasons/results.ts"
import { useCheers } from "../../community/use-cheers.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Credit } from "../../ui/credit.tsx"
import { SampleMark } from "./sample-mark.tsx"

/**
 * Winners of a closed season and their prizes. A winner hidden from visitors is "an athlete".
 * @param until the last day of the season, the latest that can be cheered here; without it none, for a list of many seasons
 */
export function Winners({ winners, until }: { winners: readonly PublicWinner[]; until?: string }) {
  const cheers = useCheers(until ? winners.map(({ athlete }) => athlete) : [], {
    days: 1,
    ...(until && { until }),
  })
  return (
    <ol className="mt-4">
      {winners.map(({ place, title, name, athlete, photo, figure, points, credits, sample }) => (
        <li
          key={place}
          className="grid grid-cols-[min(3.25rem,16vw)_48px_minmax(0,1fr)_auto] items-center gap-x-[min(0.75rem,3.75vw)] border-b border-line py-4 sm:grid-cols-[4.25rem_3rem_minmax(0,1fr)_auto] sm:gap-x-4"
        >
          <span
            className={`display figures text-card whitespace-nowrap ${place === 1 ? "justify-self-start bg-mark px-1.5 text-on-mark print:text-text" : "px-1.5"}`}
          >
            {ordinal(place)}
          </span>
          <AthleteFace of={{ photo, figure, athlete }} side={48} />
          <span className="min-w-0">
            {athlete && name ? (
              <Link
                to={`/leaderboard/athletes/${athlete}`}
                className="inline-block max-w-full py-1 align-middle font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {name}
                {sample && <SampleMark />}
              </Link>
            ) : (
              <span className="text-muted">An athlete</span>
            )}
            <span className="block text-small text-muted">{title}</span>
            <Credit names={credits} />
            {cheers && athlete && name && (
              <cheers.Day cheers={cheers} athlete={athlete} on={null} name={name} />
            )}
          </span>
          <span className="display figures text-card">{points === null ? "" : grouped(points)}</span>
        </li>
      ))}
    </ol>
  )
}
