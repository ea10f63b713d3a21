/**
 * The only place where news becomes rows. Every statement adds facts and never takes one back, so the order in which they
 * run does not matter, nor how often. `at` is when it happened, as far as anybody knows.
 */
import type { CheckoutSession, Dispute, Invoice, PaidSubscription } from "#domain/payments.ts"
import type { Db } from "#domain/world.ts"

/** Answers the order's id; null for a session that is not of ours. */
export async function applySession(db: Db, session: CheckoutSession, at: Date): Promise<string | null> {
  if (!isOrderId(session.orderId)) return null
  const { outcome } = session
  const over = outcome !== "open"
  const charged = outcome === "paid" || outcome === "processing"
  const [row] = await db.sql<{ id: string }>`
    update orders set
      session_id = coalesce(session_id, ${session.id}),
      session_url = case when ${over} then null else coalesce(${session.url}, session_url) end,
      session_until = ${session.expiresAt},
      customer_id = case when erased_at is null then coalesce(customer_id, ${session.customerId}) end,
      email = case when erased_at is null then coalesce(lower(${session.email}), email) end,
      payer_name = case when erased_at is null then coalesce(${session.name}, payer_name) end,
      payment_id = coalesce(payment_id, ${session.paymentId}),
      invoice_id = coalesce(invoice_id, ${session.invoiceId}),
      subscription_id = coalesce(subscription_id, ${session.subscriptionId}),
      total_cents = case when ${charged} then ${session.totalCents} else total_cents end,
      tax_cents = case when ${charged} then ${session.taxCents} else tax_cents end,
      discount_cents = case when ${charged} then ${session.discountCents} else discount_cents end,
      paid_at = case when ${outcome === "paid"} then coalesce(paid_at, ${at}) else paid_at end,
      failed_at = case when ${outcome === "failed"} then coalesce(failed_at, ${at}) else failed_at end,
      expired_at = case when ${outcome === "expired"} then coalesce(expired_at, ${at}) else expired_at end
    where id = ${session.orderId} and (session_id is null or session_id = ${session.id})
    returning id
  `
  return row?.id ?? null
}

/**
 * A subscription as it was read. Readings are numbered before they begin (`readNumber`), and one that began earlier never
 * overwrites a later one. False for a subscription that is not of ours.
 */
export async function applySubscription(
  db: Db,
  read: { no: number; at: Date; subscription: PaidSubscription },
): Promise<boolean> {
  const { subscription: now, no, at } = read
  if (!isOrderId(now.orderId)) return false
  const rows = await db.sql`
    with first as (
      update orders set subscription_id = ${now.id}
      where id = ${now.orderId} and mode = 'subscription' and (subscription_id is null or subscription_id = ${now.id})
      returning id, user_id, kind, product, name, erased_at
    )
    insert into paid_subscriptions as kept (
      id, order_id, user_id, customer_id, kind, product, name, state, amount_cents, started_at, period_ends_at, cancel_at,
      ended_at, read_no, checked_at
    )
    select ${now.id}, id, user_id, case when erased_at is null then ${now.customerId}::text end, kind, product, name,
      ${now.state}, ${now.amountCents}, ${now.startedAt}, ${now.periodEndsAt}::timestamptz, ${now.cancelAt}::timestamptz,
      ${now.endedAt}::timestamptz, ${no}, ${at}
    from first
    on conflict (id) do update set
      state = excluded.state, amount_cents = excluded.amount_cents, period_ends_at = excluded.period_ends_at,
      cancel_at = excluded.cancel_at, ended_at = excluded.ended_at, customer_id = excluded.customer_id,
      read_no = excluded.read_no, checked_at = excluded.checked_at,
      -- Taken back, so that the next time is told again.
      cancel_told_at = case
        when excluded.cancel_at is not null or excluded.ended_at is not null then kept.cancel_told_at
      end
    where kept.read_no < excluded.read_no
    returning 1
  `
  if (rows.length > 0) return true
  const [known] = await db.sql`select 1 from paid_subscriptions where id = ${now.id}`
  return known !== undefined
}

/** The number of a reading that is about to begin. */
export async function readNumber(db: Db): Promise<number> {
  const [row] = await db.sql<{ no: number }>`select nextval('private.payment_reads')::float8 as no`
  return row?.no as number
}

/**
 * What a subscription asked for: the first invoice belongs to the order of the checkout, every later one is an order of
 * its own as soon as it is paid or was refused. The subscription must have been applied before.
 */
