import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { type Context, Hono } from "hono"
import { z } from "zod"
import type { SessionHidden } from "./checkout.ts"
import { mustCustomer } from "./customers.ts"
import { Fault } from "./fault.ts"
import { showPage } from "./pages/document.ts"
import { closedPage, payPage } from "./pages/pay-page.ts"
import { gonePage, invoicePage, portalPage } from "./pages/portal-page.ts"
import { applyPromotion, paySession } from "./pay.ts"
import { openPortal } from "./portal.ts"
import type { Customer, Invoice, PortalSession, Session, Subscription } from "./shapes.ts"
import { list, open } from "./store.ts"
import { cancelAtPeriodEnd, payLatestInvoice, renewSubscription, setNextPayment } from "./subscriptions.ts"
import type { DeliveryStyle, Work } from "./work.ts"

export interface PagesOptions {
  seller: string
  siteUrl: string
  transact<Result>(
    request: null,
    run: (work: Work) => Promise<Result>,
    delivery?: DeliveryStyle,
  ): Promise<Result>
}

const deliveryStyle = z.enum(["normal", "twice", "late", "reversed"]).catch("normal")

const payForm = z.object({
  choice: z.enum(["pay", "fail", "debit", "debit-fails", "promotion"]),
  email: z.string().trim().max(254).default(""),
  name: z.string().trim().max(150).default(""),
  promotion: z.string().max(40).default(""),
  webhook: deliveryStyle,
})

const portalForm = z.object({
  choice: z.enum(["cancel", "resume", "pay", "renew", "renew-fails"]),
  subscription: z.string().max(100),
})

