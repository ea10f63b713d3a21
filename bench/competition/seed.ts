import { rebuildBoard } from "#domain/competition/boards/rebuild.ts"
import { recompute } from "#domain/competition/recompute.ts"
import { cellsOf } from "#domain/competition/scoring/cells.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { unpackSamples } from "#primitives/samples.ts"
import { sampled } from "./recordings.ts"

/** The number of athletes derived from their own recordings; the others copy one of them. */
const mostDerived = 10_000

/**
 * Creates athletes with recordings on the last days before November 20, 2026, their days and places on the boards; the
 * more athletes, the fewer recordings each. Returns the athletes' ids.
 */
export async function seedAthletes(world: World, count: number): Promise<number[]> {
  const { sql } = world.db
  const each = count <= 1000 ? 10 : count <= 100_000 ? 5 : 3
  const derived = Math.min(count, mostDerived)
  await sql`
    insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
    select 'athlete-' || n, 'Athlete ' || n, 'athlete ' || n, 'I agree.', '2026-01-01', '2026-01-01'
    from generate_series(1, ${derived}::integer) n
  `
  await sql`
    insert into activities (
      athlete_id, source, external_id, kind, sport, started_at, utc_offset_s, local_on, elapsed_s, moving_s, distance_m,
      received_at, status, reason
    )
    select
      a.id, 'file', 'seed-' || n, 'run', 'running', at, -28800, (at - interval '8 hours')::date, s + 60, s,
      (s * 2.7)::integer, at + interval '3 hours', 'counted', 'counted'
    from athletes a
    cross join generate_series(1, ${each}::integer) n
    cross join lateral (
      select
        timestamptz '2026-11-07 15:00Z' + make_interval(days => (hashint4(n + a.id::integer * 31) & 1023) % 13,
          secs => hashint4(a.id::integer) & 8191) as at,
        1200 + (hashint4(a.id::integer * 7 + n) & 4095) as s
    ) made
    where made.at < '2026-11-20 20:00Z'
  `
  await seedFingerprints(world)
  await recompute(world, { repair: true })
  if (count > derived) await world.db.transaction((db) => repeat(db, count, derived))
  // As if each had been added individually.
  await sql`insert into private.athlete_revisions (athlete_id, revision) select id, ${each} from athletes`
  const rows = await sql<{ id: number }>`select id::float8 as id from athletes`
  return rows.map(({ id }) => id)
}

/** The same recordings and days for further athletes, whose ids continue those of the first. */
async function repeat(db: Db, count: number, derived: number): Promise<void> {
  const { sql } = db
  const times = Math.ceil(count / derived) - 1
  await sql`select set_config('b4m.rebuilding', 'on', true)`
  await sql`
    insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
    select 'athlete-' || n, 'Athlete ' || n, 'athlete ' || n, 'I agree.', '2026-01-01', '2026-01-01'
    from generate_series(${derived + 1}::integer, ${derived * (times + 1)}::integer) n
  `
  // In chronological order, as they would have arrived.
  await sql`
    insert into activities (
      athlete_id, source, external_id, kind, sport, started_at, utc_offset_s, local_on, elapsed_s, moving_s, distance_m,
      received_at, status, reason, counted_s, counted_m
    )
    select
      x.athlete_id + k * ${derived}::integer, source, external_id, kind, sport, started_at, utc_offset_s, local_on,
      elapsed_s, moving_s, distance_m, received_at, status, reason, counted_s, counted_m
    from activities x cross join generate_series(1, ${times}::integer) k
    order by started_at
  `
  await sql`analyze activities`
  await sql`
    insert into private.fingerprints (activity_id, place, place_sketch, keys, span_s, samples)
    select y.id, f.place, f.place_sketch, f.keys, f.span_s, f.samples
    from activities y
    join activities x
      on x.athlete_id = (y.athlete_id - 1) % ${derived}::integer + 1 and x.external_id = y.external_id
      and x.athlete_id <= ${derived}
    join private.fingerprints f on f.activity_id = x.id
    where y.athlete_id > ${derived}
  `
  await sql`
    insert into athlete_days
    select d.athlete_id + k * ${derived}::integer, local_on, points, active, moving_s, distance_m, reached_at, restricted,
      ruleset, lines, exceptions, credits
    from athlete_days d cross join generate_series(1, ${times}::integer) k
    order by local_on
  `
  for (const { id } of await sql<{ id: number }>`select id from boards where closed_at is null`)
    await rebuildBoard(db, id)
}

/** Different fingerprints; every seeded activity has one of them, so that each cell is as full as in reality. */
const different = 20_000

async function seedFingerprints(world: World): Promise<void> {
  const { sql } = world.db
  await sql`
    create table seed_prints (
      nr integer primary key, place integer, place_sketch bigint, keys integer[], span_s integer,
      samples bytea
    )
  `
  for (let first = 0; first < different; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, n) => {
      const { bytes } = sampled(1200 + Math.random() * 4096)
      const samples = unpackSamples(bytes)
      if (!samples) throw new Error("A sample recording cannot be read")
      const { spanS, placeSketch, place, keys } = cellsOf(samples)
      const cells = { place, place_sketch: placeSketch?.toString(), keys }
      return { nr: first + n, ...cells, span_s: spanS, samples: `\\x${bytes.toString("hex")}` }
    })
    await sql`
      insert into seed_prints select * from json_populate_recordset(null::seed_prints, ${JSON.stringify(rows)}::text::json)
    `
  }
  await sql`
    insert into private.fingerprints (activity_id, place, place_sketch, keys, span_s, samples)
    select x.id, p.place, p.place_sketch, p.keys, p.span_s, p.samples
    from activities x join seed_prints p on p.nr = (hashint8(x.id) & 2147483647) % ${different}::integer
  `
  await sql`drop table seed_prints`
}
