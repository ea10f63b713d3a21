-- What people send in, and the mails they asked for. Only the flows of domain/leads write here. Operators read through the
-- Data API by the role that the account service itself put into their token; nobody else does.

-- Applications and inquiries, as they were sent.
create table public.submissions (
  id uuid primary key default gen_random_uuid(),
  -- Which form (content/forms.ts), and in which wording.
  form text not null,
  form_version integer not null,
  -- A form that was opened once makes one row, however often it is sent.
  key text not null,
  email text not null,
  name text not null,
  -- By field name.
  answers jsonb not null,
  -- What was agreed to, word for word.
  consent_text text not null,
  submitted_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'in-review', 'accepted', 'declined', 'spam')),
  status_at timestamptz not null,
  -- Null: the rules of domain/leads/spam.ts.
  status_by text,
  spam_score smallint not null default 0,
  spam_reasons text[] not null default '{}',
  -- Until when an answer was promised.
  due_at timestamptz,
  -- How often its sender changed it, and whether the mails about it have still to be queued.
  changes smallint not null default 0,
  mails_due boolean not null,
  -- When the operator was told that the promise is about to break.
  reminded_at timestamptz,
  unique (form, key)
);

create index submissions_open on public.submissions (status, submitted_at desc);
create index submissions_mails on public.submissions (submitted_at) where mails_due;
create index submissions_due on public.submissions (due_at) where due_at is not null and reminded_at is null;
create index submissions_email on public.submissions (email);

-- Who changed the status of a submission, when and to what. `answers`: as they were before the sender changed them.
create table public.submission_history (
  id bigint generated always as identity primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  at timestamptz not null,
  by text,
  status text not null,
  note text,
  answers jsonb
);

create index submission_history_submission on public.submission_history (submission_id);

-- Mailboxes that asked for mail.
create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  name text,
  created_at timestamptz not null,
  -- SHA-256 of the token in every mail that opens preferences and unsubscribes.
  manage_hash bytea not null unique,
  -- Final refusals in a row.
  bounces smallint not null default 0
);

-- What a mailbox gets, or waits for.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  list text not null,
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
  -- What a waitlist asks beside the address.
  answers jsonb not null default '{}',
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- SHA-256 of the token in the mail that asks for confirmation; it is good until then.
  confirm_hash bytea unique,
  confirm_until timestamptz,
  confirm_mailed_at timestamptz,
  unique (subscriber_id, list)
);

create index subscriptions_list on public.subscriptions (list, confirmed_at) where state = 'confirmed';

-- Proof of every yes and no (GDPR article 7): when, from where, to which words.
create table public.consent_log (
  id bigint generated always as identity primary key,
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  list text not null,
  event text not null check (event in ('requested', 'confirmed', 'unsubscribed', 'bounced', 'complained')),
  at timestamptz not null,
  -- The form and its version, or the place: "preferences", "one-click", "operator".
  source text not null,
  -- What was agreed to, word for word; null for a no.
  consent_text text,
  ip text,
  user_agent text
);

create index consent_log_subscriber on public.consent_log (subscriber_id);

-- Confirmation mails per mailbox, so that nobody is buried in them.
create table private.confirmation_mails (
  email_key text not null,
  at timestamptz not null
);

create index confirmation_mails_key on private.confirmation_mails (email_key, at);

-- Mailboxes that must not be written to, by a keyed fingerprint: it outlives the erasure of the address itself.
create table private.suppressions (
  email_key text primary key,
  reason text not null check (reason in ('bounce', 'complaint', 'operator')),
  at timestamptz not null,
  note text
);

-- Issues of newsletters.
create table public.newsletter_issues (
  id bigint generated always as identity primary key,
  list text not null,
  subject text not null,
  -- The line that mail programs show beside the subject.
  preview text not null default '',
  markdown text not null,
  html text not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  scheduled_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- The run that may send; one that was thought dead and wakes up finds another's name here.
  runner uuid,
  constraint a_scheduled_issue_has_its_time check (state not in ('scheduled', 'sending', 'sent') or scheduled_at is not null)
);

-- One row per issue and recipient, made when the sending begins.
create table public.newsletter_deliveries (
  -- Also the Message-ID.
  id uuid primary key default gen_random_uuid(),
  issue_id bigint not null references public.newsletter_issues (id) on delete cascade,
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  -- unknown: the process died between handing the mail over and noting it; it is not sent again by itself.
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts smallint not null default 0,
  -- The run that tried last.
  tried_by uuid,
  -- When the first attempt began; the Date of the mail.
  attempted_at timestamptz,
  ended_at timestamptz,
  -- What the mail server said, or why it was skipped.
  answer text,
  unique (issue_id, subscriber_id)
);

create index newsletter_deliveries_open on public.newsletter_deliveries (issue_id, id) where state in ('queued', 'sending');

do $$
declare
  name text;
begin
  foreach name in array array[
    'submissions', 'submission_history', 'subscribers', 'subscriptions', 'consent_log', 'newsletter_issues',
    'newsletter_deliveries'
  ] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format(
      'create policy "operators read" on public.%I for select to authenticated
       using ((select auth.jwt() -> ''app_metadata'' ->> ''role'') = ''operator'')',
      name
    );
  end loop;
end
$$;

grant select on public.submissions, public.submission_history, public.consent_log, public.newsletter_issues,
  public.newsletter_deliveries to authenticated;
-- Without the fingerprints of tokens.
grant select (id, email, name, created_at, bounces) on public.subscribers to authenticated;
grant select (id, subscriber_id, list, state, answers, requested_at, confirmed_at, ended_at) on public.subscriptions
  to authenticated;
