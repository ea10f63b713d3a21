-- Activities as their sources tell them, and what they earned day by day. Written by domain/competition only.
create table public.activities (
  id bigint generated always as identity primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  source text not null check (source in ('file', 'strava', 'demo')),
  external_id text not null,
  kind text not null,
  sport text not null,
  name text,
  started_at timestamptz not null,
  -- Seconds that the athlete's clock was ahead of UTC.
  utc_offset_s integer not null,
  -- The athlete's calendar day at the start, which it counts for.
  local_on date not null,
  elapsed_s integer not null check (elapsed_s >= 0),
  moving_s integer not null check (moving_s >= 0),
  distance_m integer not null check (distance_m >= 0),
  elevation_m real,
  five_minutes_kmh real,
  top_kmh real,
  manual boolean not null default false,
  flagged boolean not null default false,
  indoor boolean not null default false,
  virtual boolean not null default false,
  is_public boolean not null default true,
  detail integer not null default 0,
  -- When it first came in; sending it again does not change this.
  received_at timestamptz not null,
  status text not null check (status in ('counted', 'review', 'excluded')),
  -- A key of `reasons` in content/competitions.ts.
  reason text not null,
  -- An operator's word, which stands above the rules.
  decision text check (decision in ('count', 'decline')),
  unique (athlete_id, source, external_id)
);

create index activities_by_time on public.activities (athlete_id, started_at);

create index activities_in_review on public.activities (received_at) where status = 'review';

create table public.athlete_days (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  points smallint not null check (points between 0 and 1000),
  active boolean not null,
  moving_s integer not null,
  distance_m integer not null,
  -- The end of the activity with which the day's points were reached; null without points.
  reached_at timestamptz check ((reached_at is null) = (points = 0)),
  -- Some of it comes from a source that forbids showing it to everybody.
  restricted boolean not null check (points > 0 or not (active or restricted)),
  ruleset smallint not null,
  -- [{ part, kind, text, points }]: the lines add up to the points.
  lines jsonb not null,
  -- For a day that a season's opening or closing cuts in two: what counts for that board, by board id.
  -- { "12": { points, active, restricted, reached_at } }; such a board reads this instead of the whole day.
  exceptions jsonb,
  primary key (athlete_id, local_on)
) with (fillfactor = 80);

create index athlete_days_by_day on public.athlete_days (local_on);

create index athlete_days_cut on public.athlete_days (local_on) where exceptions is not null;

-- What sources sent, once per event, until it is dealt with.
create table private.receipts (
  source text not null,
  event_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  primary key (source, event_id)
);

create index receipts_waiting on private.receipts (received_at) where done_at is null;

-- An import of many files: its progress is here, so that it is found again after the tab was closed.
create table public.imports (
  id uuid primary key default gen_random_uuid(),
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz
);

create index imports_by_athlete on public.imports (athlete_id, started_at desc);

create table public.import_files (
  import_id uuid not null references public.imports (id) on delete cascade,
  name text not null,
  outcome text not null check (outcome in ('stored', 'refused')),
  -- Why it was refused, in words.
  reason text,
  activities integer not null default 0,
  at timestamptz not null,
  primary key (import_id, name)
);

alter table public.activities enable row level security;

alter table public.athlete_days enable row level security;

alter table public.imports enable row level security;

alter table public.import_files enable row level security;

revoke all on public.activities, public.athlete_days, public.imports, public.import_files from anon, authenticated;

grant select on public.activities, public.athlete_days, public.imports, public.import_files to authenticated;

create policy "the owner's" on public.activities for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.athlete_days for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.imports for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.import_files for select to authenticated
using (
  import_id in (
    select i.id
    from public.imports i
    join public.athletes a on a.id = i.athlete_id
    where a.user_id = (select auth.uid())
  )
);
