import { z } from "zod"
import type { World } from "#domain/world.ts"
import { findRace } from "../races/race.ts"
import type { RaceTables } from "../races/tables.ts"
import type { TeamTables } from "../teams/tables.ts"
import { shownRace } from "./shown-race.ts"

/** A row of `public.race_standings`; hidden values are null. */
interface RaceStanding {
  rank: number | null
  athlete: string | null
  team: string | null
  name: string | null
  value: number | null
  days: number | null
  /** `after` of the rows below this one. */
  next: number
  sample: boolean
  credits: readonly string[] | null
}

/** The columns of `public.race_standings` with their types in SQL, in its order. */
export const raceStandingColumns = {
  rank: "bigint",
  athlete: "text",
  team: "text",
  name: "text",
  value: "integer",
  days: "integer",
  next: "integer",
  sample: "boolean",
  credits: "text[]",
} satisfies Record<keyof RaceStanding, string>

/** Numbers arrive as texts in the query of a GET. */
const whole = z
  .union([z.int(), z.string().regex(/^-?\d{1,9}$/)])
  .transform(Number)
  .nullish()
const asked = z.strictObject({ season: z.string(), race: z.string(), page_size: whole, after: whole })

/**
 * The rows that `public.race_standings` would return, from the tables in memory: those of its page, and also of races of teams and of
 * rise, which the database has only once they are final. Null if the database has to answer: for a race that is final or not
 * shown, and for arguments that it refuses.
 * @param viewer the signed-in account; null for a visitor
 */
export async function raceStandings(
  world: World,
  tables: { raceTables: RaceTables; teamTables: TeamTables },
  given: Readonly<Record<string, unknown>>,
  viewer: string | null,
): Promise<RaceStanding[] | null> {
  const parsed = asked.safeParse(given)
  if (!parsed.success) return null
  const { season, race: name, page_size, after: from } = parsed.data
  const address = { season, name }
  const race = await findRace(world.db, address)
  if (!race || race.closedAt) return null
  const limit = Math.min(Math.max(page_size ?? 50, 1), 100)
  const after = Math.max(from ?? 0, 0)
  const shown = await shownRace(world, tables, { ...address, viewer, after, limit })
  if (!shown || shown.kind === "goal") return []
  if (shown.kind === "teams")
    return shown.rows
      .slice(after, after + limit)
      .map(({ place, name, points, activeDays, credits }, index) => ({
        ...{ rank: place, athlete: null, team: name, name: null, value: points, days: activeDays },
        ...{ next: after + index + 1, sample: false, credits: credits.length > 0 ? credits : null },
      }))
  return shown.rows.map(({ rank, athlete, name, value, days, sample, credits }, index) => ({
    ...{ rank, athlete, team: null, name, value, days: value === null ? null : days, sample },
    ...{ next: after + index + 1, credits: credits.length > 0 ? credits : null },
  }))
}
