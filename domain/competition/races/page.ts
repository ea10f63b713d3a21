import { isOfTeams } from "#content/races.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import { competitionDay } from "../calendar/period.ts"
import type { Rise } from "../rise/rise.ts"
import { findRace, type Race } from "./race.ts"
import type { Placed } from "./ranking.ts"
import { frozenTable } from "./results.ts"
import { revisionOf } from "./revision.ts"
import { riseOfAthlete } from "./rise-values.ts"
import { type RaceRow, shownRows } from "./rows.ts"
import type { RaceTables } from "./tables.ts"

export interface RacePage {
  race: Race
  /** Athletes with a place. */
  total: number
  rows: RaceRow[]
  /** `after` of the next page; null on the last one. */
  next: number | null
  /** Of the whole table: it differs once a place has changed. */
  revision: string
}

/** The address of a race. */
export interface RaceAddress {
  season: string
  name: string
}

/** The table of a race: the current one, or the frozen one. */
async function tableOf(world: World, tables: RaceTables, race: Race): Promise<readonly Placed[]> {
  return race.closedAt ? frozenTable(world.db, race) : (await tables.read(race)).placed
}

/**
 * One page of a race of athletes, best first, as the viewer may see it. Errors: `unknown_race`, also for one of teams and for
 * a joint goal.
 * @param viewer the signed-in account; null for a visitor
 * @param after rows before the page
 */
export async function racePage(
  world: World,
  tables: RaceTables,
  {
    season,
    name,
    viewer,
    after,
    limit,
  }: RaceAddress & { viewer: string | null; after: number; limit: number },
): Promise<{ ok: true; page: RacePage } | { ok: false; code: "unknown_race" }> {
  const race = await findRace(world.db, { season, name })
  if (race?.entrants !== "athletes") return { ok: false, code: "unknown_race" }
  const placed = await tableOf(world, tables, race)
  const rows = await shownRows(world, race, placed.slice(after, after + limit), viewer)
  const next = after + limit < placed.length ? after + limit : null
  return { ok: true, page: { race, total: placed.length, rows, next, revision: revisionOf(placed) } }
}

/** The signed-in athlete's own place. */
export interface OwnRacePlace {
  /** Null without a place. */
  rank: number | null
  total: number
  value: number
  days: number
  /** How many more counted days a place requires. */
  missingDays: number
  /** In a race of rise, how the value came about; null without points in the season. */
  rise?: Rise | null
}

/** The place of an account in a race. Errors: `unknown_race`; `not_joined`: the account has no athlete. */
export async function ownRacePlace(
  world: World,
  tables: RaceTables,
  { season, name, viewer }: RaceAddress & { viewer: string },
): Promise<{ ok: true; place: OwnRacePlace } | { ok: false; code: "unknown_race" | "not_joined" }> {
  const race = await findRace(world.db, { season, name })
  if (!race || isOfTeams(race)) return { ok: false, code: "unknown_race" }
  const me = await athleteIdOf(world.db, viewer)
  if (me === null) return { ok: false, code: "not_joined" }
  const placed = await tableOf(world, tables, race)
  const mine = placed.find(({ athlete }) => athlete === me)
  const value = mine ?? (race.closedAt ? undefined : (await tables.read(race)).values.get(me))
  const days = value?.days ?? 0
  const missingDays = Math.max(0, race.leastDays - days)
  const place = {
    rank: mine?.rank ?? null,
    total: placed.length,
    value: value?.value ?? 0,
    days,
    missingDays,
  }
  if (race.metric !== "rise" || race.seasonId === null) return { ok: true, place }
  const asked = { season: race.seasonId, today: competitionDay(world.now()), athlete: me }
  const rise = (await riseOfAthlete(world.db, asked)) ?? null
  // A recording that arrived after the season was closed changes the past, and not the result.
  const isStale = race.closedAt !== null && mine !== undefined && mine.value !== rise?.percent
  return { ok: true, place: { ...place, rise: isStale ? null : rise } }
}
