import type { z } from "zod"
import type { World } from "#domain/world.ts"

/** How often and how patiently a failed job is tried again. */
interface RetryPolicy {
  /** Tries after the first one. */
  limit: number
  /** Wait before the first retry; doubled for each one after it, with some chance in it. */
  delaySeconds: number
  /** Longest wait between two tries. */
  maxDelaySeconds: number
}

/** What a handler knows about the job it holds. */
interface JobContext {
  id: string
  /** 1 for the first try. */
  attempt: number
  /** Aborted when the process stops or another process took the job over: leave off and throw. */
  signal: AbortSignal
}

/**
 * What a handler answers: nothing when the work is done; `dead` with the reason when trying again is of no use.
 * It throws when trying again may help.
 */
type JobResult = { dead: string } | undefined

export interface Worker {
  /** Name of the queue: words joined by hyphens, or a flow and its step: "mail", "source-fetch". */
  queue: string
  /** Checked before the handler runs; data of another shape is dead at once. */
  shape: z.ZodType
  retry: RetryPolicy
  /** Jobs of this queue that one process runs at a time. */
  concurrency: number
  /** After this the job counts as failed, whatever the handler does. */
  timeoutSeconds: number
  handle(world: World, data: unknown, job: JobContext): Promise<JobResult>
}

interface WorkerDefinition<Shape extends z.ZodType> {
  queue: string
  shape: Shape
  retry?: Partial<RetryPolicy>
  /** 1 when left out. */
  concurrency?: number
  /** 300 when left out. */
  timeoutSeconds?: number
  handle(world: World, data: z.output<Shape>, job: JobContext): Promise<JobResult>
}

/** Tried for about half a day, which is longer than most outages of others; soon at first, for short ones. */
export const patient: RetryPolicy = { limit: 14, delaySeconds: 5, maxDelaySeconds: 3 * 3600 }

/** A worker with its data typed by `shape` and sensible values for what is left out. */
export function defineWorker<Shape extends z.ZodType>(definition: WorkerDefinition<Shape>): Worker {
  return {
    concurrency: 1,
    timeoutSeconds: 300,
    ...definition,
    retry: { ...patient, ...definition.retry },
    handle: (world, data, job) => definition.handle(world, data as z.output<Shape>, job),
  }
}
