-- The payments sandbox (adapters/payments/sandbox): replaces the payment service on installations without a key for it.
-- No money is involved.

-- Customers, checkout sessions, payments, subscriptions, invoices, events: one row per object of the service's API.
create table private.payments_sandbox_objects (
  id text primary key,
  -- The type of the object: "checkout.session", "charge".
  object text not null,
  -- As returned by the API.
  data jsonb not null,
  -- Data that the API does not return.
  hidden jsonb not null default '{}',
  -- The order in lists.
  position bigint generated always as identity unique
);

create index payments_sandbox_objects_kind on private.payments_sandbox_objects (object, position);
-- Lists are filtered by the values of fields.
create index payments_sandbox_objects_fields on private.payments_sandbox_objects using gin (data jsonb_path_ops);
-- Subscriptions by the end of their period, for renewals.
create index payments_sandbox_objects_period on private.payments_sandbox_objects (((hidden ->> 'period_end')::bigint))
  where object = 'subscription' and hidden ? 'period_end';
-- Sessions that are not paid, for their expiry.
create index payments_sandbox_objects_open on private.payments_sandbox_objects (position)
  where object = 'checkout.session' and data ->> 'status' = 'open';

-- Responses to requests with an Idempotency-Key: a repeated request gets the same response.
create table private.payments_sandbox_answers (
  key text primary key,
  -- SHA-256 of method, path and body.
  fingerprint text not null,
  answer jsonb not null,
  answered_at timestamptz not null
);

create index payments_sandbox_answers_age on private.payments_sandbox_answers (answered_at);

-- One row for each delivery of an event to our own endpoint; an event may have several. Created by
-- adapters/payments/sandbox/deliveries.ts and sent by queue "payments-sandbox" (server/jobs/workers/payments-sandbox.ts).
create table private.payments_sandbox_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id text not null references private.payments_sandbox_objects (id) on delete cascade,
  queued_at timestamptz not null,
  attempts integer not null default 0,
  -- The HTTP status of the last attempt; null if the endpoint could not be reached.
  last_status integer,
  delivered_at timestamptz
);

create index payments_sandbox_deliveries_event on private.payments_sandbox_deliveries (event_id);
