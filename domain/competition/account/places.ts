import type { World } from "#domain/world.ts"
import { type Day, dayIn } from "#primitives/zones.ts"
import type { Boards } from "../boards/board.ts"
import type { StandingRow } from "../boards/standing-row.ts"
import { mine } from "../boards/standings.ts"
import { competitionDay } from "../calendar/period.ts"
import { type OwnEnded, type OwnRaces, ownRaces } from "../seasons/own-races.ts"

type Race = OwnRaces["races"][number]

/** An open board on which the member has points. */
export interface OwnPlace {
  slug: string
  name: string
  from: Day
  /** Null for rolling boards, which have no prize. */
  to: Day | null
  points: number
  rank: number
  total: number
  around: StandingRow[]
  /** Set for the board of a season. */
  race: RaceDetails | null
}

type RaceDetails = Pick<Race, "prize" | "opensAt" | "closesAt" | "gap" | "finish"> & { to: Day }

/** A member's places. */
export interface OwnPlaces {
  /** Races first. */
  open: OwnPlace[]
  /** Races that are on, in which the member has no points yet. */
  waiting: { slug: string; name: string; race: RaceDetails }[]
  ended: OwnEnded[]
  /** The latest day that any of the boards may show. */
  today: Day
}

/** Rows above and below the member's own. */
const neighbors = 2

/** The member's place on every open board, and in the seasons that have just ended. @param zone the member's time zone */
export async function ownPlaces(
  world: World,
  boards: Boards,
  { userId, zone }: { userId: string; zone: string },
): Promise<OwnPlaces> {
  const now = world.now()
  const { races, ended } = await ownRaces(world, boards, userId)
  const open = boards.shown().map(async ({ slug, name }): Promise<OwnPlace[]> => {
    const board = boards.find(slug, now)
    if (!board) return []
    const race = races.find((one) => one.board === slug)
    const place = race ? race.place : await placeOn(world, boards, { slug, userId })
    const points = place?.around.find((row) => row.mine)?.points ?? 0
    if (!place || points === 0) return []
    const { from, to } = board
    return [{ slug, name, from, to, points, ...place, race: race && to !== null ? raceOf(race, to) : null }]
  })
  // Days are in the member's zone, so the newest may be ahead of the competition's.
  const [, today = ""] = [dayIn(now, zone), competitionDay(now)].sort()
  const waiting = races.flatMap((race) => {
    const to = boards.find(race.board, now)?.to
    return race.place === null && to ? [{ slug: race.board, name: race.name, race: raceOf(race, to) }] : []
  })
  return { open: (await Promise.all(open)).flat(), waiting, ended, today }
}

async function placeOn(
  world: World,
  boards: Boards,
  { slug, userId }: { slug: string; userId: string },
): Promise<Race["place"]> {
  const found = await mine(world, boards, { slug, viewer: userId, neighbors })
  if (!found.ok) return null
  const { rank, total, around } = found.mine
  return { rank, total, around }
}

function raceOf({ prize, opensAt, closesAt, gap, finish }: Race, to: Day): RaceDetails {
  return { prize, opensAt, closesAt, gap, finish, to }
}
