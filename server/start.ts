import { assertCanListen } from "./http/listen.ts"
import { logFormat } from "./process/env.ts"
import { createLog, type ServerLog } from "./process/log.ts"
import type { RunningServer, StartOptions } from "./process/running-server.ts"
import { readSecrets } from "./process/secrets.ts"
import { type Closers, createClosers } from "./world/closers.ts"
import { openDatabase } from "./world/database.ts"

/** Starts everything and resolves once requests are served. If a step fails, closes everything that was opened. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { env, logDestination: destination } = options
  const log = createLog({
    level: env.LOG_LEVEL,
    format: destination ? "json" : logFormat(env),
    ...(destination ? { destination } : {}),
  })
  const closers = createClosers(log)
  try {
    return await start(options, log, closers)
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** The embedded database starts while the server's modules load, which takes half of the startup time. */
async function start(options: StartOptions, log: ServerLog, closers: Closers): Promise<RunningServer> {
  const { env } = options
  const secrets = await readSecrets(env)
  // Checked now, before a database is created.
  await assertCanListen(env.HOST, env.PORT)
  const launched = Promise.withResolvers<void>()
  const opening = openDatabase(env, log, closers, "server", launched.resolve)
  // An external database is not launched, and one that cannot be opened is reported below.
  await Promise.race([launched.promise, Promise.allSettled([opening])])
  const [database, serving] = await Promise.allSettled([opening, import("./serve.ts")])
  if (database.status === "rejected") throw database.reason
  if (serving.status === "rejected") throw serving.reason
  return await serving.value.serve({ ...options, secrets, database: database.value, log, closers })
}