export async function applyInvoice(db: Db, invoice: Invoice, at: Date): Promise<void> {
  const paidAt = invoice.state === "paid" ? (invoice.paidAt ?? at) : null
  const failedAt = invoice.state === "failed" || invoice.state === "uncollectible" ? at : null
  if (invoice.first) {
    // The card that was refused on the payment page is tried again there; only the session can fail.
    await db.sql`
      update orders set
        invoice_id = coalesce(invoice_id, ${invoice.id}), payment_id = coalesce(payment_id, ${invoice.paymentId}),
        total_cents = coalesce(total_cents, case when ${paidAt !== null} then ${invoice.totalCents}::integer end),
        tax_cents = coalesce(tax_cents, case when ${paidAt !== null} then ${invoice.taxCents}::integer end),
        discount_cents = coalesce(discount_cents, case when ${paidAt !== null} then ${invoice.discountCents}::integer end),
        paid_at = coalesce(paid_at, ${paidAt})
      where id = ${isOrderId(invoice.orderId) ? invoice.orderId : null} and mode = 'subscription'
        and (invoice_id is null or invoice_id = ${invoice.id})
    `
    return
  }
  // Nothing to ask for, or nothing asked for yet.
  if ((!paidAt && !failedAt) || invoice.totalCents <= 0) return
  await db.sql`
    insert into orders as kept (
      key, kind, product, name, mode, amount_cents, renewal, test, user_id, created_at, customer_id, email, payer_name,
      erased_at, subscription_id, invoice_id, payment_id, total_cents, tax_cents, discount_cents, paid_at, failed_at
    )
    select ${`invoice:${invoice.id}`}, first.kind, first.product, first.name, first.mode, s.amount_cents, true, first.test,
      first.user_id, ${invoice.createdAt}, first.customer_id, first.email, first.payer_name, first.erased_at, s.id,
      ${invoice.id}, ${invoice.paymentId}::text, ${invoice.totalCents}::integer, ${invoice.taxCents}::integer,
      ${invoice.discountCents}::integer, ${paidAt}::timestamptz, ${failedAt}::timestamptz
    from paid_subscriptions s join orders first on first.id = s.order_id
    where s.id = ${invoice.subscriptionId}
    on conflict (key) do update set
      payment_id = coalesce(kept.payment_id, excluded.payment_id), total_cents = excluded.total_cents,
      tax_cents = excluded.tax_cents, discount_cents = excluded.discount_cents,
      paid_at = coalesce(kept.paid_at, excluded.paid_at), failed_at = coalesce(kept.failed_at, excluded.failed_at)
  `
}

/** By which of its names an order may be known to the service. */
export interface PaymentOf {
  paymentId: string
  orderId: string | null
  invoiceId: string | null
}

/** False when no order is known by these names. */
export async function applyRefund(db: Db, payment: PaymentOf, refundedCents: number): Promise<boolean> {
  const rows = await db.sql`
    update orders set refunded_cents = greatest(refunded_cents, ${refundedCents}),
      payment_id = coalesce(payment_id, ${payment.paymentId})
    where id = (${orderOf(db, payment)})
    returning 1
  `
  return rows.length > 0
}

/** The latest dispute of a payment counts, and its end outlasts what is still told about its course. */
export async function applyDispute(db: Db, payment: PaymentOf, dispute: Dispute): Promise<boolean> {
  const rows = await db.sql`
    update orders set
      payment_id = coalesce(payment_id, ${payment.paymentId}),
      (dispute_id, disputed_at, dispute_state) = (
        select case when keep then dispute_id else ${dispute.id} end,
          case when keep then disputed_at else ${dispute.createdAt}::timestamptz end,
          case when keep then dispute_state else ${dispute.state} end
        from (
          select case
            when dispute_id = ${dispute.id} then dispute_state <> 'open' and ${dispute.state} = 'open'
            else coalesce(disputed_at > ${dispute.createdAt}, false)
          end as keep
        ) rule
      ),
      dispute_told_at = case when dispute_id is not distinct from ${dispute.id} then dispute_told_at end
    where id = (${orderOf(db, payment)})
    returning 1
  `
  return rows.length > 0
}

function orderOf(db: Db, { paymentId, orderId, invoiceId }: PaymentOf) {
  return db.sql`
    select id from orders
    where id = ${isOrderId(orderId) ? orderId : null} or payment_id = ${paymentId} or invoice_id = ${invoiceId}
    order by created_at limit 1
  `
}

/** Sessions and payments that others make at the same account of the service carry names of their own. */
function isOrderId(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
