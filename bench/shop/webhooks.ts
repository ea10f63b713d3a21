import Stripe from "stripe"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { createStripe } from "#adapters/payments/stripe.ts"
import type { Log, World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import { createJobs } from "#server/jobs.ts"
import { createMail } from "#server/mail.ts"
import { createSigner } from "#server/signer.ts"
import { receiver } from "#server/workers/payments-sandbox.ts"
import { shopWorkers } from "#server/workers/shop.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
import type { BenchResult } from "../run.ts"
import { connections, inTurn } from "./in-turn.ts"

const rounds = 5
const wanted = 0.3
/** More than a round can process; each order is paid once. */
const perRound = 30_000
const webhookSecret = "whsec_bench"
const { webhooks } = new Stripe("sk_test_bench")

interface Webhook {
  body: string
  signature: string
}

/**
 * Webhooks per second through the endpoint (signature over the raw body, event id stored, order paid,
 * follow-ups woken), compared with a bare insert of the row that stores an event.
 */
export async function measureWebhooks(url: string, log: Log): Promise<BenchResult> {
  const db = connectPostgres({ url, max: connections })
  const running = createJobs({ db, log })
  await running.open({ workers: shopWorkers() })
  const now = () => new Date()
  const payments = createStripe({ secretKey: "sk_test_bench", webhookSecret, automaticTax: false, now })
  const world: World = {
    db,
    log,
    live: { publish: async () => {}, subscribe: () => () => {} },
    ...unusedPorts,
    mail: createMail(running.jobs),
    jobs: running.jobs,
    accounts: createAccounts(now),
    settings: { siteUrl: "http://bench", operatorEmails: [], operatorsNeedSecondFactor: false, demo: false },
    payments,
    now,
    sign: createSigner("bench"),
  }
  const receive = receiver(world, payments)
  await db.query("create table private.bare_payment_events (like private.payment_events including all)")
  try {
    const shares: number[] = []
    for (let round = 0; round <= rounds; round++) {
      // Created and signed by the service's own SDK before the clock starts, because that is the sender's
      // work.
      const waiting = await signedWebhooks(db, perRound)
      const { bare, whole } = await inTurn({
        bare: () => bareInsert(db),
        whole: () => take(receive, waiting.pop()),
      })
      await mustBePaid(db, perRound - waiting.length)
      // The first round warms up.
      if (round === 0) continue
      shares.push(whole / bare)
      process.stdout.write(
        `webhooks, round ${round}: ${Math.round(whole)}/s, bare insert ${Math.round(bare)}/s, ${(whole / bare).toFixed(2)}\n`,
      )
    }
    const share = shares.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
    process.stdout.write(`webhooks: median share ${share.toFixed(2)}\n`)
    return { target: `webhooks at least ${wanted} of a bare insert`, met: share >= wanted }
  } finally {
    await running.stop(1)
    await db.end()
  }
}

async function signedWebhooks(db: PostgresDb, count: number): Promise<Webhook[]> {
  await db.query("truncate orders cascade")
  const rows = await db.sql<{ id: string }>`
    insert into orders (key, kind, product, name, mode, amount_cents, test, created_at)
    select 'click:' || gen_random_uuid(), 'service', 'personal-brand-starter-kit', 'Personal Brand Starter Kit', 'payment',
      2900, true, now()
    from generate_series(1, ${count})
    returning id
  `
  return rows.map(({ id }) => {
    const body = JSON.stringify(event(id), null, 2)
    return { body, signature: webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret }) }
  })
}

async function take(
  receive: (request: Request) => Promise<Response>,
  webhook: Webhook | undefined,
): Promise<void> {
  if (!webhook) throw new Error("A round used more webhooks than were created for it")
  const { body, signature } = webhook
  const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature }
  const answer = await receive(new Request("http://bench/webhooks/stripe", { method: "POST", body, headers }))
  if (answer.status !== 200) throw new Error(`A webhook was answered with ${answer.status}`)
}

/** Every event answered with 200 must be in the books. */
async function mustBePaid(db: PostgresDb, count: number): Promise<void> {
  const [row] = await db.sql<{ paid: number }>`
    select count(*)::integer as paid from orders where state = 'paid' and email is not null
  `
  if (row?.paid !== count)
    throw new Error(`${count} webhooks were accepted, but ${row?.paid} orders are paid`)
}

async function bareInsert(db: PostgresDb): Promise<void> {
  const now = new Date()
  await db.sql`
    insert into private.bare_payment_events (id, type, created_at, received_at)
    values (${`evt_${crypto.randomUUID()}`}, 'checkout.session.completed', ${now}, ${now})
  `
}

/** A paid session with the fields that the service sends. */
function event(orderId: string): object {
  const created = Math.floor(Date.now() / 1000)
  const object = {
    id: `cs_test_${orderId}`,
    object: "checkout.session",
    adaptive_pricing: { enabled: true },
    after_expiration: null,
    allow_promotion_codes: true,
    amount_subtotal: 2900,
    amount_total: 2900,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: `http://bench/checkout-cancel?order=${orderId}`,
    client_reference_id: orderId,
    created,
    currency: "usd",
    customer: null,
    customer_details: {
      address: { city: null, country: "US", line1: null, line2: null, postal_code: "92626", state: null },
      email: "mara@northline.example",
      name: "Mara Voss",
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    customer_email: null,
    expires_at: created + 86_400,
    invoice: null,
    livemode: false,
    metadata: { order: orderId },
    mode: "payment",
    payment_intent: `pi_${orderId}`,
    payment_method_types: ["card"],
    payment_status: "paid",
    status: "complete",
    subscription: null,
    success_url: "http://bench/checkout-success?session_id={CHECKOUT_SESSION_ID}",
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted",
    url: null,
  }
  const type = "checkout.session.completed"
  return {
    id: `evt_${orderId}`,
    object: "event",
    api_version: "2026-10-28.endive",
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}
