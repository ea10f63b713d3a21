import { z } from "zod"
import { chatQueue, postWeek } from "#domain/chat/weeks.ts"
import { isDay } from "#primitives/days.ts"
import { defineWorker, type Worker } from "../worker.ts"

/** Posts the weekly board to chats, one job for each. */
export function chatWorker(): Worker {
  return defineWorker({
    queue: chatQueue,
    shape: z.object({ id: z.uuid(), monday: z.string().refine(isDay) }),
    concurrency: 4,
    timeoutSeconds: 60,
    async handle(world, week) {
      await postWeek(world, week)
      return undefined
    },
  })
}
