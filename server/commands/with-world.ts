import { join } from "node:path"
import type { World } from "#domain/world.ts"
import { createClosers } from "../closers.ts"
import { readProcessEnv } from "../env.ts"
import { localUrl } from "../listen.ts"
import { createLog } from "../log.ts"
import { createMetrics } from "../metrics.ts"
import { openDatabase } from "../world/database.ts"
import { openWork, openWorld } from "../world.ts"

/**
 * Runs `work` with the World of this installation, next to a running server or without one. Mails and jobs
 * are queued; the server sends them. Returns the exit code of `work`; 1, printing the reason, when anything
 * fails.
 */
export async function withWorld(purpose: string, work: (world: World) => Promise<number>): Promise<number> {
  const log = createLog({ level: "warn", destination: process.stderr })
  const closers = createClosers(log)
  try {
    const env = readProcessEnv(join(import.meta.dirname, "../.."))
    const siteUrl = env.SITE_URL ?? localUrl(env.HOST, env.PORT)
    const metrics = createMetrics()
    const database = await openDatabase(env, log, closers, purpose)
    const opened = await openWorld({ env, database, log, closers, metrics, siteUrl })
    await openWork(opened, { closers, metrics, tidyAuth: async () => {} })
    return await work(opened.world)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await closers.close()
  }
}
