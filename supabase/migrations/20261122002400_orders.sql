-- Purchases and donations. Only domain/shop writes here. Amounts are whole US cents.

-- One row per charge: a checkout, or the renewal of a subscription. What happened is stored as facts that are only
-- added (set once, or never decreased), so events of the payment service may arrive twice, late and in any order; the
-- state is derived from the facts (domain/shop/facts.ts).
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- A click, a prize or an invoice creates one order, no matter how often it is retried.
  key text not null unique,
  kind text not null check (kind in ('service', 'donation', 'shipping')),
  -- Slug of content/catalog.ts or content/giving.ts, or "prize-shipping".
  product text not null,
  name text not null,
  mode text not null check (mode in ('payment', 'subscription')),
  amount_cents integer not null check (amount_cents > 0),
  renewal boolean not null default false,
  -- True when no real money is involved.
  test boolean not null,
  -- Null for guests and after the account was deleted.
  user_id uuid references auth.users (id) on delete set null,
  prize_id bigint references public.prizes (id) on delete set null,
  created_at timestamptz not null,
  -- The exact wording that the buyer of a subscription agreed to by checking the box, and when; null if no page asked
  -- for it.
  consent_text text,
  consent_at timestamptz,
  check ((consent_text is null) = (consent_at is null)),

  -- Ids at the payment service.
  session_id text,
  session_url text,
  session_until timestamptz,
  customer_id text,
  payment_id text,
  invoice_id text,
  subscription_id text,

  -- Who paid. Removed when the person's data is erased, and never written again.
  email text,
  payer_name text,
  erased_at timestamptz,

  -- The amount charged, including tax, minus discounts.
  total_cents integer,
  tax_cents integer,
  discount_cents integer,
  paid_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  -- The sum of all refunds.
  refunded_cents integer not null default 0,
  dispute_id text,
  disputed_at timestamptz,
  dispute_state text check (dispute_state in ('open', 'won', 'lost')),

  state text not null generated always as (
    case
      when dispute_state in ('open', 'lost') then 'disputed'
      when refunded_cents > 0 and refunded_cents >= coalesce(total_cents, amount_cents) then 'refunded'
      when paid_at is not null then 'paid'
      when failed_at is not null then 'failed'
      when expired_at is not null then 'expired'
      else 'pending'
    end
  ) stored,

  -- The follow-ups that result from the facts, and which of them are done. Queue "order-follow-ups", triggered by
  -- domain/shop/events.ts, books.ts and refresh.ts and processed in server/jobs/workers/shop.ts, handles the rows with
  -- follow_up_due (domain/shop/follow-up.ts).
  receipt_at timestamptz,
  failure_told_at timestamptz,
  refund_told_cents integer not null default 0,
  dispute_told_at timestamptz,
  fulfilled_at timestamptz,
  follow_up_due boolean not null generated always as (
    (paid_at is not null and receipt_at is null and email is not null)
    or (failed_at is not null and paid_at is null and failure_told_at is null and email is not null)
    or (refunded_cents > refund_told_cents and email is not null)
    or (dispute_state is not distinct from 'open' and dispute_told_at is null)
    or (paid_at is not null and fulfilled_at is null)
  ) stored,
  -- When its state was last fetched from the payment service.
  checked_at timestamptz,
  -- The state of fulfillment; domain/shop/fulfillment.ts.
  fulfillment text not null default 'open' check (fulfillment in ('open', 'in-progress', 'done'))
);

-- Few and partial indexes, because every payment has to maintain them, and a burst of payments is the highest load on
-- this table.
create unique index orders_session on public.orders (session_id) where session_id is not null;
create unique index orders_payment on public.orders (payment_id) where payment_id is not null;
create unique index orders_invoice on public.orders (invoice_id) where invoice_id is not null;
create index orders_user on public.orders (user_id, created_at desc) where user_id is not null;
create index orders_pending on public.orders (created_at) where state = 'pending';
create index orders_follow_ups on public.orders (created_at) where follow_up_due;
create index orders_prize on public.orders (prize_id) where prize_id is not null;
create index orders_subscription on public.orders (subscription_id) where subscription_id is not null;

-- Subscriptions and monthly donations, as last fetched from the payment service.
create table public.paid_subscriptions (
  -- Its id at the payment service.
  id text primary key,
  -- The order that started it.
  order_id uuid not null references public.orders (id),
  user_id uuid references auth.users (id) on delete set null,
  customer_id text,
  kind text not null,
  product text not null,
  name text not null,
  state text not null check (
    state in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')
  ),
  -- Per month.
  amount_cents integer not null,
  started_at timestamptz not null,
  period_ends_at timestamptz,
  -- When it will end, because it was canceled.
  cancel_at timestamptz,
  ended_at timestamptz,
  -- The number of the fetch that this row comes from (private.payment_reads): a fetch that started earlier does not
  -- overwrite it.
  read_no bigint not null,
  checked_at timestamptz not null,
  cancel_told_at timestamptz,
  follow_up_due boolean not null generated always as (
    cancel_told_at is null and (cancel_at is not null or ended_at is not null)
  ) stored
);

create index paid_subscriptions_user on public.paid_subscriptions (user_id) where user_id is not null;
create index paid_subscriptions_order on public.paid_subscriptions (order_id);
create index paid_subscriptions_open on public.paid_subscriptions (period_ends_at) where ended_at is null;
create index paid_subscriptions_follow_ups on public.paid_subscriptions (started_at) where follow_up_due;

-- Numbers the fetches of subscriptions; a number is taken before the fetch starts.
create sequence private.payment_reads;

-- Every event of the payment service, once; written in the transaction of its effect (domain/shop/events.ts).
create table private.payment_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null
);

create index payment_events_received on private.payment_events (received_at);

-- One customer of the payment service per account.
create table private.payment_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null
);

alter table public.orders enable row level security;
alter table public.paid_subscriptions enable row level security;
revoke all on public.orders, public.paid_subscriptions from anon, authenticated;

-- All columns except most ids at the payment service, because some of those ids give access to its pages.
grant select (
  id, kind, product, name, mode, amount_cents, renewal, test, user_id, prize_id, created_at, subscription_id, email,
  payer_name, total_cents, tax_cents, discount_cents, paid_at, failed_at, expired_at, refunded_cents, disputed_at,
  dispute_state, state
) on public.orders to authenticated;
grant select (
  id, order_id, user_id, kind, product, name, state, amount_cents, started_at, period_ends_at, cancel_at, ended_at
) on public.paid_subscriptions to authenticated;

create policy "the own orders" on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy "the own subscriptions" on public.paid_subscriptions for select to authenticated
using (user_id = (select auth.uid()));
create policy "operators read" on public.orders for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
create policy "operators read" on public.paid_subscriptions for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
