/**
 * Which functions and tables of the database each test file uses, as PostgreSQL counts them. `npm run mutate -- sql` sets
 * TEST_USAGE_FOLDER, where a file per test database is written; without it nothing here runs.
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
}

const { TEST_USAGE_FOLDER: folder } = process.env

export const recordsUsage = folder !== undefined

/** Parameters of a test server that counts. */
export const countingSettings: Record<string, string> = recordsUsage ? { track_functions: "all" } : {}

/** Called with the path of a test file and a new connection after those of a test have ended, which is when their counts arrive. */
export async function recordUsage(testPath: string, sql: postgres.Sql): Promise<void> {
  if (folder === undefined) return
  const functions = await sql<{ name: string }[]>`
    select funcid::regprocedure::text as name from pg_stat_user_functions`
  const tables = await sql<{ name: string }[]>`
    select relid::regclass::text as name
    from pg_stat_user_tables where coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins > 0`
  const usage: TestUsage = {
    file: testPath.startsWith(`${process.cwd()}/`) ? testPath.slice(process.cwd().length + 1) : testPath,
    functions: functions.map(({ name }) => name),
    tables: tables.map(({ name }) => name),
  }
  await writeFile(join(folder, `usage-${randomUUID()}.json`), JSON.stringify(usage))
}
