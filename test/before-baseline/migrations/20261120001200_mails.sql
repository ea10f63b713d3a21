-- Mails on their way. A row is written with the transaction that wants the mail; a job delivers it.
create table private.mails (
  id uuid primary key default gen_random_uuid(),
  -- Two mails with the same key are one.
  key text unique,
  -- What kind of mail it is: "auth.recovery", "newsletter.issue".
  kind text not null,
  -- Emptied when it is sent: mails hold names and links that let somebody in.
  message jsonb,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  queued_at timestamptz not null default now(),
  ended_at timestamptz,
  -- What the mail server said at the end.
  answer text,
  constraint a_mail_on_its_way_has_its_message check (state = 'sent' or message is not null)
);

create index mails_ended_at on private.mails (ended_at);
