import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import { untilUnlocked, waitBriefly } from "./locked.ts"
import { nameOfTable, type Table } from "./tables.ts"

const trigger = "realtime_changes"

/**
 * Registers this process as a reader of the tables, and starts storing their changes. Returns the position from which a
 * new reader reads. Throws if a table stays locked for seconds.
 */
export async function watchTables(db: Db, process: string, tables: readonly Table[]): Promise<string> {
  return untilUnlocked(() =>
    db.transaction(async (within) => {
      await takeTurn(within)
      const [reader] = await within.query(
        `insert into realtime.readers (process, relations) values ($1::uuid, $2::oid[])
           on conflict (process) do update set relations = array(select distinct unnest(readers.relations || excluded.relations))
           returning position::text as position`,
        [process, tables.map(({ oid }) => oid)],
      )
      for (const table of tables) {
        const [has] = await within.query(
          "select from pg_trigger where tgrelid = $1::oid and tgname = $2 and not tgisinternal",
          [table.oid, trigger],
        )
        if (!has)
          await within.query(
            `create trigger ${trigger} after insert or update or delete on ${nameOfTable(table)}
               for each row execute function realtime.keep_change()`,
          )
      }
      return String(reader?.position)
    }),
  )
}

/** Stores this process's read position, and removes changes that every reader has read. */
export async function markRead(
  db: Db,
  process: string,
  state: { position: string; relations: readonly string[] } | null,
): Promise<void> {
  if (state)
    await db.query(
      "update realtime.readers set position = $2::pg_snapshot, relations = $3::oid[] where process = $1::uuid",
      [process, state.position, state.relations],
    )
  else await db.sql`delete from realtime.readers where process = ${process}`
  await db.sql`
    delete from realtime.changes c where not exists (
      select from realtime.readers r where not pg_visible_in_snapshot(c.transaction, r.position)
    )
  `
}

/** Removes the triggers from tables that no process watches anymore. */
export async function unwatchTables(db: Db, log: Log): Promise<void> {
  const unwatched = (await db.query(
    `select n.nspname as schema, c.relname as name, c.oid::text as oid
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where t.tgname = $1 and not t.tgisinternal
       and not exists (select from realtime.readers where c.oid = any(relations))`,
    [trigger],
  )) as unknown as Pick<Table, "schema" | "name" | "oid">[]
  for (const table of unwatched) {
    try {
      await db.transaction(async (within) => {
        await takeTurn(within)
        const [watched] = await within.query("select from realtime.readers where $1::oid = any(relations)", [
          table.oid,
        ])
        if (!watched) await within.query(`drop trigger if exists ${trigger} on ${nameOfTable(table)}`)
      })
    } catch (error) {
      // The next run tries again.
      log.warn({ table: table.name, error: Object(error).message }, "A table is still watched for changes")
    }
  }
}

/** Only one process at a time adds or removes triggers. */
async function takeTurn(within: Db): Promise<void> {
  await waitBriefly(within)
  await within.query("select pg_advisory_xact_lock(hashtext('realtime_changes'))")
}
