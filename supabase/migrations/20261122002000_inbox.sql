-- The inbox: what people send in. Only domain/leads writes here. Operators read it through the Data API, by the role that
-- the account service puts into their token; nobody else does.

-- Applications and inquiries, as they were sent.
create table public.submissions (
  id uuid primary key default gen_random_uuid(),
  -- Which form (content/forms.ts), and in which wording.
  form text not null,
  form_version integer not null,
  -- Made when the form is opened: one row, however often the form is sent.
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
  -- Who set the status; null: the rules of domain/leads/spam.ts.
  status_by text,
  spam_score smallint not null default 0,
  spam_reasons text[] not null default '{}',
  -- When the operators were told that the rules took it for spam; domain/leads/quarantine.ts tells them once a day.
  quarantine_told_at timestamptz,
  -- When the promised answer is due; domain/leads/reply-clock.ts watches it.
  due_at timestamptz,
  -- How often its sender changed it.
  changes smallint not null default 0,
  -- Whether the mails about it have yet to be queued. Queue "submission-mails", woken by domain/leads/submit.ts and worked
  -- on in server/workers/leads.ts, does that.
  mails_due boolean not null,
  -- When the operators were warned that the answer is about to be late.
  reminded_at timestamptz,
  unique (form, key)
);

create index submissions_open on public.submissions (status, submitted_at desc);
create index submissions_mails on public.submissions (submitted_at) where mails_due;
create index submissions_due on public.submissions (due_at) where due_at is not null and reminded_at is null;
create index submissions_quarantine on public.submissions (submitted_at)
where status = 'spam' and status_by is null and quarantine_told_at is null;
create index submissions_email on public.submissions (email);

-- Who changed the status of a submission, when, and to what. `answers` are those that the sender replaced.
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

-- Answers that operators sent by mail, as they were sent. Only domain/leads/answer.ts writes here.
create table private.submission_replies (
  -- Made when the page is opened: one mail, however often the form is sent.
  id uuid primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  at timestamptz not null,
  by text not null,
  subject text not null,
  text text not null
);

create index submission_replies_submission on private.submission_replies (submission_id, at);

alter table public.submissions enable row level security;
alter table public.submission_history enable row level security;

revoke all on public.submissions, public.submission_history from anon, authenticated;
revoke all on sequence public.submission_history_id_seq from anon, authenticated;

grant select on public.submissions, public.submission_history to authenticated;

create policy "operators read" on public.submissions for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') in ('owner', 'helper'));
create policy "operators read" on public.submission_history for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') in ('owner', 'helper'));
