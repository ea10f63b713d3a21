-- Outgoing mails. A row is written in the transaction that causes the mail (server/mail.ts), together with a job of queue
-- "mail", which delivers it; the worker is in server/mail.ts too.
create table private.mails (
  id uuid primary key default gen_random_uuid(),
  -- A second mail with the same key is not queued.
  key text unique,
  -- What kind of mail it is: "auth.recovery", "newsletter.issue".
  kind text not null,
  -- The address, in lower case, for the question why a mail did not arrive; erased with the person.
  recipient text,
  -- Emptied once it is sent: mails hold names, and links that sign somebody in.
  message jsonb,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  queued_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The mail server's last answer.
  answer text,
  constraint a_mail_on_its_way_has_its_message check (state = 'sent' or message is not null)
);

create index mails_by_recipient on private.mails (recipient) where recipient is not null;

create index mails_ended_at on private.mails (ended_at);
