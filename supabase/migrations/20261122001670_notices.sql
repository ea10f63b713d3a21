-- What members chose to be told of, and what they were told. Only domain/notices writes here.

-- No row: the usual channel of content/notice-kinds.ts.
create table private.notice_choices (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  kind text not null check (kind in ('week', 'prize', 'reminder', 'season', 'team', 'passed', 'event')),
  channel text not null check (channel in ('mail', 'push', 'off')),
  chosen_at timestamptz not null,
  primary key (athlete_id, kind)
);

-- A member to whom a notice was sent, or who has chosen.
create table private.notice_settings (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  -- SHA-256 of the token in the unsubscribe links.
  manage_hash bytea not null unique,
  -- When the week is told, in the member's time zone; 7 is Sunday.
  week_day smallint not null default 7 check (week_day between 1 and 7),
  week_hour smallint not null default 18 check (week_hour between 7 and 20),
  -- The places that the last week told, by season: { "monthly-2026-11": 12 }.
  told_places jsonb not null default '{}',
  -- When "Still there?" was sent. It is sent once until the member trains again.
  asked_on date
);

-- What was sent: the primary key makes it one notice per member and local day, regardless of channels, processes and runs.
-- Beside 'day', a day can have 'prize', because a deadline does not wait. 'over:<season>' is the end of that season, told
-- once on any day; 'event:<happening>' is a changed session, pushed at once.
create table private.notices (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  slot text not null check (slot in ('day', 'prize') or slot like 'over:%' or slot like 'event:%'),
  primary key (athlete_id, local_on, slot)
);

create unique index notices_of_seasons on private.notices (athlete_id, slot) where slot like 'over:%';
