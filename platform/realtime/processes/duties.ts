import type { Log } from "#ports/log.ts"

/** What a process does every few seconds, each duty beside the others. */
interface Duties {
  /** Starts a duty unless it is still under way since the last time. A failure is logged: the next time tries again. */
  start(name: string, work: () => PromiseLike<unknown>): void
  /** Resolves when none is under way. */
  settled(): Promise<void>
}

/** Duties do not wait for each other: one that a locked table holds up must not keep the process from saying that it lives. */
export function createDuties(log: Log): Duties {
  const underWay = new Map<string, Promise<unknown>>()
  return {
    start(name, work) {
      if (underWay.has(name)) return
      const failed = (error: unknown) =>
        log.error({ error: error instanceof Error ? error.message : "unknown" }, `Realtime could not ${name}`)
      // In a promise of its own, so that what it throws at once is its failure as well.
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
