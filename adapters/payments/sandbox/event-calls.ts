import { z } from "zod"
import { defineCall } from "./call.ts"
import { listing, text } from "./params.ts"
import type { Event } from "./shapes.ts"
import { list, must } from "./store.ts"
import type { Work } from "./work.ts"

/** How many of an event's deliveries have not been taken yet. */
async function withPending(work: Work, event: Event): Promise<Event> {
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
      types: z.array(text(100)).max(20).optional(),
    }),
    async answer(work, { type, types, ...listing }) {
      const page = await list<Event>(work, "event", "/v1/events", { listing, fields: { type } })
      const data = page.data.filter((event) => !types || types.includes(event.type))
      return { ...page, data: await Promise.all(data.map((event) => withPending(work, event))) }
    },
  }),
  defineCall({
    method: "GET",
    path: "/v1/events/:id",
    shape: z.strictObject({}),
    answer: async (work, _params, id) => await withPending(work, (await must<Event>(work, "event", id)).data),
  }),
]
