import type Stripe from "stripe"
import type { Resource, Test } from "./select.ts"

/** A type of event, as named in the SDK. */
export type EventType = Stripe.Event["type"]

export type Event = Pick<Stripe.EventBase, "id" | "object" | "api_version" | "created" | "pending_webhooks"> &
  Test & {
    data: { object: Resource; previous_attributes?: object }
    request: Stripe.EventBase["request"]
    type: EventType
  }
