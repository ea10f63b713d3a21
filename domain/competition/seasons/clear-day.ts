import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { daysToCheck } from "./days-to-check.ts"
import { listSeasons } from "./season.ts"
import { settle } from "./settle.ts"

export interface NamedDay {
  season: string
  /** Names in URLs. */
  athlete: string
  /** "2026-11-20" */
  on: string
}

interface Cleared extends NamedDay {
  /** The doubts that the operator has checked (`DayToCheck.seen`). */
  seen: readonly string[]
  by: string
}

type Refused = Refusal<"unknown_season" | "unknown_day">

/**
 * Records that an operator confirmed a day; this applies to every season that the day belongs to. A place that waited
 * only for this is awarded immediately. Errors: `unknown_season`; `unknown_day`: the athlete has no such day in it;
 * `changed`: there is something new to check.
 */
export async function clearDay(
  world: World,
  { season: slug, athlete, on, seen, by }: Cleared,
): Promise<{ ok: true } | Refused | Refusal<"changed">> {
  return world.db.transaction(async (db) => {
    const inside = { ...world, db }
    const season = (await listSeasons(db)).find((one) => one.slug === slug)
    if (!season) return { ok: false, code: "unknown_season" }
    const [row] = await db.sql<{ id: number }>`select id::float8 as id from athletes where slug = ${athlete}`
    const day = row && (await daysToCheck(db, season, [row.id])).find((one) => one.on === on)
    if (!day) return { ok: false, code: "unknown_day" }
    if (JSON.stringify(day.seen) !== JSON.stringify(seen)) return { ok: false, code: "changed" }
    await db.sql`
      insert into private.cleared_days (athlete_id, local_on, seen, cleared_at, cleared_by)
      values (${row.id}, ${on}, ${seen}, ${world.now()}, ${by})
      on conflict (athlete_id, local_on) do update set
        -- What was found right for another season stays so.
        seen = array(select distinct unnest(cleared_days.seen || excluded.seen)),
        cleared_at = excluded.cleared_at, cleared_by = excluded.cleared_by
    `
    await settleWaiting(inside, row.id)
    return { ok: true }
  })
}

/** Reverses `clearDay`. A prize that was awarded meanwhile stays. Errors: `unknown_day`. */
export async function withdrawClearance(
  { db }: Pick<World, "db">,
  { athleteId, on }: { athleteId: number; on: string },
): Promise<{ ok: true } | Refusal<"unknown_day">> {
  const [gone] = await db.sql`
    delete from private.cleared_days where athlete_id = ${athleteId} and local_on = ${on} returning 1
  `
  return gone ? { ok: true } : { ok: false, code: "unknown_day" }
}

async function settleWaiting(inside: World, athleteId: number): Promise<void> {
  const rows = await inside.db.sql<{ seasonId: number }>`
    select season_id as "seasonId" from private.open_places where athlete_id = ${athleteId} order by season_id
  `
  for (const season of await listSeasons(inside.db))
    if (rows.some(({ seasonId }) => seasonId === season.id)) await settle(inside, season)
}
