import { apiVersion } from "../stripe/api-version.ts"
import { newId } from "./new-id.ts"
import { save } from "./store.ts"
import type { Event, EventType } from "./types/event.ts"
import type { Resource } from "./types/select.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Records an event with the object as it is now; it is delivered once the unit of work is committed. */
export async function emit(
  work: UnitOfWork,
  type: EventType,
  object: Resource,
  previousAttributes?: object,
): Promise<void> {
  const event = await save<Event>(work, {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: work.at,
    data: previousAttributes ? { object, previous_attributes: previousAttributes } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: work.request ?? { id: null, idempotency_key: null },
    type,
  })
  work.events.push(event.id)
}
