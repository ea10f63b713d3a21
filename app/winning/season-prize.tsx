import { longDay, weekday } from "#content/dates.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { ClosesIn } from "./closes-in.tsx"
import { Prizes } from "./prizes.tsx"

const dayMs = 86_400_000

/**
 * One season with its prizes and the time left. `today`: the day on the competition's calendar. `brief`: on a member's phone only
 * the first prize, because their own place comes first.
 */
export function SeasonPrize(props: { season: Winnable; today: string; brief?: boolean }) {
  const { season, today, brief = false } = props
  const daysLeft = Math.max(0, Math.round((Date.parse(season.to) - Date.parse(today)) / dayMs) + 1)
  return (
    <>
      <Prizes season={season} brief={brief} />
      <ClosesIn
        at={season.closesAt}
        lastDay={`${weekday(season.to)}, ${longDay(season.to)}`}
        daysLeft={daysLeft}
        className={brief ? "mt-5 max-sm:in-data-session:mt-3" : "mt-5"}
      />
    </>
  )
}
