import type { PostgresDb } from "#adapters/db/postgres.ts"
import type { SentActivity } from "#domain/competition/scoring/activity.ts"

/**
 * The baseline: inserts the row of an activity into a table with the same columns, checks and indexes, and nothing
 * else.
 */
export async function insertBare(db: PostgresDb, athlete: number, a: SentActivity): Promise<void> {
  await db.sql`
    insert into bare (
      athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
      distance_m, elevation_m, detail, received_at, status, reason
    )
    values (
      ${athlete}, ${a.source}, ${a.externalId}, ${a.kind}, ${a.sport}, ${a.name}, ${a.startedAt}, -28800,
      ${a.startedAt}, ${a.elapsedS}, ${a.movingS}, ${a.distanceM}, ${a.elevationM}, ${a.detail}, now(), 'counted', 'counted'
    )
  `
}

/** The same with the row of its fingerprint, its index entries included, in one statement. */
export async function insertBareWithSamples(db: PostgresDb, athlete: number, a: SentActivity): Promise<void> {
  const cell = () => Math.floor(Math.random() * 2 ** 31)
  const sketch = () => String(cell() * 2 ** 21)
  const keys = Array.from({ length: 12 }, () => -1 - cell())
  await db.sql`
    with recorded as (
      insert into bare (
        athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
        distance_m, elevation_m, detail, received_at, status, reason
      )
      values (
        ${athlete}, ${a.source}, ${a.externalId}, ${a.kind}, ${a.sport}, ${a.name}, ${a.startedAt}, -28800,
        ${a.startedAt}, ${a.elapsedS}, ${a.movingS}, ${a.distanceM}, ${a.elevationM}, ${a.detail}, now(), 'counted', 'counted'
      )
      returning id
    )
    insert into bare_prints (activity_id, place, place_sketch, keys, span_s, samples)
    select
      id, ${cell()}::integer, ${sketch()}::bigint, ${keys}::integer[], ${a.elapsedS}::integer,
      decode(${a.fingerprint ?? ""}::text, 'base64')
    from recorded
  `
}
