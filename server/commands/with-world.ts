import { join } from "node:path"
import type { World } from "#domain/world.ts"
import { createMetrics } from "../http/metrics.ts"
import { createLog } from "../process/log.ts"
import { readProcessEnv } from "../process/process-env.ts"
import { createClosers } from "../world/closers.ts"
import { openDatabase } from "../world/database.ts"
import { openWork, openWorld } from "../world/world.ts"
import { readCommandEnv, requireSiteUrl } from "./command-env.ts"

/**
 * Runs `work` with the World of this installation, with or without a running server. Mails and jobs are queued; the
 * server processes them. Returns the exit code of `work`; 1, printing the reason, if anything fails.
 */
export async function withWorld(purpose: string, work: (world: World) => Promise<number>): Promise<number> {
  const log = createLog({ level: "warn", destination: process.stderr })
  const closers = createClosers(log)
  try {
    const root = join(import.meta.dirname, "../..")
    const database = await openDatabase(readProcessEnv(root), log, closers, purpose)
    const env = await readCommandEnv(database.db, root)
    const siteUrl = requireSiteUrl(env)
    const metrics = createMetrics()
    const opened = await openWorld({ env, database, log, closers, metrics, siteUrl })
    await openWork(opened, { closers, metrics, pruneAuth: async () => {} })
    return await work(opened.world)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await closers.close()
  }
}
