import type { PgBoss } from "pg-boss"
import type { Worker } from "./worker.ts"

/** Holds jobs that failed on every attempt, until an operator retries them or they expire. */
export const deadQueue = "dead"

const day = 86_400
/** Retention of waiting and dead jobs; the job for a yearly prize waits until its season closes. */
const keepWaitingSeconds = 400 * day
const keepDoneSeconds = 7 * day
/** A process that sends no heartbeat for its job for this long counts as dead, and the job is retried. */
const heartbeatSeconds = 10

/**
 * Creates every worker's queue, or updates it to the worker's current policy. Safe in several processes
 * concurrently.
 */
export async function ensureQueues(boss: PgBoss, workers: readonly Worker[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  if (!existing.has(deadQueue)) await boss.createQueue(deadQueue, { retentionSeconds: keepWaitingSeconds })
  for (const { queue, retry, timeoutSeconds } of workers) {
    const settings = {
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryBackoff: true,
      retryDelayMax: retry.maxDelaySeconds,
      expireInSeconds: timeoutSeconds,
      retentionSeconds: keepWaitingSeconds,
      deleteAfterSeconds: keepDoneSeconds,
      heartbeatSeconds,
      deadLetter: deadQueue,
      notify: true,
    }
    if (existing.has(queue)) await boss.updateQueue(queue, settings)
    // "exclusive": at most one waiting or running job per singleton key.
    else await boss.createQueue(queue, { ...settings, policy: "exclusive" })
  }
}
