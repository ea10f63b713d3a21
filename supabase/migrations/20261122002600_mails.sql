-- Outgoing mails. A row is written in the transaction that queues the mail (server/world/mail.ts), together with a job of
-- queue "mail", which delivers it; its worker is in server/world/mail.ts too.
create table private.mails (
  id uuid primary key default gen_random_uuid(),
  -- A second mail with the same key is not queued.
  key text unique,
  -- The kind of mail: "auth.recovery", "newsletter.issue".
  kind text not null,
  -- The address, in lower case, to find out why a mail did not arrive; erased with the person's data.
  recipient text,
  -- Cleared after sending, because mails contain names and sign-in links.
  message jsonb,
  -- bounced, complained: reported by the other side after it was sent, or before (domain reports, POST /webhooks/mail-events).
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead', 'bounced', 'complained')),
  queued_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The mail server's last response.
  answer text,
  constraint a_mail_on_its_way_has_its_message check (state not in ('queued', 'dead') or message is not null)
);

create index mails_by_recipient on private.mails (recipient) where recipient is not null;

create index mails_ended_at on private.mails (ended_at);
