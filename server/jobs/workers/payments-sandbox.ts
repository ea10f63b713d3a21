import type { z } from "zod"
import type { Payments } from "#ports/payments.ts"
import { type Deadline, everyMinutes } from "../deadline.ts"
import { defineWorker, type Worker } from "../worker.ts"
import { receiver } from "./event-receiver.ts"

/** The background work of the payment sandbox. */
interface SandboxWork<Shape extends z.ZodType> {
  queue: string
  shape: Shape
  run(task: z.output<Shape>, send: (request: Request) => Promise<Response>): Promise<void>
  catchUp(): Promise<number>
}

/** Delivers webhooks to our own endpoint, which handles them as if they had arrived over the network. */
export function sandboxWorker<Shape extends z.ZodType>(
  { queue, shape, run }: SandboxWork<Shape>,
  payments: Payments,
): Worker {
  return defineWorker({
    queue,
    shape,
    concurrency: 2,
    timeoutSeconds: 120,
    async handle(world, task) {
      await run(task, receiver(world, payments))
      return undefined
    },
  })
}

/** Renewals, and the expiry of unpaid sessions. */
export function sandboxDeadline({ catchUp }: Pick<SandboxWork<z.ZodType>, "catchUp">): Deadline {
  return {
    // Not the delivery queue, because a deadline needs its own queue.
    name: "payments-sandbox-clock",
    next: everyMinutes(1),
    run: () => catchUp(),
  }
}
