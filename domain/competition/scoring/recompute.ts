import type { Db, World } from "#domain/world.ts"
import { announce } from "../boards/board.ts"
import { rebuildBoard } from "../boards/rebuild.ts"
import { deriveDay, type SeasonBoard } from "./day.ts"
import { judge } from "./plan.ts"
import { seasonBoards } from "./rederive.ts"
import { type ActivityRow, fromRow, toDayRow } from "./rows.ts"

interface Recomputed {
  athletes: number
  activities: number
  /** Activities whose verdict differed from the rules. */
  verdicts: number
  /** Days whose row differed from their activities. */
  days: number
  /** Standing rows that differed from the days. */
  standings: number
}

/** Athletes per batch. */
const batch = 500

/**
 * Recomputes verdicts, days and standings from the activities alone. Without `repair` it only compares, and a healthy
 * database yields three zeros. With it, differences are corrected.
 */
export async function recompute(world: World, options: { repair: boolean }): Promise<Recomputed> {
  const result: Recomputed = { athletes: 0, activities: 0, verdicts: 0, days: 0, standings: 0 }
  await world.db.transaction(async (db) => {
    // Writes are blocked, or the comparison would see partial changes.
    await db.sql`lock table athletes, private.athlete_revisions, activities, athlete_days in share row exclusive mode`
    await db.sql`select private.lock_boards()`
    // The boards are rebuilt at the end, so single days do not update them.
    await db.sql`select set_config('b4m.rebuilding', 'on', true)`
    const seasons = await seasonBoards(db)
    for (let after = "0"; ; ) {
      const athletes = await nextAthletes(db, after)
      if (athletes.length === 0) break
      after = (athletes.at(-1) as AthleteActivities).id
      result.athletes += athletes.length
      const { verdicts, days } = compareDays(athletes, seasons)
      result.activities += athletes.reduce((sum, { activities }) => sum + (activities?.length ?? 0), 0)
      result.verdicts += verdicts.length
      result.days += await writeDays(db, athletes, days, verdicts, options.repair)
    }
    result.standings = await compareStandings(db)
    if (options.repair && (result.standings > 0 || result.days > 0)) {
      for (const { id } of await db.sql<{ id: number }>`select id from boards where closed_at is null`) {
        await rebuildBoard(db, id)
      }
    }
  })
  if (options.repair) await announce(world)
  return result
}

interface AthleteActivities {
  id: string
  counts_from: Date
  activities: (ActivityRow & { fingerprint: string | null })[] | null
}

async function nextAthletes(db: Db, after: string): Promise<AthleteActivities[]> {
  return db.sql<AthleteActivities>`
    select a.id::text, a.counts_from, x.activities
    from (
      select id, coalesce(counts_from, joined_at) as counts_from
      from athletes where id > ${after}::bigint order by id limit ${batch}
    ) a
    cross join lateral (
      select
        jsonb_agg(to_jsonb(y) - 'athlete_id' || jsonb_build_object('fingerprint', encode(f.samples, 'base64')))
          as activities
      from activities y left join private.fingerprints f on f.activity_id = y.id
      where y.athlete_id = a.id
    ) x
    order by a.id
  `
}

type Verdicts = {
  id: number
  status: string
  reason: string
  counted_s: number | null
  counted_m: number | null
}[]

function compareDays(athletes: readonly AthleteActivities[], seasons: readonly SeasonBoard[]) {
  const verdicts: Verdicts = []
  const days: Record<string, unknown>[] = []
  for (const athlete of athletes) {
    const kept = (athlete.activities ?? []).map((row) => fromRow(row, row.fingerprint))
    const judged = judge(kept, { countsFrom: athlete.counts_from })
    judged.forEach((now, index) => {
      const old = kept[index]
      const { id, status, reason, countedS, countedM } = now
      const isAsBefore =
        old?.status === status &&
        old.reason === reason &&
        old.countedS === countedS &&
        old.countedM === countedM
      if (id !== null && !isAsBefore)
        verdicts.push({ id, status, reason, counted_s: countedS, counted_m: countedM })
    })
    const counted = Map.groupBy(
      judged.filter(({ status }) => status === "counted"),
      (a) => a.localOn,
    )
    for (const [localOn, activities] of counted) {
      const day = deriveDay(localOn, activities, nearSeasons(seasons, localOn))
      if (day) days.push({ athlete_id: athlete.id, ...toDayRow(day) })
    }
  }
  return { verdicts, days }
}

/** A day can be inside a season or at its border; the other seasons are not affected. */
function nearSeasons(seasons: readonly SeasonBoard[], localOn: string): SeasonBoard[] {
  const ms = Date.parse(localOn)
  const near = 3 * 86_400_000
  return seasons.filter(({ from, to }) => ms >= Date.parse(from) - near && ms <= Date.parse(to) + near)
}

async function writeDays(
  db: Db,
  athletes: readonly AthleteActivities[],
  days: readonly Record<string, unknown>[],
  verdicts: Verdicts,
  repair: boolean,
): Promise<number> {
  const ids = athletes.map(({ id }) => id)
  const [found] = await db.sql<{ differ: number }>`
    with fresh as (select * from jsonb_populate_recordset(null::athlete_days, ${db.sql.json(days)})),
    live as (select * from athlete_days where athlete_id = any(${ids}::bigint[]))
    select count(*)::integer as differ
    from fresh full join live using (athlete_id, local_on)
    where to_jsonb(fresh) is distinct from to_jsonb(live)
  `
  const differ = found?.differ ?? 0
  if (!repair || (differ === 0 && verdicts.length === 0)) return differ
  await db.sql`
    update activities a
    set status = v.status, reason = v.reason, counted_s = v.counted_s, counted_m = v.counted_m
    from jsonb_to_recordset(${db.sql.json(verdicts)})
      v (id bigint, status text, reason text, counted_s integer, counted_m integer)
    where a.id = v.id
  `
  await db.sql`delete from athlete_days where athlete_id = any(${ids}::bigint[])`
  await db.sql`
    insert into athlete_days select * from jsonb_populate_recordset(null::athlete_days, ${db.sql.json(days)})
  `
  return differ
}

/** Standing rows of open boards that differ from the days. */
async function compareStandings(db: Db): Promise<number> {
  const [row] = await db.sql<{ differ: number }>`
    with live as (
      select s.* from standings s join boards b on b.id = s.board_id where b.closed_at is null
    ),
    fresh as (
      select d.* from private.derived_standings d join boards b on b.id = d.board_id where b.closed_at is null
    )
    select count(*)::integer as differ
    from fresh full join live using (athlete_id, board_id)
    where (fresh.points, fresh.active_days, fresh.restricted_days, fresh.reached_at, fresh.place_key)
      is distinct from (live.points, live.active_days, live.restricted_days, live.reached_at, live.place_key)
  `
  return row?.differ ?? 0
}
