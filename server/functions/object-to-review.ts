import { z } from "zod"
import { appeal } from "#domain/competition/scoring/appeal.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  unknown_activity: { message: "You have no such activity.", status: 404 },
  not_declined: { message: "This activity is no longer declined.", status: 409 },
  already_sent: { message: "You have already objected. A person will read it and reply.", status: 409 },
} as const

const shape = z.object({
  activityId: z.number().int().positive(),
  text: z.string().trim().min(1, "Tell us what we should know.").max(2000, "Use at most 2,000 characters."),
})

/** The member's one objection to a declined activity: { activityId, text } -> { sent: true }. */
export const objectToReview = memberFunction(shape, async (world, { activityId, text }, { userId }) => {
  const sent = await appeal(world, { userId, activityId, text })
  if (sent.ok) return { ok: true, value: { sent: true } }
  return { ok: false, code: sent.code, ...refusals[sent.code] }
})
