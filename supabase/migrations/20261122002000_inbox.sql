-- The inbox: submissions of forms. Only domain/leads writes here. Only operators can read it through the Data API, by
-- the role in their token.

-- Applications and inquiries, as submitted.
create table public.submissions (
  id uuid primary key default gen_random_uuid(),
  -- The form (content/forms.ts) and the version of its wording.
  form text not null,
  form_version integer not null,
  -- Generated when the form is opened, so that there is one row, no matter how often the form is submitted.
  key text not null,
  email text not null,
  name text not null,
  -- By field name.
  answers jsonb not null,
  -- The wording that was agreed to.
  consent_text text not null,
  submitted_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'in-review', 'accepted', 'declined', 'spam')),
  status_at timestamptz not null,
  -- The operator who set the status; null: the rules of domain/leads/spam.ts.
  status_by text,
  spam_score smallint not null default 0,
  spam_reasons text[] not null default '{}',
  -- When operators were notified that the rules classified it as spam; domain/leads/quarantine.ts notifies them once a
  -- day.
  quarantine_told_at timestamptz,
  -- When the promised reply is due; monitored by domain/leads/reply-clock.ts.
  due_at timestamptz,
  -- How often its sender changed it.
  changes smallint not null default 0,
  -- Whether the mails about it have yet to be queued. This is done by queue "submission-mails", triggered by
  -- domain/leads/submit.ts and processed in server/jobs/workers/leads.ts.
  mails_due boolean not null,
  -- Since when a reply of its sender waits for an operator (private.received_mails).
  waiting_since timestamptz,
  -- The operator who takes care of it; not in the list of open ones until `snoozed_until`, or once it is closed.
  assigned_to uuid references auth.users (id) on delete set null,
  snoozed_until timestamptz,
  closed_at timestamptz,
  -- When the operators were warned that the reply is about to be overdue.
  reminded_at timestamptz,
  unique (form, key)
);

create index submissions_open on public.submissions (status, submitted_at desc);
create index submissions_mails on public.submissions (submitted_at) where mails_due;
create index submissions_due on public.submissions (due_at) where due_at is not null and reminded_at is null;
create index submissions_quarantine on public.submissions (submitted_at)
where status = 'spam' and status_by is null and quarantine_told_at is null;
create index submissions_email on public.submissions (email);

-- The history of a submission's status: who changed it, when, and to which status. `answers` are the answers that the
-- sender has replaced.
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

-- Replies that operators sent by mail, as sent. Only domain/leads/answer.ts writes here.
create table private.submission_replies (
  -- Generated when the page is opened, so that there is one mail, no matter how often the form is submitted.
  id uuid primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  at timestamptz not null,
  by text not null,
  subject text not null,
  text text not null
);

create index submission_replies_submission on private.submission_replies (submission_id, at);

-- Mails that arrived in a conversation: replies to what operators wrote. Only domain/leads/threads/receive-reply.ts writes here.
create table private.received_mails (
  id uuid primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  -- SHA-256 of its Message-ID: the provider may post it more than once.
  message_key bytea not null,
  at timestamptz not null,
  sender text not null,
  sender_name text not null,
  -- Sent from another address than the submission's.
  is_other boolean not null,
  subject text not null,
  text text not null,
  -- Written by a program, such as an absence note.
  automatic boolean not null,
  -- What our mail provider found: {"spf": "pass", "dkim": "pass", "dmarc": "fail"}; null: it said nothing.
  checks jsonb,
  -- Attachments that were not kept, each with the reason.
  left_out text[] not null default '{}',
  unique (submission_id, message_key)
);

create index received_mails_submission on private.received_mails (submission_id, at);

create table private.received_files (
  id uuid primary key default gen_random_uuid(),
  mail_id uuid not null references private.received_mails (id) on delete cascade,
  name text not null,
  -- As the sender calls it; never trusted.
  type text not null,
  bytes bytea not null
);

create index received_files_mail on private.received_files (mail_id);

-- Texts that operators use again in replies. Only domain/operator/inbox/saved-replies.ts writes here.
create table private.saved_replies (
  id bigint generated by default as identity primary key,
  title text not null,
  text text not null
);

alter table public.submissions enable row level security;
alter table public.submission_history enable row level security;

revoke all on public.submissions, public.submission_history from anon, authenticated;
revoke all on sequence public.submission_history_id_seq from anon, authenticated;

grant select on public.submissions, public.submission_history to authenticated;

create policy "operators read" on public.submissions for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') in ('owner', 'helper'));
create policy "operators read" on public.submission_history for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') in ('owner', 'helper'));
