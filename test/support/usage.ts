/**
 * Which functions and tables of the database each test file uses, as PostgreSQL counts them, and what happens when one
 * is missing. `npm run mutate -- sql` sets both variables; without them nothing here runs.
 *
 * TEST_USAGE_FOLDER: where a file per test database and the list of objects are written.
 * TEST_TEMPLATE_STATEMENT: run on the migrated template before any test database is copied from it.
 */
import { randomUUID } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type postgres from "postgres"

export interface TestUsage {
  /** The test file, relative to the repository. */
  file: string
  /** Names with their schema and argument types, such as `private.board_rows(text)`. */
  functions: string[]
  /** Names with their schema. */
  tables: string[]
  /** Calls of functions and reads of tables together. */
  calls: number
}

export interface SqlObject {
  kind: "trigger" | "function" | "policy"
  name: string
  /** Statement that removes it. */
  drop: string
  /** What PostgreSQL counts when it is used. */
  functions: string[]
  tables: string[]
}

const { TEST_USAGE_FOLDER: folder, TEST_TEMPLATE_STATEMENT: statement } = process.env

/** Parameters of a test server that counts. */
export const countingSettings: Record<string, string> = folder === undefined ? {} : { track_functions: "all" }

/** Called once, on the migrated template. */
export async function prepareTemplate(sql: postgres.Sql): Promise<void> {
  if (folder !== undefined) await writeFile(join(folder, "objects.json"), JSON.stringify(await objects(sql)))
  if (statement !== undefined) await sql.unsafe(statement)
}

/** Called with the path of a test file and a new connection after those of a test have ended, which is when their counts arrive. */
export async function recordUsage(testPath: string, sql: postgres.Sql): Promise<void> {
  if (folder === undefined) return
  const functions = await sql<{ name: string; calls: number }[]>`
    select funcid::regprocedure::text as name, calls::int from pg_stat_user_functions`
  const tables = await sql<{ name: string; calls: number }[]>`
    select relid::regclass::text as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins)::int as calls
    from pg_stat_user_tables where coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins > 0`
  const usage: TestUsage = {
    file: testPath.startsWith(`${process.cwd()}/`) ? testPath.slice(process.cwd().length + 1) : testPath,
    functions: functions.map(({ name }) => name),
    tables: tables.map(({ name }) => name),
    calls: [...functions, ...tables].reduce((sum, { calls }) => sum + calls, 0),
  }
  await writeFile(join(folder, `usage-${randomUUID()}.json`), JSON.stringify(usage))
}

async function objects(sql: postgres.Sql): Promise<SqlObject[]> {
  return sql<SqlObject[]>`
    with ours as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), tables as (
      select c.oid, c.oid::regclass::text as name, c.relname from pg_class c
      join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p')
    )
    select 'trigger' as kind, format('%s on %s', tgname, t.name) as name,
      format('drop trigger %I on %s', tgname, t.name) as drop,
      array[tgfoid::regprocedure::text] as functions, array[t.name] as tables
    from pg_trigger g join tables t on t.oid = g.tgrelid where not tgisinternal
    union all
    select 'policy', format('%s on %s', polname, t.name), format('drop policy %I on %s', polname, t.name),
      '{}', array[t.name]
    from pg_policy p join tables t on t.oid = p.polrelid
    union all
    select 'function', p.oid::regprocedure::text, format('drop function %s cascade', p.oid::regprocedure),
      array[p.oid::regprocedure::text],
      array(select t.name from tables t where pg_get_functiondef(p.oid) ~ ('\m' || t.relname || '\M'))
    from pg_proc p join ours on ours.oid = p.pronamespace where p.prokind = 'f'
    order by kind, name`
}
