import { z } from "zod"
import { defineCall } from "./call.ts"
import { must } from "./store.ts"

/** Products and prices are made with the sessions that sell them, and read here. */
export const priceCalls = (["product", "price"] as const).map((kind) =>
  defineCall({
    method: "GET",
    path: `/v1/${kind}s/:id`,
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await must(work, kind, id)).data,
  }),
)
