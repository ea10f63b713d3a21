import { boards, competition, type Series, series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { addDays } from "#primitives/zones.ts"
import { settlePrivateRaces } from "../private-races/settle.ts"
import { rulesetOn } from "../scoring/day.ts"
import { rederive } from "../scoring/rederive.ts"
import { beginRaces } from "../seasons/begin-races.ts"
import { placeLateJoiners } from "../teams/late-joiners.ts"
import { announce } from "./board.ts"
import { competitionDay, nextMidnight, type Period, rollingWindow, seasonAfter, seasonOf } from "./period.ts"
import { saveRanks } from "./ranks-yesterday.ts"
import { rebuildBoard } from "./rebuild.ts"
import { slideWindow } from "./slide.ts"

/**
 * Brings every board up to date: opens the current and the next season of each series, gives a season that begins its side races, freezes private races that are over, saves the ranks of the day before
 * once a day, and advances the rolling windows. Idempotent, also when several processes run it at the same time or one is
 * killed in it; the first run after midnight does the work. Returns the instant of the next run.
 */
export async function maintainBoards(world: World): Promise<Date> {
  const now = world.now()
  const today = competitionDay(now)
  let moved = 0
  for (const each of series) {
    const running = seasonOf(each, today)
    for (const season of [running, seasonAfter(each, running)])
      moved += await openSeason(world.db, each, season, today)
    moved += await beginRaces(world.db, { series: each.slug, season: running.slug })
    await placeLateJoiners(world.db, running.slug, now)
  }
  await settlePrivateRaces(world)
  // Before anything of the new day changes them.
  moved += await saveRanks(world.db, today)
  // Windows of two boards move at the same time. If one fails, the others end before this does.
  const slid = await Promise.allSettled(
    boards.flatMap(({ slug, window }) => {
      if (!("days" in window)) return []
      const { days } = window
      return [slideWindow(world, { slug, days, ...rollingWindow(now, days) }, today)]
    }),
  )
  for (const each of slid) {
    if (each.status === "rejected") throw each.reason
    moved += each.value
  }
  if (moved > 0) {
    announce(world)
    // Every process has read these long ago, and every plan that needed them has been written.
    await world.db.sql`delete from private.standing_changes where at < clock_timestamp() - interval '2 hours'`
    await world.db.sql`delete from private.athlete_changes where at < clock_timestamp() - interval '2 hours'`
    await world.db.sql`delete from private.stored_prints where at < clock_timestamp() - interval '2 hours'`
  }
  return nextMidnight(now)
}

/** Opens a season with its board; days that are already recorded count from the opening. */
async function openSeason(
  db: Db,
  { slug, finishDays }: Series,
  season: Period,
  today: string,
): Promise<number> {
  const [known] = await db.sql`select from seasons where slug = ${season.slug}`
  if (known) return 0
  return db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    const [opened] = await inner.sql<{ id: number }>`
      insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset, finish_days)
      values (
        ${slug}, ${season.slug}, ${season.from}, ${season.to}, ${season.opensAt}, ${season.closesAt},
        ${new Date(season.closesAt.getTime() + competition.graceHours * 3_600_000)}, ${rulesetOn(season.from).version},
        ${finishDays}
      )
      on conflict do nothing
      returning id
    `
    if (!opened) return 0
    const [board] = (await inner.sql`
      insert into boards (slug, from_on, to_on, season_id, ranks_on)
      values (${season.slug}, ${season.from}, ${season.to}, ${opened.id}, ${today})
      returning id
    `) as [{ id: number }]
    await rebuildBoard(inner, board.id)
    // The new season may split days at its boundaries. If the rules change during the season, it still scores every day
    // by the rules of its start.
    const [first, last] = [addDays(season.from, -1), addDays(season.to, 1)]
    const isMixed = rulesetOn(season.from) !== rulesetOn(season.to)
    await rederive(
      inner,
      isMixed
        ? [{ from: first, to: last }]
        : [
            { from: first, to: addDays(season.from, 1) },
            { from: addDays(season.to, -1), to: last },
          ],
    )
    return 1
  })
}
