import type Stripe from "stripe"
import { z } from "zod"
import { type Accepted, defineCall } from "./call.ts"
import { listing, text } from "./params.ts"
import { get, list } from "./store.ts"
import type { Event } from "./types/event.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** The event with the number of its deliveries that our endpoint has not accepted yet. */
async function withPending(work: UnitOfWork, event: Event): Promise<Event> {
  const [row] = await work.db.sql<{ pending: number }>`
    select count(*) filter (where delivered_at is null)::int as pending
    from private.payments_sandbox_deliveries where event_id = ${event.id}
  `
  return { ...event, pending_webhooks: row?.pending ?? 0 }
}

export const eventCalls = [
  defineCall({
    method: "GET",
    path: "/v1/events",
    shape: z.strictObject({
      ...listing,
      type: text(100).optional(),
    } satisfies Accepted<Stripe.EventListParams>),
    async answer(work, { type, ...listing }) {
      const page = await list<Event>(work, "event", "/v1/events", { listing, fields: { type } })
      return { ...page, data: await Promise.all(page.data.map((event) => withPending(work, event))) }
    },
  }),
  defineCall({
    method: "GET",
    path: "/v1/events/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => await withPending(work, (await get<Event>(work, "event", id)).data),
  }),
]
