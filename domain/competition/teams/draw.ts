import { type Apart, type Entrant, meanOf, type Unit, unitsOf } from "./entrants.ts"

/** One step of the draw. Together, the steps let anybody repeat it. */
interface Pick {
  /** From 1 on. The two of a pair are picked one after the other. */
  pick: number
  athlete: number
  /** The points by which the athlete is picked; the median for an athlete without points. */
  points: number
  /** For a pair: the other athlete, and the mean of both, by which the pair is picked. */
  pair?: { with: number; mean: number }
  /** From 1 on. */
  team: number
  /** Points of the team after this pick. */
  teamPoints: number
}

interface Draw {
  /** Athletes of team 1, 2, ... in the order of their picks. Sizes differ by at most one. */
  teams: number[][]
  picks: Pick[]
  apart: Apart[]
}

/** A team while it is drawn. */
interface Drawing {
  team: number
  athletes: number[]
  points: number
  /** Spots that every team has. */
  room: number
  /** Whether it has one more member than the smallest teams. */
  hasExtra: boolean
}

/**
 * Puts athletes into equal teams, without chance. The strongest is picked first. Each joins the team with the fewest
 * members; among those, the one with the fewest points so far; then the lower number. So the first two rounds are a
 * snake draft (1 to n, n to 1), and later ones even out the remaining differences. A pair takes two spots at once. A
 * team is skipped only if otherwise no team would have two spots left for a pair.
 * @param teams how many, at least 1
 * @param hasPrize then nobody is kept together (`unitsOf`)
 */
export function draw(entrants: readonly Entrant[], teams: number, { hasPrize }: { hasPrize: boolean }): Draw {
  const size = Math.floor(entrants.length / teams)
  const drawing = Array.from(
    { length: teams },
    (_, nr): Drawing => ({ team: nr + 1, athletes: [], points: 0, room: size, hasExtra: false }),
  )
  const left = { extras: entrants.length % teams, roomForPairs: teams * Math.floor(size / 2), pairs: 0 }
  const { units, apart } = unitsOf(entrants, { mostPairs: left.roomForPairs, hasPrize })
  left.pairs = units.filter((unit) => unit.length === 2).length
  const picks: Pick[] = []
  for (const unit of units) {
    const spots = drawing.filter((one) => spotFor(unit, one, left) !== null)
    const next = spots.reduce((one, other) => (isBefore(other, one) ? other : one))
    take(unit, next, left)
    for (const one of unit) {
      next.athletes.push(one.athlete)
      next.points += one.points
      picks.push({
        ...{ pick: picks.length + 1, athlete: one.athlete, points: one.points, ...pairOf(one, unit) },
        ...{ team: next.team, teamPoints: next.points },
      })
    }
  }
  return { teams: drawing.map(({ athletes }) => athletes), picks, apart }
}

/** The spots left for athletes who have not been picked yet. */
interface Left {
  /** Spots beyond those that every team has. */
  extras: number
  /** Pairs for which there is room in the spots that every team has. */
  roomForPairs: number
  pairs: number
}

/** Whether a team has a spot, leaving room for the pairs that are still to be picked. */
function spotFor(unit: Unit, { room, hasExtra }: Drawing, { extras, roomForPairs, pairs }: Left) {
  if (unit.length === 2) return room >= 2 ? "room" : null
  const breaksPair = room % 2 === 0
  if (room > 0 && roomForPairs - Number(breaksPair) >= pairs) return "room"
  return extras > 0 && !hasExtra ? "extra" : null
}

function take(unit: Unit, team: Drawing, left: Left) {
  if (spotFor(unit, team, left) === "extra") {
    team.hasExtra = true
    left.extras--
    return
  }
  left.roomForPairs -= Math.floor(team.room / 2) - Math.floor((team.room - unit.length) / 2)
  team.room -= unit.length
  if (unit.length === 2) left.pairs--
}

function isBefore(a: Drawing, b: Drawing): boolean {
  return (a.athletes.length - b.athletes.length || a.points - b.points || a.team - b.team) < 0
}

function pairOf({ athlete }: Entrant, unit: Unit): Partial<Pick> {
  const other = unit.find((one) => one.athlete !== athlete)
  return other ? { pair: { with: other.athlete, mean: meanOf(unit) } } : {}
}
