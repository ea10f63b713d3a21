import { rollingBoards } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import { announce } from "./boards/board.ts"
import { saveRanks } from "./boards/ranks-yesterday.ts"
import { slideWindow } from "./boards/slide.ts"
import { competitionDay, currentSeason, nextMidnight, nextSeason, rollingWindow } from "./calendar/period.ts"
import { settlePrivateRaces } from "./private-races/settle.ts"
import { beginRaces } from "./seasons/begin-races.ts"
import { settleRacesOfDates } from "./seasons/settle-dates.ts"
import { foundSeries } from "./series/found.ts"
import { openSeason } from "./series/open-season.ts"
import { placeLateJoiners } from "./teams/late-joiners.ts"

/**
 * Brings every board up to date: opens the current and the next season of each series, gives a season that begins its side races, freezes races with days of their own that are over, saves the ranks of the day before
 * once a day, and advances the rolling windows. Idempotent, also when several processes run it at the same time or one is
 * killed in it; the first run after midnight does the work. Returns the instant of the next run.
 */
export async function maintainBoards(world: World): Promise<Date> {
  const now = world.now()
  const today = competitionDay(now)
  let moved = 0
  for (const each of await foundSeries(world.db)) {
    const running = currentSeason(each, today)
    if (!running) continue
    const next = nextSeason(each, running)
    for (const season of next ? [running, next] : [running])
      moved += await openSeason(world.db, each, season, today)
    if (running.from > today) continue
    moved += await beginRaces(world.db, { series: each.slug, season: running.slug })
    await placeLateJoiners(world.db, running.slug, now)
  }
  await settlePrivateRaces(world)
  await settleRacesOfDates(world)
  // Before anything of the new day changes them.
  moved += await saveRanks(world.db, today)
  // Windows of two boards move at the same time. If one fails, the others end before this does.
  const slid = await Promise.allSettled(
    rollingBoards.map(({ slug, days }) =>
      slideWindow(world, { slug, days, ...rollingWindow(now, days) }, today),
    ),
  )
  for (const each of slid) {
    if (each.status === "rejected") throw each.reason
    moved += each.value
  }
  if (moved > 0) {
    announce(world)
    await forgetChanges(world.db)
    // Every plan that needed them has been written.
    await world.db.sql`delete from private.stored_prints where at < clock_timestamp() - interval '2 hours'`
  }
  return nextMidnight(now)
}

/**
 * Removes changes that every process has read long ago, and the reader of happenings (happenings/note.ts), too: after a stop of
 * some hours it has not yet, and what it did not read would be told to nobody. After two days they go all the same.
 */
async function forgetChanges({ sql }: Db): Promise<void> {
  await sql`
    with read as (select seen from private.happenings_read),
    places as (
      delete from private.standing_changes c using read where ${isRead(sql)}
    )
    delete from private.athlete_changes c using read where ${isRead(sql)}`
}

function isRead(sql: Sql) {
  return sql`c.at < clock_timestamp() - interval '2 hours'
    and (pg_visible_in_snapshot(c.xid, read.seen) or c.at < clock_timestamp() - interval '2 days')`
}
