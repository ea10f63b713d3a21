import { randomUUID } from "node:crypto"
import Stripe from "stripe"
import { paymentsSandboxQueue } from "#adapters/payments/sandbox/deliveries.ts"
import type { PaymentsSandboxTask } from "#adapters/payments/sandbox/tasks.ts"
import { createPaymentsSandbox, type PaymentsSandbox } from "#adapters/payments/sandbox.ts"
import { createStripe } from "#adapters/payments/stripe.ts"
import { shippingPaid } from "#domain/competition/seasons/prizes.ts"
import { findSellable } from "#domain/shop/catalog.ts"
import { startCheckout } from "#domain/shop/checkout.ts"
import { followUp } from "#domain/shop/follow-up.ts"
import type { Account } from "#ports/accounts.ts"
import type { Payments } from "#ports/payments.ts"
import { receiver } from "#server/jobs/workers/event-receiver.ts"
import { addSeries } from "./seasons.ts"
import { createTestWorld, type TestWorld } from "./world.ts"

export const webhookSecret = "whsec_only_tests_know_this_one"
const secretKey = "sk_test_only_tests_know_this_one"
/** Only its `webhooks` are used here; the flows use their own client. */
const { webhooks } = new Stripe(secretKey)

/** A world with payments: the service's own SDK against the sandbox. */
export interface Shop extends TestWorld {
  payments: Payments
  sandbox: PaymentsSandbox
  /**
   * Sends a webhook to our endpoint, signed as the service signs it unless `header` is given. Returns the
   * status.
   */
  send(event: object, header?: string): Promise<number>
  /** Delivers the sandbox's pending events; with `lost` they never arrive. */
  deliver(options?: { lost?: boolean }): Promise<void>
  /** Runs the follow-ups of payments, as the job does. */
  settle(): Promise<void>
}

export async function createShop(now = "2026-11-20T12:00:00Z"): Promise<Shop> {
  return openShop(await createTestWorld({ now }))
}

/** Opens the shop in an existing world. */
export function openShop(test: TestWorld): Shop {
  const { world } = test
  const keys = { secretKey, webhookSecret }
  const sandbox = createPaymentsSandbox({
    ...keys,
    db: world.db,
    jobs: world.jobs,
    now: world.now,
    siteUrl: world.settings.siteUrl,
    seller: "B4M",
  })
  const payments = createStripe({ ...keys, automaticTax: false, now: world.now, fetch: sandbox.fetch })
  world.payments = payments
  const receive = receiver(world, payments)
  return {
    ...test,
    payments,
    sandbox,
    async send(event, header) {
      const body = JSON.stringify(event)
      const headers = { "stripe-signature": header ?? signatureOf(body, world.now()) }
      const answer = await receive(
        new Request("http://b4m.test/webhooks/stripe", { method: "POST", body, headers }),
      )
      return answer.status
    },
    async deliver({ lost = false } = {}) {
      const take = async (request: Request) => (lost ? new Response() : receive(request))
      await test.runJobs<PaymentsSandboxTask>(paymentsSandboxQueue, (task) => sandbox.run(task, take))
    },
    async settle() {
      await followUp(world, { shippingPaid })
    },
  }
}

/** The header as the service creates it, by the service's own SDK. */
export function signatureOf(payload: string, at: Date, secret = webhookSecret): string {
  return webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  })
}

type Asked = Parameters<typeof findSellable>[0]

export const starterKit: Asked = { productName: "Personal Brand Starter Kit", price: 29, mode: "payment" }
export const coaching: Asked = { productName: "1:1 Brand Coaching", price: 299, mode: "subscription" }

/** Buys something. Returns the order and its payment page. */
export async function click(
  { world }: TestWorld,
  asked: Asked,
  { account = null, key = `click:${randomUUID()}` }: { account?: Account | null; key?: string } = {},
): Promise<{ orderId: string; url: string; sessionId: string }> {
  const found = findSellable(asked)
  if (!found.ok) throw new Error(found.code)
  const started = await startCheckout(world, { item: found.item, account, key })
  if (!started.ok) throw new Error(started.code)
  const [row] = await world.db.sql<{ session_id: string }>`
    select session_id from orders where id = ${started.orderId}
  `
  return { orderId: started.orderId, url: started.url, sessionId: row?.session_id ?? "" }
}

