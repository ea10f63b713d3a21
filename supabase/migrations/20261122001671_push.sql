-- Push notifications. Only domain/notices/push and server/world/push.ts write here.

-- The installation's key pair: browsers accept messages that it signed, and no others, so a lost one ends every subscription.
-- The private half is encrypted under AUTH_SECRET.
create table private.push_keys (
  id smallint primary key default 1 check (id = 1),
  public_key text not null,
  sealed_private_key text not null,
  made_at timestamptz not null
);

-- A device that a member asked to be reached on.
create table private.push_subscriptions (
  id bigint generated always as identity primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  -- SHA-256 of the address: a device is one row, and moves with whoever signs in on it.
  endpoint_hash bytea not null unique,
  -- The address and the keys, encrypted under AUTH_SECRET.
  sealed_target text not null,
  -- "Chrome on Android"
  device text not null,
  -- The session of the account in which it was asked for. With it the subscription ends: after signing out, here or
  -- everywhere, and after a change of the password.
  auth_session_id uuid not null,
  created_at timestamptz not null,
  last_ok_at timestamptz,
  -- Since the last success.
  failures smallint not null default 0,
  failing_since timestamptz,
  last_error text
);

create index push_subscriptions_by_athlete on private.push_subscriptions (athlete_id);

-- Messages on their way, one for each device; a row goes with the answer of the push service.
create table private.pushes (
  id uuid primary key default gen_random_uuid(),
  subscription_id bigint not null references private.push_subscriptions (id) on delete cascade,
  message jsonb not null,
  expires_at timestamptz not null
);

create index pushes_by_subscription on private.pushes (subscription_id);
