import type { JobResult, JobWithMetadata } from "pg-boss"
import type { World } from "#domain/world.ts"
import type { Log } from "#ports/log.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import type { Worker } from "./worker.ts"

export type JobOutcome = "completed" | "failed" | "dead"

/** Runs one job and returns its outcome. Never throws: a handler's error is logged and stored with the job. */
export async function runJob(
  world: World,
  worker: Worker,
  job: JobWithMetadata<object>,
  signal: AbortSignal,
): Promise<JobResult> {
  const log = world.log
  const about = { queue: worker.queue, job: job.id, attempt: job.retryCount + 1 }
  const parsed = worker.shape.safeParse(job.data)
  if (!parsed.success) {
    const reason = `The data has another shape: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`
    return dead(log, about, job.id, reason)
  }
  try {
    // The queue then counts it as failed, and may give it to another process.
    const result = await withOwnDeadline(worker.timeoutSeconds * 1000, () =>
      worker.handle(world, parsed.data, { id: job.id, attempt: about.attempt, signal }),
    )
    if (result) return dead(log, about, job.id, result.dead)
    log.debug(about, "Job done")
    return { id: job.id, status: "completed" }
  } catch (error) {
    const last = job.retryCount >= job.retryLimit
    log[last ? "error" : "warn"](
      { ...about, error },
      last ? "Job failed for the last time" : "Job failed and will be retried",
    )
    return { id: job.id, status: "failed", output: describe(error) }
  }
}

function dead(log: Log, about: object, id: string, reason: string): JobResult {
  log.error({ ...about, reason }, "Job is dead: a retry would not help")
  return { id, status: "deadletter", output: { message: reason } }
}

function describe(error: unknown): { message: string; code?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  return "code" in error ? { message: error.message, code: String(error.code) } : { message: error.message }
}
