import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Fact } from "./fact.ts"
import { factsOfMilestones } from "./milestones.ts"
import { factsOfOrder } from "./order.ts"

/**
 * Writes down what the transactions that caused it could not: who passed whom and who took a lead, milestones, and seasons that are
 * over. Reads what changed since the last call, whichever process made it; facts and the position of the reader are committed
 * together, so that each fact is there exactly once, however often a process is killed. Processes take turns. Run every minute.
 * Returns how many facts were new.
 *
 * Changes that it has not read for two days are gone (maintain.ts), and so are their facts of order.
 */
export async function noteHappenings(world: Pick<World, "db" | "now">): Promise<number> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const { moves, athletes } = await readChanges(db)
    const facts = [...(await factsOfOrder(db, moves, now)), ...(await factsOfMilestones(db, athletes, now))]
    const over = await db.sql`
      insert into happenings (kind, season_id)
      select 'season-closing', id from seasons where closes_at <= ${now} and closed_at is null
      on conflict do nothing
      returning id`
    return over.length + (await write(db, facts))
  })
}

/** Everything that was committed since the last call, and moves the reader's position behind it. */
async function readChanges({ sql }: Db): Promise<{ moves: Buffer; athletes: number[] }> {
  // The next reader waits here.
  const [last] = (await sql`select seen::text from private.happenings_read for update`) as [{ seen: string }]
  const [read] = (await sql`
    with snapshot as materialized (
      select pg_current_snapshot() as now,
        -- A snapshot of another cluster, from which this one was restored, says nothing here.
        least(pg_snapshot_xmin(since), pg_snapshot_xmin(pg_current_snapshot())) as oldest,
        case when pg_snapshot_xmax(since) > pg_snapshot_xmax(pg_current_snapshot()) then pg_current_snapshot() else since end
          as since
      from (select ${last.seen}::text::pg_snapshot as since) stored
    )
    select snapshot.now::text as seen,
      (
        select coalesce(string_agg(c.moves, ''::bytea order by c.at), '') from private.standing_changes c
        where c.xid >= snapshot.oldest and not pg_visible_in_snapshot(c.xid, snapshot.since)
      ) as moves,
      array(
        select distinct athlete from private.athlete_changes c, unnest(c.athletes) athlete
        where c.xid >= snapshot.oldest and not pg_visible_in_snapshot(c.xid, snapshot.since)
      )::float8[] as athletes
    from snapshot`) as [{ seen: string; moves: Buffer; athletes: number[] }]
  await sql`update private.happenings_read set seen = ${read.seen}::text::pg_snapshot`
  return read
}

async function write({ sql }: Db, facts: readonly Fact[]): Promise<number> {
  if (facts.length === 0) return 0
  // As uploads lock them, so that a member's facts are committed in the order of their ids.
  await sql`
    select from private.athlete_revisions where athlete_id = any(${facts.map(({ athlete }) => athlete)}::bigint[])
    order by athlete_id for share`
  const added = await sql`
    insert into happenings (kind, athlete_id, other_id, local_on, season_id, data)
    select f.kind, f.athlete, f.other, f."on", f.season, f.data
    from jsonb_to_recordset(${sql.json(facts)}::jsonb)
      as f (kind text, athlete bigint, other bigint, "on" date, season integer, data jsonb)
    -- Whoever erased the account in between is told of nothing.
    join athletes a on a.id = f.athlete
    left join athletes o on o.id = f.other
    where f.other is null or o.id is not null
    order by f."on"
    on conflict do nothing
    returning id`
  return added.length
}
