import { z } from "zod"

/** A job of the queue paymentsSandboxQueue. */
export const paymentsSandboxTask = z.discriminatedUnion("task", [
  z.object({ task: z.literal("deliver"), deliveries: z.array(z.uuid()) }),
  z.object({
    task: z.literal("settle"),
    session: z.string(),
    outcome: z.enum(["succeeded", "failed"]),
    delivery: z.enum(["normal", "twice", "late", "reversed"]),
  }),
])

export type PaymentsSandboxTask = z.output<typeof paymentsSandboxTask>
