import { createApi } from "./api.ts"
import { createClosers } from "./closers.ts"
import type { Env } from "./env.ts"
import { listen } from "./listen.ts"
import { createLog } from "./log.ts"
import { createMetrics } from "./metrics.ts"
import { readSecrets } from "./secrets.ts"
import { openDatabase } from "./world.ts"

export interface RunningServer {
  url: string
  port: number
  /** What to tell the person who started it, one line each. */
  lines: readonly string[]
  /** In order: no new requests, those in flight end, jobs give back, live closes, connections and database end. */
  stop(): Promise<void>
}

/** Seconds that requests in flight get before their connections are cut. */
const drainSeconds = 10

/** Starts everything for `env` and answers once requests are served. What was opened is closed again when a step fails. */
export async function startServer(env: Env): Promise<RunningServer> {
  const log = createLog({ level: env.LOG_LEVEL })
  const closers = createClosers(log)
  try {
    const secrets = await readSecrets(env)
    const database = await openDatabase(env, log, closers)
    const metrics = createMetrics()
    const app = createApi({
      log,
      metrics,
      metricsToken: secrets.METRICS_TOKEN,
      readyChecks: [{ name: "database", reason: () => database.db.sql`select 1`.then(() => null) }],
    })
    const http = await listen({ host: env.HOST, port: env.PORT, fetch: app.fetch })
    closers.add("http", async () => void (await http.close(drainSeconds)))
    const lines = [
      `B4M is running at ${env.SITE_URL ?? http.url}`,
      `Data: ${database.place}`,
      ...database.notes,
    ]
    return { url: http.url, port: http.port, lines, stop: () => closers.close() }
  } catch (error) {
    await closers.close()
    throw error
  }
}
