import { setTimeout as sleep } from "node:timers/promises"

/** Runs `work` and answers no earlier than `leastMs` after it began, success or not, so that the time tells nothing. */
export async function inEqualTime<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const earliest = sleep(leastMs)
  try {
    return await work()
  } finally {
    await earliest
  }
}
