import { boards, competition, type Series, series } from "#content/competitions.ts"
import type { Db, World } from "#domain/world.ts"
import { addDays } from "#primitives/zones.ts"
import { rederive } from "../scoring/rederive.ts"
import { announce } from "./board.ts"
import { competitionDay, nextMidnight, type Period, rollingWindow, seasonAfter, seasonOf } from "./period.ts"
import { rebuildBoard, recordRebuild } from "./rebuild.ts"

/**
 * Brings every board up to date: advances the rolling windows, opens the current and the next season of each series,
 * and once a day saves the ranks of the day before. Idempotent, also when several processes run it at the same time; the
 * first run after midnight does the work. Returns the instant of the next run.
 */
export async function maintainBoards(world: World): Promise<Date> {
  const now = world.now()
  const today = competitionDay(now)
  let moved = 0
  for (const each of series) {
    const running = seasonOf(each, today)
    for (const season of [running, seasonAfter(each, running)])
      moved += await openSeason(world.db, each, season)
  }
  for (const board of boards) {
    if (!("days" in board.window)) continue
    const { from } = rollingWindow(now, board.window.days)
    moved += await advanceWindow(world.db, board.slug, board.window.days, from)
  }
  moved += await saveDailyRanks(world.db, today)
  if (moved > 0) await announce(world)
  return nextMidnight(now)
}

/** Opens a season with its board; days that are already recorded count from the opening. */
async function openSeason(db: Db, { slug }: Series, season: Period): Promise<number> {
  const [known] = await db.sql`select from seasons where slug = ${season.slug}`
  if (known) return 0
  return db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    const [opened] = await inner.sql<{ id: number }>`
      insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
      values (
        ${slug}, ${season.slug}, ${season.from}, ${season.to}, ${season.opensAt}, ${season.closesAt},
        ${new Date(season.closesAt.getTime() + competition.graceHours * 3_600_000)}, ${competition.ruleset}
      )
      on conflict do nothing
      returning id
    `
    if (!opened) return 0
    const [board] = await inner.sql<{ id: number }>`
      insert into boards (slug, from_on, to_on, season_id)
      values (${season.slug}, ${season.from}, ${season.to}, ${opened.id})
      returning id
    `
    await rebuildBoard(inner, board?.id as number)
    // The new season may split days at its boundaries.
    await rederive(inner, [
      { from: addDays(season.from, -1), to: addDays(season.from, 1) },
      { from: addDays(season.to, -1), to: addDays(season.to, 1) },
    ])
    return 1
  })
}

/** Advances a rolling window: one statement over the athletes who trained on the days that leave or enter it. */
async function advanceWindow(db: Db, slug: string, days: number, from: string): Promise<number> {
  const [known] = await db.sql<{ current: boolean }>`
    select from_on = ${from}::date and days = ${days} as current from boards where slug = ${slug}
  `
  if (known?.current) return 0
  return db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    const [board] = await inner.sql<{ id: number; old: string }>`
      select id, from_on::text as old from boards where slug = ${slug}
    `
    if (!board) {
      const [made] = await inner.sql<{ id: number }>`
        insert into boards (slug, from_on, days) values (${slug}, ${from}, ${days}) returning id
      `
      await rebuildBoard(inner, made?.id as number)
      return 1
    }
    if (board.old === from) {
      await inner.sql`update boards set days = ${days} where id = ${board.id} and days <> ${days}`
      return 1
    }
    // Save the final ranks of the previous day before anything changes.
    await saveRanks(inner, board.id)
    await inner.sql`update boards set from_on = ${from}, days = ${days} where id = ${board.id}`
    await inner.sql`
      with affected as (
        select distinct athlete_id
        from athlete_days
        where local_on >= least(${board.old}::date, ${from}::date)
          and local_on < greatest(${board.old}::date, ${from}::date) and points > 0
      ),
      fresh as (
        select d.athlete_id, sum(d.points)::integer as points, count(*) filter (where d.active)::smallint as active_days,
          count(*) filter (where d.restricted)::smallint as restricted_days, max(d.reached_at) as reached_at
        from affected
        join athlete_days d on d.athlete_id = affected.athlete_id and d.local_on >= ${from}::date and d.points > 0
        group by d.athlete_id
      ),
      gone as (
        delete from standings s
        using affected
        where s.board_id = ${board.id} and s.athlete_id = affected.athlete_id
          and not exists (select from fresh where fresh.athlete_id = s.athlete_id)
      )
      insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
      select
        athlete_id, ${board.id}, points, active_days, restricted_days, reached_at,
        private.place_key(points, active_days, reached_at)
      from fresh
      on conflict (athlete_id, board_id) do update set
        points = excluded.points, active_days = excluded.active_days, restricted_days = excluded.restricted_days,
        reached_at = excluded.reached_at, place_key = excluded.place_key
    `
    await recordRebuild(inner, board.id)
    return 1
  })
}

/** Saves the final ranks of the previous day, once a day, for boards without a rolling window. */
async function saveDailyRanks(db: Db, today: string): Promise<number> {
  const [row] = await db.sql<{
    value: string
  }>`select value from private.settings where name = 'ranks_kept_on'`
  if (row && row.value >= today) return 0
  return db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    const [kept] = await inner.sql`
      insert into private.settings as s (name, value) values ('ranks_kept_on', ${today})
      on conflict (name) do update set value = excluded.value where s.value < excluded.value
      returning name
    `
    if (!kept) return 0
    const open = await inner.sql<{ id: number }>`
      select id from boards where closed_at is null and season_id is not null
    `
    for (const { id } of open) await saveRanks(inner, id)
    // Changes that every process has long read.
    await inner.sql`delete from private.standing_changes where at < clock_timestamp() - interval '2 hours'`
    return open.length
  })
}

async function saveRanks(db: Db, boardId: number): Promise<void> {
  await db.sql`delete from private.ranks_yesterday where board_id = ${boardId}`
  await db.sql`
    insert into private.ranks_yesterday (board_id, athlete_id, rank)
    select board_id, athlete_id, rank() over (order by place_key desc)
    from standings
    where board_id = ${boardId}
  `
}
