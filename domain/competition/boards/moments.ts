import type { MomentKind } from "#content/moments.ts"
import type { Day } from "#primitives/zones.ts"
import type { AthleteResults } from "./athlete-results.ts"

/** An achievement of an athlete, derived from the current data. It names nobody else. */
export type Moment = { kind: MomentKind } & (
  | { kind: "first-points"; on: Day; points: number }
  | { kind: "best-day"; on: Day; points: number }
  /** Places gained on a running board since the day began. */
  | { kind: "passing"; board: string; name: string; places: number; rank: number; total: number }
  | { kind: "final" | "finisher"; season: AthleteResults["seasons"][number] }
)

/** The final place and, for a finisher, that fact: the greater achievement first. */
function momentsOfSeason(season: AthleteResults["seasons"][number]): Moment[] {
  const final: Moment = { kind: "final", season }
  if (season.finishDays === null || season.activeDays < season.finishDays) return [final]
  const finisher: Moment = { kind: "finisher", season }
  return season.rank <= podium ? [final, finisher] : [finisher, final]
}

/** Places up to this one are a greater achievement than finishing. */
const podium = 3

/** The number of other days needed before one can be the best. */
const daysToCompare = 3

/** How long a closed season counts as a moment, in days. */
const finalDays = 21

/**
 * The moments of an athlete, from what visitors may see of them.
 * @param board the board whose place counts: the race with a prize that closes first
 */
export function momentsOf(
  results: Pick<AthleteResults, "days" | "places" | "seasons">,
  { board, today }: { board: string | null; today: Day },
): Moment[] {
  const shown = results.days.flatMap(({ on, points }) => (points ? [{ on, points }] : []))
  const moments: Moment[] = []
  const [season] = results.seasons
  if (season && Date.parse(today) - Date.parse(season.to) <= finalDays * 86_400_000)
    moments.push(...momentsOfSeason(season))
  const place = results.places.find((one) => one.board === board)
  const gained = place?.rankYesterday ? place.rankYesterday - place.rank : 0
  if (place && gained > 0)
    moments.push({
      kind: "passing",
      board: place.board,
      name: place.name,
      places: gained,
      rank: place.rank,
      total: place.total,
    })
  const best = shown.toSorted((a, b) => b.points - a.points || a.on.localeCompare(b.on))[0]
  if (best && shown.length >= daysToCompare) moments.push({ kind: "best-day", ...best })
  const [only] = shown
  if (only && shown.length === 1) moments.push({ kind: "first-points", ...only })
  return moments
}
