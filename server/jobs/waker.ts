import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "#ports/log.ts"

interface Waker {
  wake(queue: string): void
  /** Resolves when everything requested so far is queued. */
  close(): Promise<void>
}

/**
 * Queues the single job of a queue on request, however many requests arrive at once: immediately for the first, and
 * once more after a pause for all that arrive in the meantime.
 * @param send queues the job; its errors are logged, because no caller waits for it
 */
export function createWaker(send: (queue: string) => Promise<void>, log: Log, pauseMs = 50): Waker {
  const asked = new Map<string, "once" | "again">()
  const running = new Set<Promise<void>>()
  const closing = new AbortController()

  const run = async (queue: string) => {
    do {
      asked.set(queue, "once")
      await send(queue).catch((error) =>
        log.warn({ error, queue }, "A job was not woken, and waits for its deadline"),
      )
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
    } while (asked.get(queue) === "again")
    asked.delete(queue)
  }

  return {
    wake(queue) {
      if (asked.has(queue)) {
        asked.set(queue, "again")
        return
      }
      const started = run(queue).finally(() => running.delete(started))
      running.add(started)
    },
    async close() {
      closing.abort()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
