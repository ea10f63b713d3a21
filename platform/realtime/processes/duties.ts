import type { Log } from "#ports/log.ts"

/** Periodic tasks of a process, which run independently of each other. */
interface Duties {
  /** Starts a duty unless its previous run is still in progress. A failure is logged and retried at the next run. */
  start(name: string, work: () => PromiseLike<unknown>): void
  /** Resolves when none is running. */
  settled(): Promise<void>
}

/**
 * Duties do not wait for each other: one that is blocked by a locked table must not keep the process from renewing its
 * lease.
 */
export function createDuties(log: Log): Duties {
  const underWay = new Map<string, Promise<unknown>>()
  return {
    start(name, work) {
      if (underWay.has(name)) return
      const failed = (error: unknown) =>
        log.error({ error: error instanceof Error ? error.message : "unknown" }, `Realtime could not ${name}`)
      // Wrapped in a promise, so that a synchronous error is handled as well.
      const done = new Promise((resolve) => resolve(work()))
        .catch(failed)
        .finally(() => underWay.delete(name))
      underWay.set(name, done)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.values())
    },
  }
}
