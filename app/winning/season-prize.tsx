import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { longDay, weekday } from "../day.ts"
import { ClosesIn } from "./closes-in.tsx"
import { Prizes } from "./prizes.tsx"

const dayMs = 86_400_000

/** One season with its prizes and the time left. `today`: the day on the competition's calendar. */
export function SeasonPrize({ season, today }: { season: Winnable; today: string }) {
  const daysLeft = Math.max(0, Math.round((Date.parse(season.to) - Date.parse(today)) / dayMs) + 1)
  return (
    <>
      <Prizes season={season} />
      <ClosesIn
        at={season.closesAt}
        lastDay={`${weekday(season.to)}, ${longDay(season.to)}`}
        daysLeft={daysLeft}
        className="mt-5"
      />
    </>
  )
}
