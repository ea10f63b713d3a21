import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { announce } from "./boards/board.ts"
import { rebuildBoard } from "./boards/rebuild.ts"
import { type DerivedDay, deriveDay, type SeasonBoard } from "./scoring/day.ts"
import { judge, type KeptActivity } from "./scoring/plan.ts"
import { seasonBoards } from "./scoring/rederive.ts"
import { type ActivityRow, fromRow, toDayRow } from "./scoring/rows.ts"

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
 * Batches compared at the same time: while the database reads one, another is judged. Needs one additional connection.
 */
const lanes = 3

/**
 * Recomputes verdicts, days and standings from the activities alone. Without `repair` it only compares, in one snapshot, so
 * that nothing waits for it; a healthy database yields three zeros. With it, differences are corrected, and activities wait.
 */
export async function recompute(world: World, { repair }: { repair: boolean }): Promise<Recomputed> {
  const result: Recomputed = { athletes: 0, activities: 0, verdicts: 0, days: 0, standings: 0 }
  if (repair) {
    await world.db.transaction((db) => repairAll(db, result))
    announce(world)
  } else {
    await world.db.transaction((db) => compareAll(world.db, db, result))
  }
  return result
}

async function compareAll(pool: Db, owner: Db, result: Recomputed): Promise<void> {
  await owner.sql`set transaction isolation level repeatable read, read only`
  const [snapshot] = (await owner.sql`select pg_export_snapshot() as id`) as [{ id: string }]
  const seasons = await seasonBoards(owner)
  const left = await rangesOf(owner)
  const compareNext = () =>
    pool.transaction(async (db) => {
      await db.sql`set transaction isolation level repeatable read, read only`
      // A snapshot is named by a literal; its name comes from the database itself.
      await db.query(`set transaction snapshot '${snapshot.id.replace(/[^0-9A-F-]/g, "")}'`)
      for (let range = left.shift(); range; range = left.shift()) await compareRange(db, range)
    })
  const compareRange = async (db: Db, range: Range) => {
    const athletes = await athletesIn(db, range)
    const { verdicts, days } = compareDays(athletes, seasons)
    count(result, athletes, verdicts)
    // Added after the wait, not to the sum read before it, because the other lanes change the sum meanwhile.
    const differ = await countDifferentDays(db, athletes, days)
    result.days += differ
  }
  await Promise.all(Array.from({ length: Math.min(lanes, left.length) }, compareNext))
  result.standings = await compareStandings(owner)
}

async function repairAll(db: Db, result: Recomputed): Promise<void> {
  // Writes are blocked, because the comparison would otherwise see partial changes.
  await db.sql`lock table athletes, private.athlete_revisions, activities, athlete_days in share row exclusive mode`
  await db.sql`select private.lock_boards()`
  // The boards are rebuilt at the end, so single days do not update them.
  await db.sql`select set_config('b4m.rebuilding', 'on', true)`
  const seasons = await seasonBoards(db)
  const left = await rangesOf(db)
  const readNext = () => {
    const range = left.shift()
    return range && athletesIn(db, range)
  }
  // The database reads the next batch while this one is judged.
  for (let reading = readNext(); reading; ) {
    const athletes = await reading
    reading = readNext()
    const { verdicts, days } = compareDays(athletes, seasons)
    count(result, athletes, verdicts)
    const differ = await countDifferentDays(db, athletes, days)
    result.days += differ
    if (differ > 0 || verdicts.length > 0) await writeDays(db, athletes, days, verdicts)
  }
  result.standings = await compareStandings(db)
  if (result.standings === 0) return
  for (const { id } of await db.sql<{ id: number }>`select id from boards where closed_at is null`) {
    await rebuildBoard(db, id)
  }
}

function count(result: Recomputed, athletes: readonly AthleteActivities[], verdicts: Verdicts): void {
  result.athletes += athletes.length
  result.activities += athletes.reduce((sum, { activities }) => sum + (activities?.length ?? 0), 0)
  result.verdicts += verdicts.length
}

