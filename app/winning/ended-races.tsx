import { type ComponentProps, lazy, Suspense } from "react"
import type { ToldEnded } from "./ended-of.ts"
import type { EndedRace as Ended } from "./ended-race.tsx"

// On most days no race has just ended, and then nobody loads what shows it.
const EndedRace = lazy(async () => ({ default: (await import("./ended-race.tsx")).EndedRace }))

/** The results of the seasons that have just ended. */
export function EndedRaces({
  seasons,
  ...look
}: { seasons: readonly ToldEnded[] } & Omit<ComponentProps<typeof Ended>, "season">) {
  return (
    <Suspense>
      {seasons.map((season) => (
        <EndedRace key={season.season} season={season} {...look} />
      ))}
    </Suspense>
  )
}
