import type { z } from "zod"
import type { Payments } from "#domain/payments.ts"
import { paymentsEndpoint } from "./endpoints/payments.ts"
import { type Deadline, everyMinutes } from "./jobs/deadline.ts"
import { defineWorker, type Worker } from "./jobs/worker.ts"

/** What the stand-in for the payment service does outside requests. */
export interface SandboxWork<Shape extends z.ZodType> {
  queue: string
  shape: Shape
  run(task: z.output<Shape>, send: (request: Request) => Promise<Response>): Promise<void>
  catchUp(): Promise<number>
}

/** Gives webhooks to our own endpoint, which reads them as if they had come over the network. */
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
      const endpoint = paymentsEndpoint(world, payments)
      await run(task, async (request) => endpoint.fetch(request))
      return undefined
    },
  })
}

/** Renewals, and sessions that nobody paid. */
export function sandboxDeadline({ catchUp }: Pick<SandboxWork<z.ZodType>, "catchUp">): Deadline {
  return {
    name: "payments-sandbox",
    next: everyMinutes(1),
    run: async () => {
      await catchUp()
    },
  }
}
