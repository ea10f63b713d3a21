import { assertCanListen } from "./http/listen.ts"
import { logFormat } from "./process/env.ts"
import { createLog, type ServerLog } from "./process/log.ts"
import type { RunningServer, StartOptions } from "./process/running-server.ts"
import { readSecrets } from "./process/secrets.ts"
import type { ServeOptions } from "./serve.ts"
import { type Closers, createClosers } from "./world/closers.ts"
import { openDatabase } from "./world/database.ts"

/**
 * Starts everything and resolves once requests are served. If a step fails, closes everything that was opened. Without the
 * database, an installation that has served before serves its pages from disk until it answers (waiting.ts).
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { env, buildDir, logDestination: destination } = options
  const log = createLog({
    level: env.LOG_LEVEL,
    format: destination ? "json" : logFormat(env),
    ...(destination ? { destination } : {}),
  })
  const secrets = await readSecrets(env)
  // Checked now, before a database is created.
  await assertCanListen(env.HOST, env.PORT)
  const attempt = async (listening?: ServeOptions["listening"]) => {
    const closers = createClosers(log)
    try {
      return await start({ ...options, secrets, ...(listening && { listening }) }, log, closers)
    } catch (error) {
      await closers.close()
      throw error
    }
  }
  try {
    return await attempt()
  } catch (error) {
    const { canWait, serveWhileAway } = await import("./waiting.ts")
    if (!buildDir || !canWait(options, error)) throw error
    return await serveWhileAway({ ...options, buildDir, log, error, attempt })
  }
}

/** The embedded database starts while the server's modules load, which takes half of the startup time. */
async function start(
  options: Omit<ServeOptions, "database" | "log" | "closers">,
  log: ServerLog,
  closers: Closers,
): Promise<RunningServer> {
  const { env } = options
  const launched = Promise.withResolvers<void>()
  const opening = openDatabase(env, log, closers, "server", launched.resolve)
  // An external database is not launched, and one that cannot be opened is reported below.
  await Promise.race([launched.promise, Promise.allSettled([opening])])
  const [database, serving] = await Promise.allSettled([opening, import("./serve.ts")])
  if (database.status === "rejected") throw database.reason
  if (serving.status === "rejected") throw serving.reason
  return await serving.value.serve({ ...options, database: database.value, log, closers })
}