interface AthleteActivities {
  id: string
  counts_from: Date
  activities: ActivityRow[] | null
  /** One result per activity, in the same order. */
  fingerprints: (string | null)[] | null
}

/** Athletes by id, both included. */
interface Range {
  first: string
  last: string
}

async function rangesOf(db: Db): Promise<Range[]> {
  return db.sql<Range>`
    select min(id)::text as first, max(id)::text as last
    from (select id, (row_number() over (order by id) - 1) / ${batch}::integer as nr from athletes) numbered
    group by nr order by nr
  `
}

async function athletesIn(db: Db, { first, last }: Range): Promise<AthleteActivities[]> {
  return db.sql<AthleteActivities>`
    select a.id::text, coalesce(a.counts_from, a.joined_at) as counts_from, x.activities, x.fingerprints
    from athletes a
    cross join lateral (
      select json_agg(y) as activities, json_agg(f.samples) as fingerprints
      from activities y
      left join lateral (
        select encode(samples, 'base64') as samples from private.fingerprints where activity_id = y.id offset 0
      ) f on true
      where y.athlete_id = a.id
    ) x
    where a.id between ${first}::text::bigint and ${last}::text::bigint
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
    const kept = (athlete.activities ?? []).map((row, nr) =>
      fromRow(row, (athlete.fingerprints as (string | null)[])[nr] as string | null),
    )
    const judged = judge(kept, { countsFrom: athlete.counts_from })
    judged.forEach(({ id, status, reason, countedS, countedM }, index) => {
      const old = kept[index] as KeptActivity
      const isAsBefore =
        old.status === status &&
        old.reason === reason &&
        old.countedS === countedS &&
        old.countedM === countedM
      if (!isAsBefore)
        verdicts.push({ id: id as number, status, reason, counted_s: countedS, counted_m: countedM })
    })
    const counted = Map.groupBy(
      judged.filter(({ status }) => status === "counted"),
      (a) => a.localOn,
    )
    for (const [localOn, activities] of counted) {
      const day = deriveDay(localOn, activities, seasons) as DerivedDay
      days.push({ athlete_id: athlete.id, ...toDayRow(day) })
    }
  }
  return { verdicts, days }
}

/** The days of these athletes whose row differs from its activities, is missing, or should not be there. */
async function countDifferentDays(
  db: Db,
  athletes: readonly AthleteActivities[],
  days: readonly Record<string, unknown>[],
): Promise<number> {
  const [found] = (await db.sql`
    with fresh as (select * from json_populate_recordset(null::athlete_days, ${JSON.stringify(days)}::text::json)),
    live as (select * from athlete_days where athlete_id = any(${athletes.map(({ id }) => id)}::bigint[]))
    select count(*)::integer as differ
    from fresh full join live using (athlete_id, local_on)
    where fresh is distinct from live
  `) as [{ differ: number }]
  return found.differ
}

async function writeDays(
  db: Db,
  athletes: readonly AthleteActivities[],
  days: readonly Record<string, unknown>[],
  verdicts: Verdicts,
): Promise<void> {
  await db.sql`
    update activities a
    set status = v.status, reason = v.reason, counted_s = v.counted_s, counted_m = v.counted_m
    from json_to_recordset(${JSON.stringify(verdicts)}::text::json)
      v (id bigint, status text, reason text, counted_s integer, counted_m integer)
    where a.id = v.id
  `
  await db.sql`delete from athlete_days where athlete_id = any(${athletes.map(({ id }) => id)}::bigint[])`
  await db.sql`
    insert into athlete_days
    select * from json_populate_recordset(null::athlete_days, ${JSON.stringify(days)}::text::json)
  `
}

/** Standing rows of open boards that differ from the days. */
async function compareStandings(db: Db): Promise<number> {
  const [row] = (await db.sql`
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
  `) as [{ differ: number }]
  return row.differ
}
