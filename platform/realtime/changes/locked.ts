import type { Db } from "#ports/db.ts"

/** Who waits for a table's lock makes those behind it wait, so it is tried briefly, and again. */
const lockTimeoutMs = 300
const attempts = 10
const pauseMs = 200

/** For the rest of the transaction a lock is waited for only briefly. */
export async function waitBriefly(within: Db): Promise<void> {
  await within.query("select set_config('lock_timeout', $1, true)", [String(lockTimeoutMs)])
}

/** Tries `work` again while a table is locked; throws when it is locked for seconds. */
export async function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || Object(error).code !== "55P03") throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
