import { newId } from "./ids.ts"
import type { Event, Resource } from "./shapes.ts"
import { keep } from "./store.ts"
import type { Work } from "./work.ts"

/** The one version of the API whose shapes the sandbox speaks. */
export const apiVersion = "2026-10-28.endive"

/** Notes that something happened, with the object as it is now; delivered when the unit of work is through. */
export async function tell(
  work: Work,
  type: string,
  object: Resource,
  previousAttributes?: object,
): Promise<void> {
  const event: Event = {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: work.at,
    data: previousAttributes ? { object, previous_attributes: previousAttributes } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: work.request ?? { id: null, idempotency_key: null },
    type,
  }
  await keep(work, event)
  work.events.push(event.id)
}
