import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import type { ServiceName } from "#content/services.ts"
import { sweepQueue } from "#domain/competition/intake/connections/queues.ts"
import { createJobs } from "#server/jobs.ts"
import { createLog } from "#server/log.ts"
import { expect } from "./test.ts"

interface DailyComparison {
  /** Queues the comparison of everybody connected to a service, which the running server works on, as if a day had passed. */
  now(name: ServiceName): Promise<void>
  close(): Promise<void>
}

/** Connects to the database of a running site. */
export async function openDailyComparison(site: { data: string }): Promise<DailyComparison> {
  const log = createLog({ level: "warn", destination: process.stderr })
  const embedded = await startEmbedded({ dataDir: join(site.data, "postgres"), log, purpose: "test" })
  const db = connectPostgres({ url: embedded.url, max: 2 })
  const jobs = createJobs({ db, log })
  await jobs.open({ workers: [] })
  const atWork = (key: string) => db.sql`
    select state, output from pgboss.job
    where name = ${sweepQueue} and singleton_key = ${key} and state < 'completed'
  `
  return {
    async now(source) {
      const connected = await db.sql<{ id: number }>`
        select athlete_id::float8 as id from private.connections where source = ${source}
      `
      for (const { id: athleteId } of connected) {
        // While a job with this key is running, none would be queued.
        await expect.poll(async () => atWork(`${source} ${athleteId}`)).toEqual([])
        await jobs.jobs.add(db, sweepQueue, { source, athleteId }, { key: `${source} ${athleteId}` })
      }
    },
    async close() {
      await jobs.stop(0)
      await db.end()
      await embedded.stop()
    },
  }
}
