/** Somebody who is to be put into a team. */
export interface Entrant {
  athlete: number
  /** What the draw goes by (seed.ts); 0 for a newcomer. */
  points: number
  joinedAt: Date
  /** The athlete with whom they want to be in one team. It applies if both name each other. */
  with?: number | undefined
}

/** One step of the draw, from which anybody can repeat it. */
interface Pick {
  /** From 1 on. The two of a pair are picked one after the other. */
  pick: number
  athlete: number
  points: number
  /** Of a pair: the other one, and the mean of both, by which the pair is picked. */
  pair?: { with: number; mean: number }
  /** From 1 on. */
  team: number
}

interface Draw {
  /** Athletes of team 1, 2, ... in the order of their picks. Sizes differ by at most one. */
  teams: number[][]
  picks: Pick[]
  /** Pairs that could not be kept, because no team had two spots for them. */
  apart: [number, number][]
}

/** One athlete, or two who stay together. */
type Unit = readonly Entrant[]

/**
 * Puts athletes into equal teams, without chance. The strongest is picked first; of equal points who joined earlier, then
 * the lower id. So newcomers come last, in the order in which they joined. Picks go to teams 1 to n, then n to 1, then
 * 1 to n again. A pair takes the spot whose turn it is and the next one of the same team. A spot is passed over only if
 * otherwise a pair would find no team with two spots left. If the teams have no spots for all pairs, those that were
 * complete last are not kept.
 * @param teams how many, at least 1
 * @param hasPrize then a pair needs points of both, because nobody knows how strong a newcomer is
 */
export function draw(entrants: readonly Entrant[], teams: number, { hasPrize }: { hasPrize: boolean }): Draw {
  const spots = snake(entrants.length, teams)
  const room = Array.from({ length: teams }, (_, nr) => spots.filter((team) => team === nr + 1).length)
  let roomForPairs = room.reduce((sum, left) => sum + Math.floor(left / 2), 0)
  const { units, apart } = unitsOf(entrants, { mostPairs: roomForPairs, hasPrize })
  let pairsLeft = units.filter((unit) => unit.length === 2).length
  const drawn: Draw = { teams: room.map(() => []), picks: [], apart }
  for (const unit of units) {
    if (unit.length === 2) pairsLeft--
    const roomAfter = (team: number) => {
      const left = room[team - 1] ?? 0
      return left < unit.length
        ? -1
        : roomForPairs - Math.floor(left / 2) + Math.floor((left - unit.length) / 2)
    }
    const team = spots.find((one) => roomAfter(one) >= pairsLeft) as number
    roomForPairs = roomAfter(team)
    for (const one of unit) {
      spots.splice(spots.indexOf(team), 1)
      room[team - 1] = (room[team - 1] ?? 0) - 1
      drawn.teams[team - 1]?.push(one.athlete)
      drawn.picks.push({ pick: drawn.picks.length + 1, ...stepOf(one, unit), team })
    }
  }
  return drawn
}

/** The teams of all spots in their order: 1, 2, 3, 3, 2, 1, 1, 2. */
function snake(spots: number, teams: number): number[] {
  return Array.from({ length: spots }, (_, nr) => {
    const at = nr % teams
    return Math.floor(nr / teams) % 2 === 0 ? at + 1 : teams - at
  })
}

function unitsOf(
  entrants: readonly Entrant[],
  { mostPairs, hasPrize }: { mostPairs: number; hasPrize: boolean },
): { units: Unit[]; apart: [number, number][] } {
  const byAthlete = new Map(entrants.map((one) => [one.athlete, one]))
  const wished = entrants.flatMap((one): [Entrant, Entrant][] => {
    const other = one.with === undefined ? undefined : byAthlete.get(one.with)
    const isMutual = other?.with === one.athlete && one.athlete < other.athlete
    const isKnown = !hasPrize || Math.min(one.points, other?.points ?? 0) > 0
    return other && isMutual && isKnown ? [[one, other]] : []
  })
  const complete = (pair: Unit) => Math.max(...pair.map(({ joinedAt }) => joinedAt.getTime()))
  const pairs = wished.sort((a, b) => complete(a) - complete(b) || a[0].athlete - b[0].athlete)
  const kept = pairs.slice(0, mostPairs)
  const paired = new Set(kept.flat())
  const units: Unit[] = [...kept.map((pair) => pair.toSorted(inOrder)), ...singles(entrants, paired)]
  return {
    units: units.sort((a, b) => inOrder(asOne(a), asOne(b))),
    apart: pairs.slice(mostPairs).map(([a, b]) => [a.athlete, b.athlete]),
  }
}

function singles(entrants: readonly Entrant[], paired: ReadonlySet<Entrant>): Unit[] {
  return entrants.filter((one) => !paired.has(one)).map((one) => [one])
}

/** A pair is picked by its mean, and among equals by the one who joined first. */
function asOne(unit: Unit): Entrant {
  const [first] = unit.toSorted(
    (a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || a.athlete - b.athlete,
  )
  return { ...(first as Entrant), points: meanOf(unit) }
}

function meanOf(unit: Unit): number {
  return unit.reduce((sum, { points }) => sum + points, 0) / unit.length
}

function inOrder(a: Entrant, b: Entrant): number {
  return b.points - a.points || a.joinedAt.getTime() - b.joinedAt.getTime() || a.athlete - b.athlete
}

function stepOf({ athlete, points }: Entrant, unit: Unit): Omit<Pick, "pick" | "team"> {
  const other = unit.find((one) => one.athlete !== athlete)
  return other ? { athlete, points, pair: { with: other.athlete, mean: meanOf(unit) } } : { athlete, points }
}
