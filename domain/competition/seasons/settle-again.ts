import { isOfTeams } from "#content/races.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { racesOf } from "../races/race.ts"
import { deriveDay, rulesetOn } from "../scoring/day.ts"
import { type ActivityRow, fromRow } from "../scoring/rows.ts"
import { countTeamsAgain } from "../teams/results.ts"
import { listSeasons, type SeasonRow } from "./season.ts"
import { settle } from "./settle.ts"

/**
 * Applies the reply to an objection to seasons that closed in the meantime. The athlete's result is counted again, and
 * prizes that waited for the reply are awarded. A season whose prizes had been awarded when the objection was sent
 * stays as it is.
 */
export async function settleAgain(world: World, objection: number): Promise<void> {
  const { sql } = world.db
  const touched = await sql<{ id: number; athleteId: number }>`
    select s.id, x.athlete_id::float8 as "athleteId"
    from activity_objections o
    join activities x on x.id = o.activity_id
    join seasons s on x.started_at >= s.opens_at and x.started_at < s.closes_at
    where o.id = ${objection} and s.closed_at is not null and o.at < coalesce(s.settled_at, 'infinity')
    order by s.id
  `
  if (touched.length === 0) return
  const seasons = await listSeasons(world.db)
  for (const { id, athleteId } of touched) {
    const season = seasons.find((one) => one.id === id) as SeasonRow
    await sql`select from seasons where id = ${id} for update`
    await countAgain(world.db, season, athleteId)
    for (const race of await racesOf(world.db, season.slug))
      if (isOfTeams(race)) await countTeamsAgain(world.db, race, athleteId)
    if (season.settledAt) await settle(world, season)
  }
}

/**
 * Raises an athlete's frozen result to the points that now count, from activities received before the season closed. It
 * never decreases: activities that the athlete removed since do not change the result.
 */
async function countAgain(db: Db, season: SeasonRow, athleteId: number): Promise<void> {
  const rows = await db.sql<{ row: ActivityRow }>`
    select to_jsonb(x) as row from activities x
    where x.athlete_id = ${athleteId} and x.status = 'counted' and x.received_at <= ${season.closedAt}
      and x.started_at >= ${season.opensAt} and x.started_at < ${season.closesAt}
  `
  const groups = Map.groupBy(rows, ({ row }) => row.local_on)
  const days = [...groups].flatMap(([localOn, group]) => {
    const counted = group.map(({ row }) => fromRow(row, null))
    const day = deriveDay(localOn, counted, [season])
    // The season's own rules and opening can give a day different points than the calendar day has.
    const { reachedAt = null, ...part } = day?.exceptions?.[season.id] ?? day ?? {}
    return day && reachedAt ? [{ ...day, ...part, reachedAt }] : []
  })
  if (days.length === 0) return
  const credits = [...new Set(days.flatMap((day) => day.credits ?? []))].sort()
  const [raised] = await db.sql`
    insert into season_results as r (
      season_id, line, athlete_id, rank, points, active_days, restricted_days, credits, reached_at, ruleset
    )
    values (
      ${season.id}, (select coalesce(max(line), 0) + 1 from season_results where season_id = ${season.id}), ${athleteId}, 0,
      ${days.reduce((sum, { points }) => sum + points, 0)}, ${days.filter(({ active }) => active).length},
      ${days.filter(({ restricted }) => restricted).length}, ${credits.length > 0 ? credits : null}::text[],
      ${new Date(Math.max(...days.map(({ reachedAt }) => reachedAt.getTime())))},
      ${rulesetOn(season.from).version}
    )
    on conflict (season_id, athlete_id) do update set
      points = excluded.points, active_days = excluded.active_days, restricted_days = excluded.restricted_days,
      credits = excluded.credits, reached_at = excluded.reached_at
    where r.points < excluded.points
    returning line
  `
  if (raised) await rankAgain(db, season)
}

/**
 * Ranks and lines of a final table by its points. Lines must be unique at all times, so rows that move get negative
 * lines first.
 */
async function rankAgain({ sql }: Db, { id }: SeasonRow): Promise<void> {
  await sql`
    update season_results r set rank = placed.rank, line = -placed.line
    from (
      select line as old, rank() over (order by key desc) as rank, row_number() over (order by key desc, athlete_id) as line
      from (
        select line, athlete_id, private.place_key(points, active_days::integer, reached_at) as key
        from season_results where season_id = ${id}
      ) keyed
    ) placed
    where r.season_id = ${id} and r.line = placed.old and (r.line, r.rank) is distinct from (placed.line, placed.rank)
  `
  await sql`update season_results set line = -line where season_id = ${id} and line < 0`
}
