import type { Log } from "#ports/log.ts"
import { findPostmaster } from "./postmaster.ts"

const EVERY_MS = 500

/** Monitors a running server and restarts it if it stops. `end` waits for a restart in progress. */
export function watchPostmaster(
  cluster: string,
  log: Log,
  restart: () => Promise<void>,
): { end(): Promise<void> } {
  let ended = false
  let pauseMs = EVERY_MS
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> = Promise.resolve()

  const look = async () => {
    if (await findPostmaster(cluster)) return
    if (ended) return
    log.error({}, "The database stopped unexpectedly; restarting it")
    try {
      await restart()
      pauseMs = EVERY_MS
      log.info({}, "The database is running again")
    } catch (error) {
      pauseMs = Math.min(pauseMs * 2, 30_000)
      log.error({ error: String(error), retryInMs: pauseMs }, "The database could not be restarted")
    }
  }
  const schedule = () => {
    if (ended) return
    timer = setTimeout(() => {
      busy = look().finally(schedule)
    }, pauseMs)
    timer.unref()
  }
  schedule()
  return {
    async end() {
      ended = true
      clearTimeout(timer)
      await busy
    },
  }
}
