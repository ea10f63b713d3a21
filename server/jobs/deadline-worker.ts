import { z } from "zod"
import type { Deadline } from "./deadline.ts"
import { defineWorker, type Worker } from "./worker.ts"

/** Runs a deadline that has come. The next one is queued first, so that a failing run does not end the series. */
export function deadlineWorker(
  deadline: Deadline,
  schedule: (deadline: Deadline, at: Date) => Promise<void>,
): Worker {
  return defineWorker({
    queue: deadline.name,
    shape: z.object({ at: z.iso.datetime() }),
    timeoutSeconds: 1800,
    async handle(world, data) {
      const next = await deadline.next(world, world.now())
      if (next) await schedule(deadline, next)
      await deadline.run(world, new Date(data.at))
      return undefined
    },
  })
}
