import { z } from "zod"
import { objectionRule } from "#content/objections.ts"
import { object } from "#domain/competition/scoring/objections.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  unknown_activity: { message: "You have no such activity.", status: 404 },
  counts: { message: "This activity now counts in full, so there is nothing to object to.", status: 409 },
  already_sent: {
    message: "You have already objected to this decision. Someone will read it and reply.",
    status: 409,
  },
  too_many: {
    message: `You can object to ${objectionRule.mostInADay} activities a day. Send this one tomorrow: it is still here.`,
    status: 429,
  },
  no_text: { message: "Tell us what we should know.", status: 400 },
  too_long: {
    message: `Use at most ${objectionRule.longest.toLocaleString("en-US")} characters.`,
    status: 400,
  },
} as const

const shape = z.object({
  activityId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  text: z.string(),
})

/** The member's objection to a decision about an activity: { activityId, text } -> { dueAt }. */
export const objectToReview = memberFunction(shape, async (world, { activityId, text }, { userId }) => {
  const sent = await object(world, { userId, activityId, text })
  if (sent.ok) return { ok: true, value: { dueAt: sent.dueAt.toISOString() } }
  return { ok: false, code: sent.code, ...refusals[sent.code] }
})
