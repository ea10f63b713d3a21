import type { ServiceEvent, Verified } from "#ports/services.ts"
import { equal } from "#primitives/secrets.ts"
import { parsed } from "../protocol/parsed.ts"
import { eventsShape } from "./shapes.ts"

/**
 * Intervals.icu's webhook: many events in a body with a secret. The response is 200, because Intervals.icu treats 204
 * as a failure and retries.
 */
export async function verifyIntervals(webhookSecret: string, request: Request): Promise<Verified> {
  if (request.method !== "POST") return { ok: false, code: "invalid_event" }
  const read = eventsShape.safeParse(parsed(await request.text()))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { secret, events } = read.data
  if (!equal(secret, webhookSecret)) return { ok: false, code: "wrong_secret" }
  return { ok: true, events: events.flatMap(eventOf), answer: {} }
}

/** Empty for events without effect here, such as a changed calendar. */
function eventOf({
  athlete_id: accountId,
  type,
  timestamp,
  activity,
}: (typeof eventsShape)["_output"]["events"][number]): ServiceEvent[] {
  if (!type.startsWith("ACTIVITY_") || !activity || /strava/i.test(activity.source ?? "")) return []
  const deleted = type === "ACTIVITY_DELETED"
  const about = { kind: "activity", externalId: activity.id, ...(deleted ? { deleted } : {}) } as const
  return [{ id: `${accountId} ${activity.id} ${type} ${timestamp ?? ""}`.slice(0, 200), accountId, about }]
}
