import { withOwnDeadline } from "#primitives/deadline.ts"
import type { ServerLog } from "../process/log.ts"

/** The time in ms for all parts together, and for each of them. The process has 30 seconds (process.ts). */
const [allMs, oneMs] = [22_000, 12_000]
/** The minimum in ms that each of the last parts gets in any case. */
const leastMs = 1_000

/** Resources to close, in the order in which they were opened; they are closed in reverse order. */
export interface Closers {
  /**
   * `withinMs`: the time limit, which shrinks if earlier parts took long; Infinity for a part that must be closed
   * completely.
   */
  add(name: string, close: () => Promise<void>, withinMs?: number): void
  /**
   * Closes everything once, last opened first. A part that fails, or waits too long for an unresponsive database, is
   * logged and does not stop the others.
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
