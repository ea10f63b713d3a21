-- The payments sandbox (adapters/payments/sandbox): a stand-in for the payment service on installations without its key.
-- No money is behind any of this.

-- Customers, checkout sessions, payments, subscriptions, invoices, events: one row per object of the service's API.
create table private.payments_sandbox_objects (
  id text primary key,
  -- What it is: "checkout.session", "charge".
  object text not null,
  -- As the API answers it.
  data jsonb not null,
  -- What the service knows of it and does not tell.
  hidden jsonb not null default '{}',
  -- The order of lists.
  position bigint generated always as identity unique
);

create index payments_sandbox_objects_kind on private.payments_sandbox_objects (object, position);
-- Lists are asked for by the values of fields.
create index payments_sandbox_objects_fields on private.payments_sandbox_objects using gin (data jsonb_path_ops);
-- Subscriptions whose period ends, for their renewal.
create index payments_sandbox_objects_period on private.payments_sandbox_objects (((hidden ->> 'period_end')::bigint))
  where object = 'subscription' and hidden ? 'period_end';

-- Sessions that nobody paid, for their end.
create index payments_sandbox_objects_open on private.payments_sandbox_objects (position)
  where object = 'checkout.session' and data ->> 'status' = 'open';

-- Answers to requests that named an Idempotency-Key: the same again for whoever repeats one.
create table private.payments_sandbox_answers (
  key text primary key,
  -- SHA-256 of method, path and body.
  fingerprint text not null,
  answer jsonb not null,
  answered_at timestamptz not null
);

create index payments_sandbox_answers_age on private.payments_sandbox_answers (answered_at);

-- Each time that an event is to arrive at our own endpoint; one event may have several.
create table private.payments_sandbox_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id text not null references private.payments_sandbox_objects (id) on delete cascade,
  queued_at timestamptz not null,
  attempts integer not null default 0,
  -- What the endpoint answered last; null when it could not be reached.
  last_status integer,
  delivered_at timestamptz
);

create index payments_sandbox_deliveries_event on private.payments_sandbox_deliveries (event_id);
