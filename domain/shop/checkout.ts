import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { CheckoutSession, Payments, PaymentsAnswer } from "#ports/payments.ts"
import { agreedTo, renewalTerms, type Sellable } from "./catalog.ts"
import { checkoutPaths, type OrderState } from "./contract.ts"
import { customerOf } from "./customer.ts"
import { applySession } from "./facts.ts"

interface Purchase {
  item: Sellable
  /** Null for a guest. */
  account: Account | null
  /** The idempotency key of the click. */
  key: string
  prizeId?: number
  /** The buyer consented to automatic renewal; the consent text is stored with the order. */
  agreed?: boolean
}

export type Started =
  | { ok: true; orderId: string; url: string }
  | {
      ok: false
      code: "payments_off" | "payment_service_failed" | "key_reused" | "already_paid" | "checkout_over"
    }

interface OrderRow {
  id: string
  state: OrderState
  product: string
  amount_cents: number
  user_id: string | null
  customer_id: string | null
  session_id: string | null
  session_url: string | null
  session_until: Date | null
}

/**
 * Creates the order and its payment page. Idempotent by `key`: a repeat returns the same page while it is open.
 * The order is stored before the payment service is called, and its id is the idempotency key there: after a crash in
 * between, a repeat finds both, and an event about a session that was never recorded here still finds its order.
 */
export async function startCheckout(world: World, purchase: Purchase): Promise<Started> {
  const { payments } = world
  if (!payments) return { ok: false, code: "payments_off" }
  const order = await keepOrder(world, payments, purchase)
  const { item, account } = purchase
  if (
    order.product !== item.product ||
    order.amount_cents !== item.amountCents ||
    order.user_id !== (account?.id ?? null)
  )
    return { ok: false, code: "key_reused" }
  if (order.state === "paid") return { ok: false, code: "already_paid" }
  if (order.state !== "pending") return { ok: false, code: "checkout_over" }
  // Do not open a second session: only one session's payment counts for an order.
  if (order.session_until && order.session_until <= world.now()) return { ok: false, code: "checkout_over" }
  if (order.session_url && order.session_until) return { ok: true, orderId: order.id, url: order.session_url }

  const opened = await openSession(world, payments, order, purchase)
  if (!opened.ok) {
    world.log.error(
      { order: order.id, code: opened.code, reason: opened.message },
      "No checkout session was made",
    )
    return { ok: false, code: "payment_service_failed" }
  }
  const session = opened.value
  await applySession(world.db, { ...session, orderId: order.id }, world.now())
  if (session.outcome === "paid") return { ok: false, code: "already_paid" }
  if (!session.url) return { ok: false, code: "checkout_over" }
  return { ok: true, orderId: order.id, url: session.url }
}

async function keepOrder(world: World, payments: Payments, purchase: Purchase): Promise<OrderRow> {
  const { item, account, key, prizeId, agreed = false } = purchase
  const consentText = agreed && item.mode === "subscription" ? agreedTo(item) : null
  const [row] = await world.db.sql<OrderRow>`
    insert into orders (key, kind, product, name, mode, amount_cents, test, user_id, prize_id, created_at, consent_text, consent_at)
    values (
      ${key}, ${item.kind}, ${item.product}, ${item.name}, ${item.mode}, ${item.amountCents}, ${payments.test},
      ${account?.id ?? null}, ${prizeId ?? null}, ${world.now()}, ${consentText}, ${consentText && world.now()}
    )
    -- Nothing changes; the row is answered either way.
    on conflict (key) do update set key = excluded.key
    returning id, state, product, amount_cents, user_id, customer_id, session_id, session_url, session_until
  `
  return row as OrderRow
}

async function openSession(
  world: World,
  payments: Payments,
  order: OrderRow,
  { item, account }: Purchase,
): Promise<PaymentsAnswer<CheckoutSession>> {
  const open = (customerId: string | null) =>
    payments.openCheckout({
      orderId: order.id,
      mode: item.mode,
      line: { name: item.name, description: item.description, amountCents: item.amountCents },
      customerId,
      donation: item.kind === "donation",
      promotionCodes: item.kind === "service",
      taxable: item.kind === "service",
      terms: item.mode === "subscription" ? renewalTerms(item) : null,
      successUrl: `${world.settings.siteUrl}${checkoutPaths.success}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${world.settings.siteUrl}${checkoutPaths.cancel}?order=${order.id}`,
    })
  if (!account) return open(null)
  const customer = await customerOf(world, payments, account)
  if (!customer.ok) return { ok: false, code: "refused", message: customer.message }
  const opened = await open(customer.customerId)
  if (opened.ok || opened.code !== "unknown_customer") return opened
  const other = await customerOf(world, payments, account, { instead: customer.customerId })
  return other.ok ? open(other.customerId) : opened
}
