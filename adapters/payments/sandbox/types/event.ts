import type Stripe from "stripe"
import type { Resource, Test } from "./select.ts"

/** A type of event, under the name that the SDK knows it by. */
export type EventType = Stripe.Event["type"]

export type Event = Pick<Stripe.EventBase, "id" | "object" | "api_version" | "created" | "pending_webhooks"> &
  Test & {
    data: { object: Resource; previous_attributes?: object }
    request: Stripe.EventBase["request"]
    type: EventType
  }
