import { Hono } from "hono"
import { z } from "zod"
import { queueEvents } from "./deliveries.ts"
import { Fault } from "./fault.ts"
import { type DeskPage, deskPage, type ToldEvent } from "./pages/desk-page.ts"
import { showPage } from "./pages/document.ts"
import { makePortal } from "./portal.ts"
import { closeDispute, dispute, refund } from "./refunds.ts"
import type { Charge, Dispute, Event, Subscription } from "./shapes.ts"
import { list, must } from "./store.ts"
import type { Work } from "./work.ts"

export interface DeskOptions extends Pick<DeskPage, "seller" | "apiBase" | "secretKey"> {
  transact<Result>(request: null, run: (work: Work) => Promise<Result>): Promise<Result>
}

const path = "/payments-sandbox"

const form = z.object({
  press: z
    .string()
    .regex(/^(refund|dispute|dispute-won|dispute-lost|again|portal) \w{1,100}$/)
    .transform((text) => text.split(" ") as [choice: string, id: string]),
})

/** /payments-sandbox: everything that went through the sandbox. Who may see it is for whoever mounts it to check. */
export function createDesk(options: DeskOptions): Hono {
  const app = new Hono()

  app.get(path, (c) =>
    options.transact(null, async (work) => {
      const { seller, apiBase, secretKey } = options
      return await showPage(c, deskPage({ seller, apiBase, secretKey, ...(await contents(work)) }))
    }),
  )

  app.post(path, async (c) => {
    const given = form.safeParse(await c.req.parseBody())
    if (!given.success)
      return c.text("This form cannot be read. Go back and press a button of the page.", 400)
    const [choice, id] = given.data.press
    const leads = await options.transact(null, (work) => act(work, choice, id))
    return c.redirect(leads ?? path, 303)
  })

  app.onError((error, c) => {
    if (!(error instanceof Fault)) throw error
    return c.text(`${error.message} Go back and load the page again.`, 409)
  })
  return app
}

/** Answers where to go next when that is not the desk. */
async function act(work: Work, choice: string, id: string): Promise<string | undefined> {
  if (choice === "refund") await refund(work, { charge: id })
  else if (choice === "dispute") await dispute(work, id)
  else if (choice === "dispute-won") await closeDispute(work, id, "won")
  else if (choice === "dispute-lost") await closeDispute(work, id, "lost")
  else if (choice === "again") await queueEvents(work, [(await must<Event>(work, "event", id)).data.id])
  else return new URL((await makePortal(work, { customer: id })).url).pathname
  return undefined
}

async function contents(work: Work) {
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
    events: await toldEvents(work),
  }
}

async function toldEvents(work: Work): Promise<ToldEvent[]> {
  return await work.db.sql<ToldEvent>`
    select event.data as event,
      count(delivery.id)::int as deliveries,
      count(delivery.delivered_at)::int as taken,
      max(delivery.last_status) filter (where delivery.delivered_at is null) as refusal
    from (
      select id, data, position from private.payments_sandbox_objects
      where object = 'event' order by position desc limit 40
    ) event
    left join private.payments_sandbox_deliveries delivery on delivery.event_id = event.id
    group by event.id, event.data, event.position
    order by event.position desc
  `
}
