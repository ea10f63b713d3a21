import type { PgBoss } from "pg-boss"
import { deadQueue } from "./queues.ts"

/** A job that failed on every attempt. */
export interface DeadJob {
  id: string
  /** The queue in which it failed. */
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

/** Requeues dead jobs with a full set of attempts. Returns how many there were. */
export async function retryDead(boss: PgBoss, ids: readonly string[]): Promise<number> {
  return ids.length === 0 ? 0 : boss.redrive(deadQueue, { ids: [...ids] })
}

/** Drops dead jobs from the list; `keepDead` returns them to it until they are deleted. Returns how many there were. */
export async function dropDead(boss: PgBoss, ids: readonly string[]): Promise<number> {
  const dead = (await listDead(boss)).map(({ id }) => id).filter((id) => ids.includes(id))
  if (dead.length > 0) await boss.cancel(deadQueue, dead)
  return dead.length
}

/** Returns dropped jobs to the list of dead ones. Returns how many are on it now. */
export async function keepDead(boss: PgBoss, ids: readonly string[]): Promise<number> {
  if (ids.length > 0) await boss.resume(deadQueue, [...ids])
  return (await listDead(boss)).filter(({ id }) => ids.includes(id)).length
}

function reasonOf(output: object | null): string {
  if (output && "message" in output) return String(output.message)
  if (output && "value" in output) return String(output.value)
  return "unknown"
}
