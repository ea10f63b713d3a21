import { z } from "zod"
import { eraseOriginals, eraseOriginalsQueue } from "#domain/competition/originals/remove.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** Removes the files of athletes whose account was deleted. */
export function eraseOriginalsWorker(): Worker {
  return defineWorker({
    queue: eraseOriginalsQueue,
    shape: z.object({ athleteId: z.number().int().positive() }),
    concurrency: 1,
    timeoutSeconds: 3_600,
    async handle(world, { athleteId }) {
      await eraseOriginals(world, athleteId)
      return undefined
    },
  })
}
