import { z } from "zod"
import { deliverPush } from "#domain/notices/push/deliver.ts"
import { pushQueue } from "#domain/notices/push/queue.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** Sends queued push notifications, one for each device. */
export function pushWorker(): Worker {
  return defineWorker({
    queue: pushQueue,
    shape: z.object({ id: z.uuid() }),
    concurrency: 4,
    timeoutSeconds: 60,
    handle: (world, { id }) => deliverPush(world, id),
  })
}
