import type { PgBoss } from "pg-boss"
import { deadQueue } from "./queues.ts"

/** A job whose attempts are used up. */
export interface DeadJob {
  id: string
  /** The queue in which it died. */
  queue: string
  diedAt: Date
  /** Number of attempts. */
  attempts: number
  /** The error of the last attempt. */
  reason: string
  data: object
}

/** Dead jobs, newest first. */
export async function listDead(boss: PgBoss): Promise<DeadJob[]> {
  const jobs = await boss.findJobs<object>(deadQueue, { queued: true })
  return jobs
    .map((job) => ({
      id: job.id,
      queue: job.sourceName ?? "?",
      diedAt: job.createdOn,
      attempts: (job.sourceRetryCount ?? 0) + 1,
      reason: reasonOf(job.sourceOutput),
      data: job.data,
    }))
    .sort((a, b) => b.diedAt.getTime() - a.diedAt.getTime())
}

/** Puts dead jobs back into their queues with all their attempts. Returns how many there were. */
export async function retryDead(boss: PgBoss, ids: readonly string[]): Promise<number> {
  return ids.length === 0 ? 0 : boss.redrive(deadQueue, { ids: [...ids] })
}

function reasonOf(output: object | null): string {
  if (output && "message" in output) return String(output.message)
  if (output && "value" in output) return String(output.value)
  return "unknown"
}
