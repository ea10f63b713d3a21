import { type Context, Hono } from "hono"
import { z } from "zod"
import { paySession } from "../pay.ts"
import { applyPromotion, type SessionHidden } from "../sessions.ts"
import { find } from "../store.ts"
import type { Session } from "../types/checkout.ts"
import type { Customer } from "../types/payments.ts"
import type { DeliveryStyle, UnitOfWork } from "../unit-of-work.ts"
import { type PagesOptions, showPage, unreadableForm } from "./document.ts"
import { closedPage, payPage } from "./pay-page.ts"
import { expiredLinkPage } from "./portal-page.ts"

const deliveryStyle = z.enum(["normal", "twice", "late", "reversed"]).catch("normal")

const payForm = z.object({
  choice: z.enum(["pay", "fail", "debit", "debit-fails", "promotion"]),
  email: z.string().trim().max(254).default(""),
  name: z.string().trim().max(150).default(""),
  promotion: z.string().max(40).default(""),
  webhook: deliveryStyle,
})

interface Shown {
  problem?: string | undefined
  typed?: { email: string; name: string }
}

/** The page of a checkout session. */
export function createPayRoutes({ seller, transact }: PagesOptions): Hono {
  const app = new Hono()

  app.get("/pay/:id", (c) => {
    const declined = c.req.query("declined") !== undefined ? "Your card was declined." : undefined
    const unknown = c.req.query("code") === "unknown" ? "There is no such promotion code." : undefined
    return transact(null, (work) => showPay(c, work, { problem: declined ?? unknown }))
  })

  app.post("/pay/:id", async (c) => {
    const id = c.req.param("id")
    const form = payForm.safeParse(await c.req.parseBody())
    if (!form.success) return unreadableForm(c)
    const { choice, email, name, promotion, webhook } = form.data
    const back = (style: DeliveryStyle, query: string) =>
      c.redirect(`${c.req.path}?webhook=${style}${query}`, 303)
    if (choice === "promotion") {
      const known = await transact(null, (work) => applyPromotion(work, id, promotion))
      return back(deliveryStyle.parse(c.req.query("webhook")), known ? "" : "&code=unknown")
    }
    if (!z.email().safeParse(email).success) {
      const problem = "Enter an email address, such as name@example.com."
      return await transact(null, (work) => showPay(c, work, { problem, typed: { email, name } }, 400))
    }
    const pay = (work: UnitOfWork) => paySession(work, id, choice, { email, name: name || null })
    const result = await transact(null, pay, webhook)
    if (result.ok) return c.redirect(successUrl(result.session), 303)
    return back(webhook, result.code === "card_declined" ? "&declined" : "")
  })

  async function showPay(c: Context, work: UnitOfWork, shown: Shown, status: 200 | 400 = 200) {
    const found = await find<Session, SessionHidden>(work, "checkout.session", c.req.param("id") ?? "")
    if (!found) return await showPage(c, expiredLinkPage(), 404)
    const { data: session, hidden } = found
    if (session.status !== "open" || session.expires_at <= work.at) {
      const next = session.status === "complete" ? successUrl(session) : session.cancel_url
      return await showPage(c, closedPage(seller, session, next))
    }
    const customer = session.customer ? await find<Customer>(work, "customer", session.customer) : null
    const typed = shown.typed ?? {
      email: hidden.payer?.email ?? "",
      name: hidden.payer?.name ?? customer?.data.name ?? "",
    }
    const page = payPage({
      seller,
      session,
      hidden,
      customerEmail: customer?.data.email ?? null,
      typed,
      webhook: deliveryStyle.parse(c.req.query("webhook")),
      problem: shown.problem,
    })
    return await showPage(c, page, status)
  }

  return app
}

/** The seller's page after the payment, with the session's id in place of the placeholder. */
function successUrl(session: Session): string {
  return session.success_url.replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/g, session.id)
}
