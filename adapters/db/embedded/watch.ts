import type { Log } from "#domain/world.ts"
import { findPostmaster } from "./postmaster.ts"

const EVERY_MS = 500

/** Looks after a running server and starts it again when it is gone. `end` waits for a restart under way. */
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
    log.error({}, "The database stopped by itself; starting it again")
    try {
      await restart()
      pauseMs = EVERY_MS
      log.info({}, "The database runs again")
    } catch (error) {
      pauseMs = Math.min(pauseMs * 2, 30_000)
      log.error({ error: String(error), retryInMs: pauseMs }, "The database could not be started again")
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
