import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createSigner } from "#server/world/signer.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
import { quietLog } from "../support/quiet-log.ts"

interface BenchWorld {
  world: World
  db: PostgresDb
  /** Sets the time of the world. */
  setNow(now: string): void
  /** Closes the connections and drops the database. */
  close(): Promise<void>
}

/** A world on a separate database, on the server of `url`. */
export async function openBenchWorld(
  server: string,
  options: { name: string; connections: number },
): Promise<BenchWorld> {
  const admin = connectPostgres({ url: server, max: 1 })
  await admin.query(`create database ${options.name}`)
  const url = server.replace(/\/b4m$/, `/${options.name}`)
  await migrate({ url, platform: true, log: quietLog })
  const db = connectPostgres({ url, max: options.connections })
  const live = createPostgresLive(db, quietLog)
  await live.open()
  let now = new Date("2026-11-20T20:00:00Z")
  const world: World = {
    ...unusedPorts,
    db,
    live,
    log: quietLog,
    now: () => now,
    sign: createSigner("bench"),
    accounts: createAccounts(() => now),
    mail: { queue: async () => {}, again: async () => false, reported: async () => {} },
    jobs: { add: async () => {}, wake: () => {} },
    settings: { siteUrl: "http://bench", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
  }
  return {
    world,
    db,
    setNow(at) {
      now = new Date(at)
    },
    async close() {
      await live.close()
      await db.end()
      await admin.query(`drop database ${options.name} with (force)`)
      await admin.end()
    },
  }
}
