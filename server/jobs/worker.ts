import type { z } from "zod"
import type { World } from "#domain/world.ts"

/** The retry policy of a failed job. */
interface RetryPolicy {
  /** Attempts after the first one. */
  limit: number
  /** Seconds before the first retry; doubled for each further one, with jitter. */
  delaySeconds: number
  /** The maximum delay between two attempts. */
  maxDelaySeconds: number
}

/** What a handler knows about its job. */
interface JobContext {
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Aborted when the process stops or another process has taken over the job: the handler must stop and throw. */
  signal: AbortSignal
}

/**
 * A handler's result: nothing if the work is done; `dead` with the reason if a retry would not help. A handler throws
 * if a retry may help.
 */
type JobResult = { dead: string } | undefined

export interface Worker {
  /** Name of the queue: words joined by hyphens, or a flow and its step: "mail", "source-fetch". */
  queue: string
  /** Validated before the handler runs; a job with malformed data is dead immediately. */
  shape: z.ZodType
  retry: RetryPolicy
  /** Number of jobs of this queue that one process runs concurrently. */
  concurrency: number
  /** Seconds after which the job counts as failed, even if the handler is still running. */
  timeoutSeconds: number
  handle(world: World, data: unknown, job: JobContext): Promise<JobResult>
}

interface WorkerDefinition<Shape extends z.ZodType> {
  queue: string
  shape: Shape
  retry?: Partial<RetryPolicy>
  /** Default 1. */
  concurrency?: number
  /** Default 300. */
  timeoutSeconds?: number
  handle(world: World, data: z.output<Shape>, job: JobContext): Promise<JobResult>
}

/**
 * Retried for about half a day, which is longer than most outages of external services; soon at first, because many
 * outages are short.
 */
export const patient: RetryPolicy = { limit: 14, delaySeconds: 5, maxDelaySeconds: 3 * 3600 }

/** A worker whose data type is derived from `shape`, with defaults for the optional settings. */
export function defineWorker<Shape extends z.ZodType>(definition: WorkerDefinition<Shape>): Worker {
  return {
    concurrency: 1,
    timeoutSeconds: 300,
    ...definition,
    retry: { ...patient, ...definition.retry },
    handle: (world, data, job) => definition.handle(world, data as z.output<Shape>, job),
  }
}
