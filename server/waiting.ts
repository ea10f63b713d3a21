import { existsSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isConnectionLost } from "#primitives/database-away.ts"
import { answerWith, createHttpServer, drain, listen, localUrl } from "./http/listen.ts"
import { createWaitingAnswers } from "./http/waiting-answers.ts"
import { extraOriginsOf } from "./process/extra-origins.ts"
import type { ServerLog } from "./process/log.ts"
import { pagesFolder } from "./process/pages-folder.ts"
import type { RunningServer, StartOptions } from "./process/running-server.ts"
import type { ServeOptions } from "./serve.ts"
import { openCaptcha } from "./world/world.ts"
import { worldWithoutDatabase } from "./world/world-without-database.ts"

/** The pause before the next attempt to start with the database: short at first, then half a minute. */
const [firstPauseMs, longestPauseMs] = [1_000, 30_000]
/** Seconds that requests in flight get if the process stops before the database has answered. */
const drainSeconds = 2

/**
 * Whether a start that failed may go on without the database: nothing answers at DATABASE_URL, and this installation has
 * served with it before. A new one has nothing to show, and its setting may be mistyped.
 */
export function canWait({ env, buildDir, development }: StartOptions, error: unknown): boolean {
  const { cause = error } = Object(error) as { cause?: unknown }
  return (
    env.DATABASE_URL !== undefined &&
    buildDir !== null &&
    !development &&
    isConnectionLost(cause) &&
    existsSync(join(env.DATA_DIR, "published.json"))
  )
}

interface WaitingOptions extends StartOptions {
  buildDir: string
  log: ServerLog
  /** Why the database could not be used. */
  error: unknown
  /** Starts everything on this HTTP server, which listens already. Rejects if the database is still away. */
  attempt(listening: NonNullable<ServeOptions["listening"]>): Promise<RunningServer>
}

/**
 * Serves what needs no database until there is one: then everything, on the same port and without a lost request. A start
 * that fails for another reason, such as a migration, is logged and attempted again, and the pages stay.
 */
export async function serveWhileAway(options: WaitingOptions): Promise<RunningServer> {
  const { env, buildDir, log, error, attempt } = options
  const siteUrl = env.SITE_URL ?? localUrl(env.HOST, env.PORT)
  const world = await worldWithoutDatabase({ env, log, siteUrl })
  const answers = await createWaitingAnswers({
    world,
    log,
    buildDir,
    hops: env.TRUST_PROXY,
    embeds: env.EMBEDS,
    diskFolder: pagesFolder(env),
    extraOrigins: extraOriginsOf(env, { project: env.SUPABASE_URL ?? null, captcha: openCaptcha(env) }),
  })
  const server = createHttpServer()
  answerWith(server, answers)
  const port = await listen(server, env.HOST, env.PORT)
  const stopping = new AbortController()
  let running: RunningServer | undefined

  const keepTrying = async () => {
    let pauseMs = firstPauseMs
    let said = sentenceOf(error)
    while (!stopping.signal.aborted && !running) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      try {
        running = await attempt(server)
        await answers.close()
        log.info({}, "The database answers: everything is served")
      } catch (failure) {
        // Attempts fail for hours for one reason, which is logged once.
        const says = sentenceOf(failure)
        if (says !== said) log.error({ error: failure }, "The site could not be started with its database")
        said = says
      }
    }
  }
  log.error({ error }, "The database does not answer: pages are served from disk")
  const trying = keepTrying()
  const url = localUrl(env.HOST, port)
  return {
    url,
    port,
    lines: [
      `B4M is running at ${env.SITE_URL ?? url}${env.SITE_URL ? ` (here: ${url})` : ""}, without its database`,
      sentenceOf(error),
      "Pages are served as they were last. Everything else is served once the database answers.",
    ],
    routes: [],
    async stop() {
      stopping.abort()
      // An attempt that is under way is finished first, because it may be migrating.
      await trying
      if (running) return running.stop()
      await drain(server, drainSeconds)
      await answers.close()
    },
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
