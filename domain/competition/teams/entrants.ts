/** An athlete in the draw. */
export interface Entrant {
  athlete: number
  /** The points by which the athlete is picked (seed.ts); 0 without points. */
  points: number
  joinedAt: Date
  /** The athlete with whom they want to be in one team. It applies if both name each other. */
  with?: number | undefined
}

/** Two who name each other and are not put into one team, and why (`unitsOf`). */
export interface Apart {
  /** The lower id first. */
  athletes: [number, number]
  why: "no room" | "prize"
}

/** One athlete, or two who stay together. */
export type Unit = readonly Entrant[]

/** By points, then by the time of joining, then by id. */
function inOrder(a: Entrant, b: Entrant): number {
  return b.points - a.points || a.joinedAt.getTime() - b.joinedAt.getTime() || a.athlete - b.athlete
}

/** The mean of a pair, or the points of a single athlete. */
export function meanOf(unit: Unit): number {
  return unit.reduce((sum, { points }) => sum + points, 0) / unit.length
}

/**
 * Athletes without points count as much as the median of the others: most are weaker, but a strong athlete with a new
 * account would decide the race if they counted as the weakest.
 */
function weighed(entrants: readonly Entrant[]): Entrant[] {
  const known = entrants.flatMap(({ points }) => (points > 0 ? [points] : [])).sort((a, b) => a - b)
  const middle = known[Math.floor(known.length / 2)] ?? 0
  return entrants.map((one) => (one.points > 0 ? one : { ...one, points: middle }))
}

/**
 * The units in the order in which they are picked: a pair by its mean, and among equals by the one who joined first.
 * Pairs are kept while there is room; those that were complete last are not. A race with a prize keeps none, because naming the
 * strongest gains something (docs/decisions/2026-11-26-teams.md).
 */
export function unitsOf(
  entrants: readonly Entrant[],
  { mostPairs, hasPrize }: { mostPairs: number; hasPrize: boolean },
): { units: Unit[]; apart: Apart[] } {
  const all = weighed(entrants).sort(inOrder)
  const apart: Apart[] = []
  const kept: Unit[] = []
  for (const pair of mutual(all)) {
    const athletes = pair.map(({ athlete }) => athlete).sort((a, b) => a - b) as [number, number]
    if (hasPrize) apart.push({ athletes, why: "prize" })
    else if (kept.length < mostPairs) kept.push(pair)
    else apart.push({ athletes, why: "no room" })
  }
  const paired = new Set(kept.flat())
  const singles = all.filter((one) => !paired.has(one)).map((one): Unit => [one])
  return { units: [...kept, ...singles].sort((a, b) => inOrder(asOne(a), asOne(b))), apart }
}

/** Pairs who name each other, those that were complete first in front. */
function mutual(entrants: readonly Entrant[]): Unit[] {
  const byAthlete = new Map(entrants.map((one) => [one.athlete, one]))
  const complete = (pair: Unit) => Math.max(...pair.map(({ joinedAt }) => joinedAt.getTime()))
  const lower = (pair: Unit) => Math.min(...pair.map(({ athlete }) => athlete))
  return entrants
    .flatMap((one): Unit[] => {
      const other = byAthlete.get(one.with ?? Number.NaN)
      return other?.with === one.athlete && one.athlete < other.athlete ? [[one, other].sort(inOrder)] : []
    })
    .sort((a, b) => complete(a) - complete(b) || lower(a) - lower(b))
}

function asOne(unit: Unit): Entrant {
  const [first] = unit.toSorted(
    (a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || a.athlete - b.athlete,
  )
  return { ...(first as Entrant), points: meanOf(unit) }
}
