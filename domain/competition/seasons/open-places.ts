import type { Db } from "#ports/db.ts"
import type { Allocated } from "./allocate.ts"
import { daysToCheck, isDoubtful } from "./days-to-check.ts"
import type { SeasonRow } from "./season.ts"

/**
 * The places that cannot be awarded yet, because a day of the prospective winner has not been checked. Athletes who
 * already have a prize of the season were checked when it was awarded.
 */
export async function placesToLeaveOpen(
  db: Db,
  season: SeasonRow,
  allocated: readonly Allocated[],
): Promise<Allocated[]> {
  const holders = await db.sql<{ athleteId: number }>`
    select athlete_id::float8 as "athleteId" from prizes
    where season_id = ${season.id} and status <> 'withdrawn' and athlete_id is not null
  `
  const fresh = allocated.filter((one) => !holders.some(({ athleteId }) => athleteId === one.athleteId))
  const days = await daysToCheck(
    db,
    season,
    fresh.map(({ athleteId }) => athleteId),
  )
  const doubtful = new Set(days.filter(isDoubtful).map(({ athleteId }) => athleteId))
  return fresh.filter(({ athleteId }) => doubtful.has(athleteId))
}

/** Stores which places stay open, for reminders and pages. */
export async function storeOpenPlaces(
  db: Db,
  { season, open, now }: { season: SeasonRow; open: readonly Allocated[]; now: Date },
): Promise<void> {
  const places = open.map(({ place }) => place)
  await db.sql`delete from private.open_places where season_id = ${season.id} and place <> all(${places}::smallint[])`
  await db.sql`
    insert into private.open_places as o (season_id, place, athlete_id, since)
    select ${season.id}, place, athlete_id, ${now}
    from unnest(${places}::smallint[], ${open.map(({ athleteId }) => athleteId)}::bigint[]) as p (place, athlete_id)
    on conflict (season_id, place) do update set athlete_id = excluded.athlete_id, since = excluded.since
    where o.athlete_id is distinct from excluded.athlete_id
  `
}
