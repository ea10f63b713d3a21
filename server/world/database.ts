import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import type { Closers } from "../closers.ts"
import type { Env } from "../env.ts"
import type { ServerLog } from "../log.ts"

export interface OpenedDatabase {
  db: PostgresDb
  /** Connection string of the owner; holds the password. */
  url: string
  /** Where the data is, for people. */
  place: string
  /** Sentences for whoever started the server. */
  notes: readonly string[]
}

/**
 * Connects to DATABASE_URL, or starts (or joins) the embedded PostgreSQL below DATA_DIR and connects to that. `purpose` is
 * what this process is, in lists of who uses the database: "server", "jobs". `onLaunched` is called when only its
 * readiness has to be waited for.
 */
export async function openDatabase(
  env: Env,
  log: ServerLog,
  closers: Closers,
  purpose: string,
  onLaunched?: () => void,
): Promise<OpenedDatabase> {
  const max = env.DATABASE_POOL
  if (env.DATABASE_URL) {
    const db = connectPostgres({ url: env.DATABASE_URL, max })
    closers.add("database connections", () => db.end())
    const { hostname, pathname } = new URL(env.DATABASE_URL)
    return { db, url: env.DATABASE_URL, place: `PostgreSQL ${pathname.slice(1)} on ${hostname}`, notes: [] }
  }
  const embedded = await startEmbedded({ dataDir: join(env.DATA_DIR, "postgres"), log, purpose, onLaunched })
  closers.add("database", () => embedded.stop())
  const db = connectPostgres({ url: embedded.url, max })
  closers.add("database connections", () => db.end())
  return { db, url: embedded.url, place: embedded.dataDir, notes: embedded.notes }
}
