import { objectionRule } from "#content/objections.ts"
import { object } from "#domain/competition/review/objections.ts"
import type { World } from "#domain/world.ts"
import type { Refused, Typed } from "../member-action.ts"

const refusals = {
  unknown_activity: { problem: "You have no such activity.", status: 404 },
  counts: { problem: "This activity now counts in full, so there is nothing to object to.", status: 409 },
  too_many: {
    problem: `You can object to ${objectionRule.mostInADay} activities a day. Send this one tomorrow: it is still here.`,
    status: 429,
  },
  no_text: { problem: "Tell us what we should know.", status: 422 },
  too_long: {
    problem: `Use at most ${objectionRule.longest.toLocaleString("en-US")} characters.`,
    status: 422,
  },
} as const

/** Sends the member's objection to the verdict on an activity. */
export async function saveObjection(
  world: World,
  { userId, activityId }: { userId: string; activityId: number },
  { text = "" }: Typed,
): Promise<Refused | null> {
  const sent = await object(world, { userId, activityId, text })
  // An earlier attempt, whose response was lost, or another tab has already sent it.
  if (sent.ok || sent.code === "already_sent") return null
  return { code: sent.code, ...refusals[sent.code] }
}