/** Presses a button of the sandbox's payment page. */
export async function press(
  { sandbox }: Shop,
  url: string,
  choice: "pay" | "fail" | "debit" | "debit-fails",
  { email = "mara@northline.example", name = "Mara Voss" } = {},
): Promise<void> {
  const body = new URLSearchParams({ choice, email, name, webhook: "normal" })
  const answer = await sandbox.app.request(url, { method: "POST", body })
  if (answer.status !== 303)
    throw new Error(`The payment page answered ${answer.status}: ${await answer.text()}`)
}

export interface OrderFacts {
  state: string
  total_cents: number | null
  refunded_cents: number
  email: string | null
  subscription_id: string | null
  renewal: boolean
}

/** Every order, oldest first. */
export async function orders({ world }: TestWorld): Promise<OrderFacts[]> {
  return world.db.sql<OrderFacts>`
    select state, total_cents, refunded_cents, email, subscription_id, renewal from orders order by created_at, renewal, id
  `
}

/** An account that has only a name and an address. */
export async function addAccount({ world }: TestWorld, email: string): Promise<Account> {
  const id = randomUUID()
  await world.db.sql`insert into auth.users (id, email) values (${id}, ${email})`
  return { id, email, fullName: "Mara Voss", secured: false, role: null }
}

let events = 0

/** An event in the service's format, about any object. */
export function eventOf(
  type: string,
  object: object,
  { id = `evt_test_${++events}`, at = "2026-11-20T12:00:00Z" } = {},
) {
  const created = Math.floor(Date.parse(at) / 1000)
  return {
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created,
    livemode: false,
    type,
    data: { object },
  }
}

/** A completed checkout session, in the service's format. */
export function sessionOf(orderId: string | null, changes: Record<string, unknown> = {}) {
  return {
    id: `cs_test_${orderId}`,
    object: "checkout.session",
    status: "complete",
    payment_status: "paid",
    mode: "payment",
    url: null,
    client_reference_id: orderId,
    customer: null,
    customer_email: null,
    customer_details: { email: "Mara@Northline.example", name: "Mara Voss" },
    amount_total: 2900,
    total_details: { amount_tax: 0, amount_discount: 0, amount_shipping: 0 },
    payment_intent: `pi_${orderId}`,
    subscription: null,
    invoice: null,
    expires_at: Math.floor(Date.parse("2026-11-21T12:00:00Z") / 1000),
    ...changes,
  }
}

/** The charge of an order's payment, in the service's format. */
export function chargeOf(orderId: string, refunded: number) {
  return {
    id: `ch_${orderId}`,
    object: "charge",
    payment_intent: `pi_${orderId}`,
    amount: 2900,
    amount_refunded: refunded,
    metadata: { order: orderId },
  }
}

/** Orders awaiting payment, without a payment page. */
export async function addOrders({ world }: TestWorld, count: number): Promise<string[]> {
  const rows = await world.db.sql<{ id: string }>`
    insert into orders (key, kind, product, name, mode, amount_cents, test, created_at)
    select 'click:' || gen_random_uuid(), 'service', 'personal-brand-starter-kit', 'Personal Brand Starter Kit', 'payment',
      2900, true, ${world.now()}
    from generate_series(1, ${count})
    returning id
  `
  return rows.map(({ id }) => id)
}

/** A claimed prize of a season that is over. Returns its id. */
export async function addPrize({ world }: TestWorld): Promise<number> {
  await addSeries(world.db, { slug: "sample" })
  const [row] = await world.db.sql<{ id: number }>`
    with season as (
      insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
      values ('sample', 'sample', '2026-11-01', '2026-11-19', '2026-11-01', '2026-11-20', '2026-11-20', 1)
      returning id
    )
    insert into prizes (season_id, place, title, status, shipping_cents, awarded_at, claim_until)
    select id, 1, 'A bottle', 'claimed', 900, ${world.now()}, ${world.now()} from season returning id::float8 as id
  `
  return row?.id as number
}

/** Removes every order and event, and all records of them, so that the tests of a file can share one shop. */
export async function emptyShop(shop: Shop): Promise<void> {
  const { sql } = shop.world.db
  await sql`delete from paid_subscriptions`
  await sql`delete from orders`
  await sql`delete from private.payment_events`
  await sql`delete from private.payment_customers`
  shop.world.payments = shop.payments
  for (const noted of [shop.mails, shop.jobs, shop.log.entries]) noted.length = 0
}
