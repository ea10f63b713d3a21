import { z } from "zod"
import { defineCall } from "./call.ts"
import { sessionShape } from "./session-params.ts"
import { createSession, expireSession } from "./sessions.ts"
import { get } from "./store.ts"
import type { Session } from "./types/checkout.ts"

const path = "/v1/checkout/sessions"

export const sessionCalls = [
  defineCall({ method: "POST", path, shape: sessionShape, answer: createSession }),
  defineCall({
    method: "GET",
    path: `${path}/:id`,
    shape: z.strictObject({}),
    answer: async (work, _params, id) => (await get<Session>(work, "checkout.session", id)).data,
  }),
  defineCall({
    method: "POST",
    path: `${path}/:id/expire`,
    shape: z.strictObject({}),
    answer: (work, _params, id) => expireSession(work, id),
  }),
]