/** /payments-sandbox/*: the pages that the service would show on an address of its own. */
export function createPages(options: PagesOptions): Hono {
  const app = new Hono()
  const base = "/payments-sandbox"

  app.get(`${base}/pay/:id`, async (c) => {
    const declined = c.req.query("declined") !== undefined ? "Your card was declined." : undefined
    const unknown = c.req.query("code") === "unknown" ? "There is no such promotion code." : undefined
    return await options.transact(null, (work) => showPay(c, work, { problem: declined ?? unknown }))
  })

  app.post(`${base}/pay/:id`, async (c) => {
    const id = c.req.param("id")
    const form = payForm.safeParse(await c.req.parseBody())
    if (!form.success) return c.text("This form cannot be read. Go back and press a button of the page.", 400)
    const { choice, email, name, promotion, webhook } = form.data
    const here = (style: DeliveryStyle, query: string) =>
      c.redirect(`${base}/pay/${id}?webhook=${style}${query}`, 303)
    if (choice === "promotion") {
      const known = await options.transact(null, (work) => applyPromotion(work, id, promotion))
      const style = deliveryStyle.parse(c.req.query("webhook"))
      return here(style, known ? "" : "&code=unknown")
    }
    if (!z.email().safeParse(email).success) {
      const problem = "Please give an e-mail address, such as name@example.com."
      return await options.transact(null, (work) =>
        showPay(c, work, { problem, typed: { email, name } }, 400),
      )
    }
    const result = await options.transact(
      null,
      (work) => paySession(work, id, choice, { email, name: name || null }),
      webhook,
    )
    if (result.ok) return c.redirect(leadBack(result.session), 303)
    return here(webhook, result.code === "card_declined" ? "&declined" : "")
  })

  async function showPay(
    c: Context,
    work: Work,
    words: { problem?: string | undefined; typed?: { email: string; name: string } },
    status: 200 | 400 = 200,
  ): Promise<Response> {
    const kept = await open<Session, SessionHidden>(work, "checkout.session", c.req.param("id") ?? "")
    if (!kept) return await showPage(c, gonePage(), 404)
    const { data: session, hidden } = kept
    const { seller } = options
    if (session.status !== "open" || session.expires_at <= work.at) {
      const next = session.status === "complete" ? leadBack(session) : session.cancel_url
      return await showPage(c, closedPage(seller, session, next))
    }
    const customer = session.customer ? await open<Customer>(work, "customer", session.customer) : null
    const typed = words.typed ?? {
      email: hidden.payer?.email ?? session.customer_email ?? "",
      name: hidden.payer?.name ?? customer?.data.name ?? "",
    }
    const customerEmail = customer?.data.email ?? null
    const webhook = deliveryStyle.parse(c.req.query("webhook"))
    const { problem } = words
    return await showPage(
      c,
      payPage({ seller, session, hidden, customerEmail, typed, webhook, problem }),
      status,
    )
  }

  app.get(`${base}/portal/:id`, async (c) =>
    options.transact(null, async (work) => {
      const portal = await openPortal(work, c.req.param("id"))
      if (!portal) return await showPage(c, gonePage(), 404)
      const done = doneWords[c.req.query("done") as keyof typeof doneWords]
      return await showPage(
        c,
        portalPage({ ...(await portalContents(work, portal)), seller: options.seller, done }),
      )
    }),
  )

  app.post(`${base}/portal/:id`, async (c) => {
    const form = portalForm.safeParse(await c.req.parseBody())
    if (!form.success) return c.text("This form cannot be read. Go back and press a button of the page.", 400)
    const { choice, subscription } = form.data
    return await options.transact(null, async (work) => {
      const portal = await openPortal(work, c.req.param("id"))
      const kept = portal && (await open<Subscription>(work, "subscription", subscription))
      if (!portal || kept?.data.customer !== portal.customer) return await showPage(c, gonePage(), 404)
      const done = kept.data.status === "canceled" ? "" : await act(work, subscription, choice)
      return c.redirect(`${base}/portal/${portal.id}?done=${done}`, 303)
    })
  })

  app.get(`${base}/invoice/:id`, async (c) =>
    options.transact(null, async (work) => {
      const invoice = await open<Invoice>(work, "invoice", c.req.param("id"))
      return invoice
        ? await showPage(c, invoicePage(options.seller, invoice.data))
        : await showPage(c, gonePage(), 404)
    }),
  )

  for (const [name, file] of Object.entries(files)) {
    app.get(`${base}/${name}`, async (c) => {
      c.header("content-type", file.type)
      c.header("cache-control", "public, max-age=3600")
      return c.body(new Uint8Array(await readFile(file.path())))
    })
  }
  // Two windows: what this press was about has been done in the other.
  app.onError((error, c) => {
    if (!(error instanceof Fault)) throw error
    return c.text(`${error.message} Go back and load the page again.`, 409)
  })
  return app
}

const doneWords = {
  cancel: "Your subscription is cancelled.",
  resume: "Your subscription goes on.",
  pay: "Thank you. What was due is paid.",
  renew: "The next period has begun.",
}

async function act(
  work: Work,
  id: string,
  choice: z.output<typeof portalForm>["choice"],
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

async function portalContents(work: Work, portal: PortalSession) {
  const customer = await mustCustomer(work, portal.customer)
  const of = { listing: { limit: 50 }, fields: { customer: portal.customer } }
  const subscriptions = await list<Subscription>(work, "subscription", "", of)
  const invoices = await list<Invoice>(work, "invoice", "", of)
  return { portal, customer, subscriptions: subscriptions.data, invoices: invoices.data }
}

/** The seller's page after the payment, with the session's id where it was asked for. */
function leadBack(session: Session): string {
  return session.success_url.replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/g, session.id)
}

const files = {
  "style.css": {
    type: "text/css; charset=utf-8",
    path: () => fileURLToPath(new URL("./style.css", import.meta.url)),
  },
  "archivo.woff2": {
    type: "font/woff2",
    path: () => packaged("@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2"),
  },
  "hanken-grotesk.woff2": {
    type: "font/woff2",
    path: () => packaged("@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2"),
  },
}

/** The faces of the site, from the packages it takes them from itself. */
function packaged(file: string): string {
  return createRequire(import.meta.url).resolve(file)
}
