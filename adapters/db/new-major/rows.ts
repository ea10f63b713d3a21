import type { Db } from "#ports/db.ts"
import { isOwn } from "./own-objects.ts"

/** A table that stores rows itself, with its columns except generated ones. Quoted. */
interface Table {
  name: string
  columns: string[]
}

const readTables = async (db: Db) =>
  (await db.query(`
  select c.oid::regclass::text as name,
    array(select quote_ident(attname) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class c where c.relkind = 'r' and ${isOwn("c", "pg_class")} order by 1`)) as unknown as Table[]

/** The number of rows in memory at a time. */
const BATCH = 500

/**
 * Copies the rows of every table, each as text of its row type, which every type can write and read without loss.
 * Triggers do not run.
 */
export async function copyRows(from: Db, to: Db): Promise<void> {
  await to.sql`set session_replication_role = replica`
  for (const { name, columns } of await readTables(from)) {
    const values = columns.map((column) => `(r.t).${column}`).join(", ")
    const insert = `insert into ${name} (${columns.join(", ")}) overriding system value
      select ${values} from (select x::${name} as t from unnest($1::text[]) x offset 0) r`
    if (columns.length === 0) continue
    await from.transaction(async (tx) => {
      await tx.query(`declare copied no scroll cursor for select t::text as row from only ${name} t`)
      while (true) {
        const batch = await tx.query(`fetch ${BATCH} from copied`)
        if (batch.length === 0) break
        await to.query(insert, [batch.map(({ row }) => row)])
      }
    })
  }
  await to.sql`set session_replication_role = origin`
}

/** Sets every sequence to its current position. */
export async function copySequences(from: Db, to: Db): Promise<void> {
  for (const { name, last, called } of await readSequences(from))
    await to.sql`select setval(${name}::text::regclass, ${last}::bigint, ${called})`
}

/** The number and checksum of the rows of every table, and the position of every sequence, by name. */
export async function fingerprint(db: Db): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name } of await readTables(db)) {
    const [row] = await db.query(
      `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from only ${name} t`,
    )
    found.set(name, `${row?.rows} rows, checksum ${row?.sum}`)
  }
  for (const { name, last, called } of await readSequences(db)) found.set(name, `${last} ${called}`)
  return found
}

async function readSequences(db: Db): Promise<{ name: string; last: string; called: boolean }[]> {
  const names = await db.query(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'S' and ${isOwn("c", "pg_class")} order by 1`,
  )
  const sequences = []
  for (const { name } of names) {
    const [row] = await db.query(`select last_value::text as last, is_called as called from ${name}`)
    if (row) sequences.push({ name: String(name), last: String(row.last), called: row.called === true })
  }
  return sequences
}
