/**
 * The only place where payment events become rows. Every statement adds facts and never removes one, so neither their order
 * nor repetition matters. `at` is the best known time of the event.
 */

import type { Db } from "#ports/db.ts"
import type { CheckoutSession, Dispute, Invoice, PaidSubscription } from "#ports/payments.ts"

/** An event of the payment service, as it is stored. */
interface KeptEvent {
  id: string
  type: string
  createdAt: Date
  receivedAt: Date
}

/** False when the event was already stored. */
export async function keepEvent(db: Db, event: KeptEvent): Promise<boolean> {
  const [kept] = await db.sql`
    insert into private.payment_events (id, type, created_at, received_at)
    values (${event.id}, ${event.type}, ${event.createdAt}, ${event.receivedAt})
    on conflict do nothing
    returning 1
  `
  return kept !== undefined
}

interface SessionNews {
  session: CheckoutSession
  at: Date
  /** The event that reported it, if any. */
  event?: KeptEvent
}

interface AppliedSession {
  /** The event had already been stored, and nothing changed. */
  repeated: boolean
  /** Null for a session of another application. */
  orderId: string | null
  /** Whether the new facts require a follow-up. */
  due: boolean
}

/** Like `applySessions`, for a single session. */
export async function applySession(db: Db, session: CheckoutSession, at: Date): Promise<void> {
  await applySessions(db, [{ session, at }])
}

/**
 * Applies the outcomes of sessions, each of a different order, with the events that reported them. One statement and one
 * commit for the batch, because most events are of this type and arrive in bursts. Events are
 * locked before orders, both sorted by id, so that two processes cannot deadlock.
 */
export async function applySessions(db: Db, news: readonly SessionNews[]): Promise<AppliedSession[]> {
  const given = news.map(asGiven)
  // A separate query, so that the planner uses the index whatever its statistics say.
  const ids = given.flatMap(({ order_id }) => order_id ?? [])
  return db.sql<AppliedSession>`
    with given as (
      select * from jsonb_to_recordset(${db.sql.json(given)}) as given (
        no integer, order_id uuid, session_id text, url text, until timestamptz, customer_id text, email text, name text,
        payment_id text, invoice_id text, subscription_id text, total_cents integer, tax_cents integer,
        discount_cents integer, outcome text, at timestamptz, event_id text, event_type text,
        event_created_at timestamptz, event_received_at timestamptz
      )
    ),
    kept as (
      insert into private.payment_events (id, type, created_at, received_at)
      select event_id, event_type, event_created_at, event_received_at from given
      where event_id is not null order by event_id
      on conflict do nothing
      returning id
    ),
    fresh as (
      select given.*, outcome in ('paid', 'processing') as charged from given left join kept on kept.id = event_id
      where event_id is null or kept.id is not null
    ),
    locked as (
      select id from orders
      where id = any(${ids}::uuid[]) and id in (select order_id from fresh) order by id for update
    ),
    changed as (
      update orders o set
        session_id = coalesce(o.session_id, new.session_id),
        session_url = case when new.outcome = 'open' then coalesce(new.url, o.session_url) end,
        session_until = new.until,
        customer_id = case when o.erased_at is null then coalesce(o.customer_id, new.customer_id) end,
        email = case when o.erased_at is null then coalesce(lower(new.email), o.email) end,
        payer_name = case when o.erased_at is null then coalesce(new.name, o.payer_name) end,
        payment_id = coalesce(o.payment_id, new.payment_id),
        invoice_id = coalesce(o.invoice_id, new.invoice_id),
        subscription_id = coalesce(o.subscription_id, new.subscription_id),
        total_cents = case when charged then new.total_cents else o.total_cents end,
        tax_cents = case when charged then new.tax_cents else o.tax_cents end,
        discount_cents = case when charged then new.discount_cents else o.discount_cents end,
        paid_at = case when new.outcome = 'paid' then coalesce(o.paid_at, new.at) else o.paid_at end,
        failed_at = case when new.outcome = 'failed' then coalesce(o.failed_at, new.at) else o.failed_at end,
        expired_at = case when new.outcome = 'expired' then coalesce(o.expired_at, new.at) else o.expired_at end
      from fresh new
      where o.id = any(${ids}::uuid[]) and o.id = new.order_id and o.id in (select id from locked)
        and (o.session_id is null or o.session_id = new.session_id)
      returning new.no, o.id, o.follow_up_due
    )
    select event_id is not null and kept.id is null as repeated, changed.id as "orderId",
      coalesce(changed.follow_up_due, false) as due
    from given left join kept on kept.id = event_id left join changed using (no)
    order by no
  `
}

function asGiven({ session, at, event }: SessionNews, no: number) {
  return {
    no,
    order_id: isOrderId(session.orderId) ? session.orderId : null,
    session_id: session.id,
    url: session.url,
    until: session.expiresAt,
    customer_id: session.customerId,
    email: session.email,
    name: session.name,
    payment_id: session.paymentId,
    invoice_id: session.invoiceId,
    subscription_id: session.subscriptionId,
    total_cents: session.totalCents,
    tax_cents: session.taxCents,
    discount_cents: session.discountCents,
    outcome: session.outcome,
    at,
    event_id: event?.id,
    event_type: event?.type,
    event_created_at: event?.createdAt,
    event_received_at: event?.receivedAt,
  }
}

/**
 * Stores a fetched subscription. Fetches are numbered before they start (`readNumber`), and one that started earlier never
 * overwrites a later one. False for a subscription of another application.
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

/** The number of a fetch that is about to start. */
export async function readNumber(db: Db): Promise<number> {
  const [row] = await db.sql<{ no: number }>`select nextval('private.payment_reads')::float8 as no`
  return row?.no as number
}

/**
 * Applies an invoice of a subscription. The first invoice belongs to the order of the checkout; each later one becomes its
 * own order once it is paid or its payment fails. The subscription must have been applied before.
 */
export async function applyInvoice(db: Db, invoice: Invoice, at: Date): Promise<void> {
  const paidAt = invoice.state === "paid" ? (invoice.paidAt ?? at) : null
  const failedAt = invoice.state === "failed" || invoice.state === "uncollectible" ? at : null
  if (invoice.first) {
    // A card declined on the payment page can be retried there; only the session itself can fail.
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
  // There is nothing to charge, or nothing has been charged yet.
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

/** The identifiers by which the service may refer to an order. */
export interface PaymentOf {
  paymentId: string
  orderId: string | null
  invoiceId: string | null
}

/** False when no order has any of these identifiers. */
export async function applyRefund(db: Db, payment: PaymentOf, refundedCents: number): Promise<boolean> {
  const rows = await db.sql`
    update orders set refunded_cents = greatest(refunded_cents, ${refundedCents}),
      payment_id = coalesce(payment_id, ${payment.paymentId})
    where id = (${orderOf(db, payment)})
    returning 1
  `
  return rows.length > 0
}

/** The latest dispute of a payment counts; once it is closed, late events about its progress have no effect. */
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

/** Other applications that share the payment account use their own identifiers, so ours must be recognizable. */
function isOrderId(text: string | null): text is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "")
}
