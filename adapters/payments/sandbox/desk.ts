import { Hono } from "hono"
import { z } from "zod"
import { queueEvents } from "./deliveries.ts"
import { closeDispute, openDispute } from "./disputes.ts"
import { type DeliveredEvent, type DeskPage, deskPage } from "./pages/desk-page.ts"
import { outdatedForm, showPage, unreadableForm } from "./pages/document.ts"
import { createPortal } from "./portal.ts"
import { refundCharge } from "./refunds.ts"
import { get, list } from "./store.ts"
import type { Subscription } from "./types/billing.ts"
import type { Event } from "./types/event.ts"
import type { Charge, Dispute } from "./types/payments.ts"
import type { Transact, UnitOfWork } from "./unit-of-work.ts"

interface DeskOptions extends Pick<DeskPage, "apiBase" | "secretKey"> {
  transact: Transact
}

const path = "/payments-sandbox"

const form = z.object({
  press: z
    .string()
    .regex(/^(refund|dispute|dispute-won|dispute-lost|again|portal) \w{1,100}$/)
    .transform((text) => text.split(" ") as [choice: string, id: string]),
})

/** /payments-sandbox: everything that went through the sandbox. The caller that mounts it checks who may see it. */
export function createDesk({ apiBase, secretKey, transact }: DeskOptions): Hono {
  const app = new Hono()

  app.get(path, (c) =>
    transact(null, async (work) => showPage(c, deskPage({ apiBase, secretKey, ...(await contents(work)) }))),
  )

  app.post(path, async (c) => {
    const given = form.safeParse(await c.req.parseBody())
    if (!given.success) return unreadableForm(c)
    const [choice, id] = given.data.press
    const next = await transact(null, (work) => act(work, choice, id))
    return c.redirect(next ?? path, 303)
  })

  app.onError(outdatedForm)
  return app
}

/** Returns the path to go to next, when that is not the desk. */
async function act(work: UnitOfWork, choice: string, id: string): Promise<string | undefined> {
  if (choice === "refund") await refundCharge(work, id)
  else if (choice === "dispute") await openDispute(work, id)
  else if (choice === "dispute-won") await closeDispute(work, id, "won")
  else if (choice === "dispute-lost") await closeDispute(work, id, "lost")
  else if (choice === "again") await queueEvents(work, [(await get<Event>(work, "event", id)).data.id])
  else return new URL((await createPortal(work, { customer: id })).url).pathname
  return undefined
}

async function contents(work: UnitOfWork) {
  const latest = { listing: { limit: 20 } }
  const charges = await list<Charge>(work, "charge", "", latest)
  const disputes = await list<Dispute>(work, "dispute", "", {
    listing: { limit: 100 },
    fields: { status: "needs_response" },
  })
  const subscriptions = await list<Subscription>(work, "subscription", "", latest)
  return {
    charges: charges.data,
    disputes: new Map(disputes.data.map((one) => [one.charge, one])),
    subscriptions: subscriptions.data,
    events: await latestEvents(work),
  }
}

async function latestEvents(work: UnitOfWork): Promise<DeliveredEvent[]> {
  return await work.db.sql<DeliveredEvent>`
    select event.data as event,
      count(delivery.id)::int as deliveries,
      count(delivery.delivered_at)::int as delivered,
      max(delivery.last_status) filter (where delivery.delivered_at is null) as "lastStatus"
    from (
      select id, data, position from private.payments_sandbox_objects
      where object = 'event' order by position desc limit 40
    ) event
    left join private.payments_sandbox_deliveries delivery on delivery.event_id = event.id
    group by event.id, event.data, event.position
    order by event.position desc
  `
}
