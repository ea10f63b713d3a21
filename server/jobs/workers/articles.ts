import { z } from "zod"
import { articleQueue, publishScheduled } from "#domain/publishing/articles/schedule.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** Publishes scheduled articles at their time. */
export function articleWorker(): Worker {
  return defineWorker({
    queue: articleQueue,
    shape: z.object({ article: z.int().positive(), at: z.iso.datetime() }),
    // Bridges an outage of the database.
    retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 600 },
    timeoutSeconds: 60,
    async handle(world, { article, at }) {
      const problem = await publishScheduled(world, article, new Date(at))
      return problem === null ? undefined : { dead: problem }
    },
  })
}
