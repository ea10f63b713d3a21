import type { World } from "#domain/world.ts"

/**
 * Creates athletes with activities on the last days before 20 November 2026; the more athletes, the fewer
 * activities each. Returns their ids.
 */
export async function seedAthletes(world: World, count: number): Promise<number[]> {
  const each = count <= 1000 ? 10 : count <= 100_000 ? 5 : 3
  await world.db.sql`
    insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
    select 'athlete-' || n, 'Athlete ' || n, 'athlete ' || n, 'I agree.', '2026-01-01', '2026-01-01'
    from generate_series(1, ${count}::integer) n
  `
  await world.db.sql`
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
  // As if each had been added individually.
  await world.db
    .sql`insert into private.athlete_revisions (athlete_id, revision) select id, ${each} from athletes`
  const rows = await world.db.sql<{ id: number }>`select id::float8 as id from athletes`
  return rows.map(({ id }) => id)
}
