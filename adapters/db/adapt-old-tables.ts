import type postgres from "postgres"

interface Schemas {
  public: string
  private: string
}

/**
 * Changes tables that were set aside, in the given schemas, to the shape of today's, so that their rows can be copied by name:
 * renames tables and columns, and fills in what today's constraints and rules require. Each step does nothing to tables that
 * have the column already.
 */
export async function adaptOldTables(tx: postgres.TransactionSql, schemas: Schemas): Promise<void> {
  await renameServices(tx, schemas)
  await hideServices(tx, schemas)
  await completePrizes(tx, schemas)
  await gatherRanks(tx, schemas)
  // What moved in the last two hours, for processes that ran then.
  if (await lacks(tx, `${schemas.private}.standing_changes`, "moves"))
    await tx.unsafe(`drop table ${schemas.private}.standing_changes`)
}

/** Tables that used to hold the data of one service and now hold that of every service. */
async function renameServices(tx: postgres.TransactionSql, schemas: Schemas): Promise<void> {
  for (const [from, to] of [
    ["strava_connections", "connections"],
    ["strava_invitations", "connection_invitations"],
  ] as const) {
    if (!(await has(tx, `${schemas.private}.${from}`))) continue
    await tx.unsafe(`alter table ${schemas.private}.${from} rename to ${to}`)
    await tx.unsafe(`alter table ${schemas.private}.${to} add column source text not null default 'strava'`)
    if (to === "connections")
      await tx.unsafe(`alter table ${schemas.private}.${to} rename column strava_id to account_id`)
  }
  // Counts of a quarter of an hour, which services report anew with their next response.
  for (const counts of ["strava_usage", "service_usage"])
    await tx.unsafe(`drop table if exists ${schemas.private}.${counts}`)
}

/**
 * Whose data of a service may be shown is a column of its own today. Until the site has computed it, nobody else sees these
 * athletes. A service last confirmed its data when it was last compared with it.
 */
async function hideServices(tx: postgres.TransactionSql, schemas: Schemas): Promise<void> {
  const connections = `${schemas.private}.connections`
  if (await lacks(tx, connections, "confirmed_at"))
    await tx.unsafe(`
      alter table ${connections} add column confirmed_at timestamptz;
      update ${connections} set confirmed_at = coalesce(swept_at, connected_at)
    `)
  const athletes = `${schemas.public}.athletes`
  if (await lacks(tx, athletes, "restricted_data"))
    await tx.unsafe(`
      alter table ${athletes} add column restricted_data text not null default 'none';
      update ${athletes} set restricted_data = 'unconfirmed' where id in (
        select athlete_id from ${connections}
        union
        select athlete_id from ${schemas.public}.activities where source = 'strava'
      )
    `)
}

/**
 * Prizes used to be withdrawn for a disqualification only, and who may win was not stored. A winner stays eligible whatever
 * happens to the profile afterward.
 */
async function completePrizes(tx: postgres.TransactionSql, schemas: Schemas): Promise<void> {
  const prizes = `${schemas.public}.prizes`
  const results = `${schemas.public}.season_results`
  if (await lacks(tx, prizes, "withdrawn_because"))
    await tx.unsafe(`
      alter table ${prizes} add column withdrawn_because text;
      update ${prizes} set withdrawn_because = 'disqualified' where status = 'withdrawn'
    `)
  if (await lacks(tx, results, "verdict"))
    await tx.unsafe(`
      alter table ${results} add column verdict text;
      update ${results} r set verdict = 'eligible' from ${prizes} p
      where p.season_id = r.season_id and p.athlete_id = r.athlete_id and p.status <> 'withdrawn'
    `)
}

/** Ranks of yesterday used to be a row each, and one setting said when they were stored. */
async function gatherRanks(tx: postgres.TransactionSql, schemas: Schemas): Promise<void> {
  const ranks = `${schemas.private}.ranks_yesterday`
  const boards = `${schemas.public}.boards`
  if (await lacks(tx, ranks, "block"))
    await tx.unsafe(`
      create table ${schemas.private}.rank_blocks as
      select board_id, athlete_id / 128 as block, array_agg((athlete_id % 128)::smallint) as slots, array_agg(rank) as ranks
      from ${ranks}
      group by 1, 2;
      alter table ${ranks} rename to rank_rows;
      alter table ${schemas.private}.rank_blocks rename to ranks_yesterday
    `)
  if (await lacks(tx, boards, "ranks_on"))
    await tx.unsafe(`
      alter table ${boards} add column ranks_on date;
      update ${boards} set ranks_on = (
        select value::date from ${schemas.private}.settings where name = 'ranks_kept_on'
      )
    `)
}

async function has(tx: postgres.TransactionSql, table: string): Promise<boolean> {
  const [found] = await tx`select to_regclass(${table}) is not null as there`
  return found?.there === true
}

/** True for a table that exists without this column. */
async function lacks(tx: postgres.TransactionSql, table: string, column: string): Promise<boolean> {
  const found = await tx`
    select from pg_class c
    where c.oid = to_regclass(${table})
      and not exists (select from pg_attribute where attrelid = c.oid and attname = ${column} and not attisdropped)`
  return found.length > 0
}
