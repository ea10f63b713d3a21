import { Hono } from "hono"
import { z } from "zod"
import { getCustomer } from "../customers.ts"
import { findPortal } from "../portal.ts"
import { payLatestInvoice, renewSubscription, setNextPayment } from "../renewals.ts"
import { find, list } from "../store.ts"
import { cancelAtPeriodEnd } from "../subscriptions.ts"
import type { PortalSession, Subscription } from "../types/billing.ts"
import type { UnitOfWork } from "../unit-of-work.ts"
import { type PagesOptions, showPage, unreadableForm } from "./document.ts"
import { expiredLinkPage, portalPage } from "./portal-page.ts"

const form = z.object({
  choice: z.enum(["cancel", "resume", "pay", "renew", "renew-fails"]),
  subscription: z.string().max(100),
})

const doneWords = {
  cancel: "Your subscription is canceled.",
  resume: "Your subscription continues.",
  pay: "Thank you. Your payment was received.",
  renew: "The next period has begun.",
}

/** The page where a customer cancels a subscription. */
export function createPortalRoutes({ seller, transact }: PagesOptions): Hono {
  const app = new Hono()

  app.get("/portal/:id", (c) =>
    transact(null, async (work) => {
      const portal = await findPortal(work, c.req.param("id"))
      if (!portal) return await showPage(c, expiredLinkPage(), 404)
      const done = doneWords[c.req.query("done") as keyof typeof doneWords]
      return await showPage(c, portalPage({ ...(await contents(work, portal)), seller, done }))
    }),
  )

  app.post("/portal/:id", async (c) => {
    const given = form.safeParse(await c.req.parseBody())
    if (!given.success) return unreadableForm(c)
    const { choice, subscription } = given.data
    return await transact(null, async (work) => {
      const portal = await findPortal(work, c.req.param("id"))
      const found = portal && (await find<Subscription>(work, "subscription", subscription))
      if (!portal || found?.data.customer !== portal.customer)
        return await showPage(c, expiredLinkPage(), 404)
      const done = found.data.status === "canceled" ? "" : await act(work, subscription, choice)
      return c.redirect(`${c.req.path}?done=${done}`, 303)
    })
  })

  return app
}

async function act(
  work: UnitOfWork,
  id: string,
  choice: z.output<typeof form>["choice"],
): Promise<keyof typeof doneWords> {
  if (choice === "cancel" || choice === "resume") {
    await cancelAtPeriodEnd(work, id, choice === "cancel")
    return choice
  }
  if (choice === "pay") {
    await payLatestInvoice(work, id)
    return "pay"
  }
  await setNextPayment(work, id, choice === "renew-fails")
  await renewSubscription(work, id)
  return "renew"
}

async function contents(work: UnitOfWork, portal: PortalSession) {
  const customer = await getCustomer(work, portal.customer)
  const subscriptions = await list<Subscription>(work, "subscription", "", {
    limit: 50,
    fields: { customer: portal.customer },
  })
  return { portal, customer, subscriptions: subscriptions.data }
}
