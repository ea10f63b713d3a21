-- Newsletters: issues, and one delivery per reader. Only domain/leads/newsletter writes here.

-- An issue is sent by a job of queue "newsletter-issue", added by domain/leads/newsletter/issue.ts and processed in
-- server/jobs/workers/leads.ts.
create table public.newsletter_issues (
  id bigint generated always as identity primary key,
  list text not null,
  -- For an issue to a waitlist, the number of places available. The issue is sent to that many people in the order of
  -- the waitlist, who are thereby removed from it.
  places integer check (places > 0),
  subject text not null,
  -- The line that mail programs show beside the subject.
  preview text not null default '',
  markdown text not null,
  html text not null,
  state text not null default 'draft' check (
    state in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')
  ),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When a test of the current text was last sent; reset by a change.
  tested_at timestamptz,
  scheduled_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- The run that may send. A run that was presumed dead but continues finds the id of another one here, and stops.
  runner uuid,
  -- When the first mail of it was accepted. From then on, a newsletter is in the public archive, unless an operator has
  -- removed it.
  published_at timestamptz,
  in_archive boolean not null default true,
  -- Whether clicks on its links are counted; set from the setting newsletter_clicks when sending begins.
  counts_clicks boolean not null default false,
  -- The sponsored race that the issue is about. One issue for each, whatever became of it, because members agreed to one
  -- email; and to that one alone, so each has a list of its own (content/lists.ts).
  sponsorship_id integer unique references private.sponsorships (id) on delete cascade,
  constraint a_sponsored_race_has_its_own_list check (
    (list like 'sponsors-%') = (sponsorship_id is not null) and (sponsorship_id is null or list = 'sponsors-' || sponsorship_id)
  ),
  constraint a_scheduled_issue_has_its_time check (state not in ('scheduled', 'sending', 'paused', 'sent') or scheduled_at is not null)
);

-- One row per issue and reader, made when sending begins.
create table public.newsletter_deliveries (
  -- Also the Message-ID.
  id uuid primary key default gen_random_uuid(),
  issue_id bigint not null references public.newsletter_issues (id) on delete cascade,
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  -- unknown: the process died between handing the mail to the server and storing the response. Such a mail is not
  -- resent automatically.
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts smallint not null default 0,
  -- The run that made the last attempt.
  tried_by uuid,
  -- When the first attempt began; also the Date of the mail.
  attempted_at timestamptz,
  ended_at timestamptz,
  -- The mail server's response, or why the delivery was skipped.
  answer text,
  unique (issue_id, subscriber_id)
);

create index newsletter_issues_published on public.newsletter_issues (published_at desc, id desc)
where published_at is not null and in_archive;

-- Links of an issue that counts clicks, with the number of clicks on each. Who clicked is not stored.
create table private.newsletter_links (
  issue_id bigint not null references public.newsletter_issues (id) on delete cascade,
  number smallint not null,
  url text not null,
  clicks integer not null default 0,
  primary key (issue_id, number)
);

-- Pictures of issues. The bytes are objects of the bucket "newsletters", at <version>/<width>x<height>.<format>, and public.
create table private.newsletter_pictures (
  version uuid primary key,
  width integer not null,
  height integer not null,
  format text not null check (format in ('jpg', 'png')),
  placed_at timestamptz not null
);

-- With a Supabase project, the bucket is created there. It is private: the site serves the pictures from its own
-- origin.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public) values ('newsletters', 'newsletters', false) on conflict do nothing;
  end if;
end
$$;

create index newsletter_deliveries_open on public.newsletter_deliveries (issue_id, id) where state in ('queued', 'sending');

alter table public.newsletter_issues enable row level security;
alter table public.newsletter_deliveries enable row level security;

revoke all on public.newsletter_issues, public.newsletter_deliveries from anon, authenticated;
revoke all on sequence public.newsletter_issues_id_seq from anon, authenticated;

grant select on public.newsletter_issues, public.newsletter_deliveries to authenticated;

create policy "operators read" on public.newsletter_issues for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
create policy "operators read" on public.newsletter_deliveries for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'owner');
