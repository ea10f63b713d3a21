import type { Db } from "#ports/db.ts"

/** Waiting for a table's lock blocks later requests for it, so each attempt is short, and is repeated. */
const lockTimeoutMs = 300
const attempts = 10
const pauseMs = 200

/** Sets a short lock timeout for the rest of the transaction. */
export async function waitBriefly(within: Db): Promise<void> {
  await within.query("select set_config('lock_timeout', $1, true)", [String(lockTimeoutMs)])
}

/** Retries `work` while a table is locked; throws if it stays locked for seconds. */
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
