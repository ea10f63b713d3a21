import { z } from "zod"
import { erasePhotos, erasePhotosQueue } from "#domain/members/photo.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** Erases images of photographs that were replaced, removed or declined, and those of deleted accounts. */
export function erasePhotosWorker(): Worker {
  return defineWorker({
    queue: erasePhotosQueue,
    shape: z.object({ athleteId: z.number().int().positive(), version: z.uuid().optional() }),
    concurrency: 1,
    timeoutSeconds: 60,
    async handle(world, job) {
      await erasePhotos(world, job)
      return undefined
    },
  })
}
