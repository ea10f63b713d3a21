import { setTimeout as sleep } from "node:timers/promises"

/**
 * Runs `work` and settles no earlier than `leastMs` after it started, success or not, so that timing reveals
 * nothing.
 */
export async function inEqualTime<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const earliest = sleep(leastMs)
  try {
    return await work()
  } finally {
    await earliest
  }
}
