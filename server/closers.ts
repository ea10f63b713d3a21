import { withOwnDeadline } from "#primitives/deadline.ts"
import type { ServerLog } from "./log.ts"

/** How long all parts together may take, in ms, and one of them: the process has 30 seconds (process.ts). */
const [allMs, oneMs] = [22_000, 12_000]
/** What each of the last ones gets all the same, in ms. */
const leastMs = 1_000

/** What must be closed, in the order in which it was opened; closing goes backwards. */
export interface Closers {
  /** `withinMs`: how long it may take, less where the parts before it took long; Infinity for what must end whatever it takes. */
  add(name: string, close: () => Promise<void>, withinMs?: number): void
  /**
   * Closes everything once, last opened first. A part that fails, or that waits too long for a database that does not answer, is logged
   * and does not stop the others.
   */
  close(): Promise<void>
}

export function createClosers(log: ServerLog): Closers {
  const opened: { name: string; close: () => Promise<void>; withinMs: number }[] = []
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    const endsAt = performance.now() + allMs
    for (const part of opened.reverse()) {
      const leftMs = Math.max(leastMs, endsAt - performance.now())
      try {
        await withOwnDeadline(
          part.withinMs === Number.POSITIVE_INFINITY ? part.withinMs : Math.min(part.withinMs, leftMs),
          part.close,
        )
        log.debug({ part: part.name }, "Closed")
      } catch (error) {
        log.error({ part: part.name, error }, "A part did not close cleanly")
      }
    }
  }
  return {
    add: (name, close, withinMs = oneMs) => void opened.push({ name, close, withinMs }),
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}
