-- Mailing lists and waitlists: the recipients of each list, and proof of their consent. Only domain/leads writes here.

-- Mailboxes that have subscribed.
create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  name text,
  created_at timestamptz not null,
  -- SHA-256 of the token in every mail, which opens the preferences and unsubscribes.
  manage_hash bytea not null unique,
  -- Permanent delivery failures in a row.
  bounces smallint not null default 0,
  -- When the last of them was counted. Several on one day count once, and so does a report that arrives twice.
  bounced_at timestamptz
);

-- The lists that a mailbox receives or has asked for.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  list text not null,
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
  -- The answers to a waitlist's other questions, besides the address.
  answers jsonb not null default '{}',
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- SHA-256 of the token in the mail that asks for confirmation, and when it expires.
  confirm_hash bytea unique,
  confirm_until timestamptz,
  confirm_mailed_at timestamptz,
  unique (subscriber_id, list)
);

create index subscriptions_list on public.subscriptions (list, confirmed_at) where state = 'confirmed';

-- Proof of every consent and withdrawal (GDPR article 7): with time, origin and wording.
create table public.consent_log (
  id bigint generated always as identity primary key,
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  list text not null,
  event text not null check (event in ('requested', 'confirmed', 'unsubscribed', 'bounced', 'complained')),
  at timestamptz not null,
  -- The form and its version, or where it was given: "preferences", "one-click", "operator".
  source text not null,
  -- The wording that was agreed to; null for a withdrawal.
  consent_text text,
  ip text,
  user_agent text
);

create index consent_log_subscriber on public.consent_log (subscriber_id);

-- Counts mails that can be triggered by anybody who knows an address, per kind and mailbox (a keyed hash of both), to
-- limit how many one mailbox receives. domain/mail-allowance.ts writes it, for leads and events.
create table private.confirmation_mails (
  email_key text not null,
  at timestamptz not null
);

create index confirmation_mails_key on private.confirmation_mails (email_key, at);

-- Mailboxes that must not be written to, by a keyed hash, which is kept when the address itself is erased.
create table private.suppressions (
  email_key text primary key,
  reason text not null check (reason in ('bounce', 'complaint', 'operator')),
  at timestamptz not null,
  note text
);

alter table public.subscribers enable row level security;
alter table public.subscriptions enable row level security;
alter table public.consent_log enable row level security;

revoke all on public.subscribers, public.subscriptions, public.consent_log from anon, authenticated;
revoke all on sequence public.consent_log_id_seq from anon, authenticated;

-- All columns except the hashes of tokens.
grant select (id, email, name, created_at, bounces) on public.subscribers to authenticated;

grant select (id, subscriber_id, list, state, answers, requested_at, confirmed_at, ended_at) on public.subscriptions
  to authenticated;

grant select on public.consent_log to authenticated;

create policy "operators read" on public.subscribers for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
create policy "operators read" on public.subscriptions for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
create policy "operators read" on public.consent_log for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
