import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { announce } from "../boards/board.ts"
import { recordRebuild } from "../boards/rebuild.ts"
import { rulesetOn } from "../scoring/day.ts"
import { freezePrizes, rulesOf } from "../series/season-prizes.ts"
import { freezeRaces } from "./freeze-races.ts"
import { awardsFrom, listSeasons, type SeasonRow } from "./season.ts"
import { decideWinners, type Settled, settle } from "./settle.ts"
import { freezeReports } from "./sponsor-report.ts"
import { inFinalTable } from "./winning-order.ts"

/** Winners in the order of their places, and the athletes who were passed over. */
interface Closed extends Settled {
  season: string
  /** The number of athletes with a final place. */
  results: number
  /** When the undisputed places are or were awarded. */
  awardsFrom: Date
}

/** Closes every season whose grace period is over, and awards what is due. Run by a job at `nextClosing`. */
export async function closeDue(world: World): Promise<Closed[]> {
  const closed: Closed[] = []
  for (const season of (await listSeasons(world.db)).reverse()) {
    const due = season.closedAt ? awardsFrom(season) : season.graceEndsAt
    if (season.settledAt || due > world.now()) continue
    closed.push(await end(world, season))
  }
  return closed
}

/**
 * Ends a season: freezes the final standings and decides who may win; once the winners' check is over, awards every
 * place that needs no further check and notifies its winner. Two transactions, each of which detects completed work:
 * idempotent, also from several processes and after a crash at any point. Errors: `unknown_season`, `too_early` (before
 * the grace period is over, unless `early`).
 */
export async function close(
  world: World,
  slug: string,
  options: { early?: boolean } = {},
): Promise<{ ok: true; closed: Closed } | { ok: false; code: "unknown_season" | "too_early" }> {
  const season = (await listSeasons(world.db)).find((one) => one.slug === slug)
  if (!season) return { ok: false, code: "unknown_season" }
  if (world.now() < season.graceEndsAt && !options.early) return { ok: false, code: "too_early" }
  return { ok: true, closed: await end(world, season) }
}

async function end(world: World, season: SeasonRow): Promise<Closed> {
  await world.db.transaction((db) => freeze(db, season, world.now()))
  const closed = await world.db.transaction((db) => settleAndCount({ ...world, db }, season))
  announce(world)
  return closed
}

/** Freezes the season: its board receives no more changes, and its rows become results. */
async function freeze(db: Db, season: SeasonRow, now: Date): Promise<void> {
  await db.sql`select private.lock_boards()`
  // A season opened before its rules were released was stored with the version current at that time.
  const { version } = rulesetOn(season.from)
  const [frozen] = await db.sql`
    update seasons set closed_at = ${now}, ruleset = ${version} where id = ${season.id} and closed_at is null returning id
  `
  if (!frozen) return
  await freezePrizes(db, season)
  await freezeRaces(db, season, now)
  const [board] = (await db.sql`
    update boards set closed_at = ${now} where season_id = ${season.id} returning id
  `) as [{ id: number }]
  await db.sql`
    insert into season_results (
      season_id, line, athlete_id, rank, points, active_days, restricted_days, credits, reached_at, ruleset
    )
    select
      ${season.id}, row_number() over (order by s.place_key desc, s.athlete_id), s.athlete_id,
      rank() over (order by s.place_key desc), s.points, s.active_days, s.restricted_days, named.credits,
      s.reached_at,
      ${version}
    from standings s
    join athletes a on a.id = s.athlete_id
    cross join lateral (
      select array_agg(distinct credit order by credit) as credits
      from private.board_days d, unnest(d.credits) credit
      where d.board_id = s.board_id and d.athlete_id = s.athlete_id and d.credits is not null
    ) named
    where s.board_id = ${board.id} and ${inFinalTable(db.sql)}
  `
  await db.sql`delete from standings where board_id = ${board.id}`
  await db.sql`delete from private.ranks_yesterday where board_id = ${board.id}`
  await recordRebuild(db, board.id)
  await freezeReports(db, { season: season.id }, now)
  await decideWinners(db, { ...season, closedAt: now }, await rulesOf(db, season))
}

async function settleAndCount(world: World, season: SeasonRow): Promise<Closed> {
  const settled = await settle(world, season)
  const [row] = (await world.db.sql`
    select closed_at as "closedAt", (select count(*)::integer from season_results where season_id = ${season.id}) as n
    from seasons where id = ${season.id}
  `) as [{ closedAt: Date; n: number }]
  const from = awardsFrom({ ...season, closedAt: row.closedAt })
  return { season: season.slug, results: row.n, awardsFrom: from, ...settled }
}
