import { randomBytes } from "node:crypto"
import postgres from "postgres"
import { expect, inject } from "vitest"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { TEMPLATE } from "./global-setup.ts"
import { recordsUsage, recordUsage } from "./usage.ts"

export interface TestDatabase {
  db: PostgresDb
  /** Connection string of the owner. */
  url: string
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** False for an empty database without the product's tables and roles. */
  migrated?: boolean
  /** Another test database, whose connections have ended, to be copied instead. */
  copyOf?: TestDatabase
  /** Connections in the pool; default 5. */
  max?: number
}

/** A separate database for one test file, copied from the migrated template. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl")
  const name = `test_${randomBytes(6).toString("hex")}`
  const copied = options.copyOf && new URL(options.copyOf.url).pathname.slice(1)
  const template = copied ?? (options.migrated === false ? "template0" : TEMPLATE)
  // Copying files is faster in memory, and slower on a disk.
  const strategy = inject("testServerInMemory") ? "file_copy" : "wal_log"
  const sql = onServer(server)
  await sql`create database ${sql(name)} template ${sql(template)} strategy ${sql(strategy)}`
  const url = server.replace(/\/postgres$/, `/${name}`)
  const db = connectPostgres({ url, max: options.max ?? 5, applicationName: "b4m test" })
  return {
    db,
    url,
    async drop() {
      await db.end()
      if (recordsUsage) await onDatabase(url, (sql) => recordUsage(expect.getState().testPath ?? "", sql))
      const sql = onServer(server)
      await sql`drop database if exists ${sql(name)} with (force)`
    },
  }
}

const servers = new Map<string, postgres.Sql>()

/** One connection for all databases that are made and dropped soon after each other, because connecting costs as much as both. */
function onServer(url: string): postgres.Sql {
  const sql =
    servers.get(url) ?? postgres(url, { max: 1, idle_timeout: 2, prepare: false, onnotice: () => {} })
  servers.set(url, sql)
  return sql
}

async function onDatabase(url: string, work: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
