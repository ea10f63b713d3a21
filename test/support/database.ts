import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { TEMPLATE } from "./global-setup.ts"

export interface TestDatabase {
  db: PostgresDb
  /** Connection string of the owner. */
  url: string
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
  /** Closes the connections and leaves the database, to be copied: its name. It goes with the run. */
  leave(): Promise<string>
}

export interface TestDatabaseOptions {
  /** False for an empty database without the product's tables and roles. */
  migrated?: boolean
  /** The database to copy instead of the migrated template, as `leave` names it. */
  template?: string
  /** Connections in the pool; default 5. */
  max?: number
}

/** A separate database for one test file, copied from the migrated template. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl")
  const name = `test_${randomBytes(6).toString("hex")}`
  const template = options.migrated === false ? "template0" : (options.template ?? TEMPLATE)
  // Copying files is faster in memory, and slower on a disk.
  const strategy = inject("testServerInMemory") ? "file_copy" : "wal_log"
  const { sql } = onServer(server)
  await sql`create database ${sql(name)} template ${sql(template)} strategy ${sql(strategy)}`
  const url = server.replace(/\/postgres$/, `/${name}`)
  const db = connectPostgres({ url, max: options.max ?? 5, applicationName: "b4m test" })
  return {
    db,
    url,
    async drop() {
      await db.end()
      await sql`drop database if exists ${sql(name)} with (force)`
    },
    async leave() {
      await db.end()
      return name
    },
  }
}

const servers = new Map<string, PostgresDb>()

/** One connection for all databases that are made and dropped, because connecting costs as much as both. */
function onServer(url: string): PostgresDb {
  const db = servers.get(url) ?? connectPostgres({ url, max: 1, applicationName: "b4m test" })
  servers.set(url, db)
  return db
}
