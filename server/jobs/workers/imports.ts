import { z } from "zod"
import { giveUpReading, readUploads } from "#domain/competition/intake/read.ts"
import { importQueue } from "#domain/competition/intake/upload.ts"
import { defineWorker, patient, type Worker } from "../worker.ts"

/**
 * Reads the files that members uploaded. Two imports run at a time, so that a short one does not wait for another
 * member's archive.
 */
export function importWorker(): Worker {
  return defineWorker({
    queue: importQueue,
    shape: z.object({ importId: z.uuid(), files: z.array(z.number().int()).max(10_000) }),
    concurrency: 2,
    timeoutSeconds: 3_600,
    async handle(world, order, { signal, attempt }) {
      try {
        await readUploads(world, order, signal)
      } catch (error) {
        if (attempt > patient.limit && !signal.aborted) await giveUpReading(world, order)
        throw error
      }
      return undefined
    },
  })
}
