-- The results of seasons: final places, athletes who may not win, and prizes on their way to the winners. Written by
-- domain/competition/seasons.
create table public.season_results (
  season_id integer not null references public.seasons (id) on delete cascade,
  -- The position in the final table; athletes who share a rank still have a line each.
  line integer not null,
  -- Null after the account was deleted.
  athlete_id bigint references public.athletes (id) on delete set null,
  rank integer not null,
  points integer not null,
  active_days smallint not null,
  restricted_days smallint not null,
  -- The attributions that must be shown with the points; null if there are none.
  credits text[] check (cardinality(credits) > 0),
  reached_at timestamptz not null,
  ruleset smallint not null,
  -- Whether the athlete may win: 'eligible', or the rule that excludes them. Decided once, when the order of winners
  -- first reaches the line, so that later changes take no prize from anybody. Null: not reached.
  verdict text,
  primary key (season_id, line),
  unique (season_id, athlete_id)
);

create index season_results_by_athlete on public.season_results (athlete_id);

-- The prizes of a season. No rows: the prizes of its series (content/competitions.ts). Closing a season stores them, so
-- that a later change of the content affects no prize.
create table private.season_prizes (
  season_id integer not null references public.seasons (id) on delete cascade,
  place smallint not null check (place between 1 and 20),
  title text not null check (length(title) between 1 and 200),
  primary key (season_id, place)
);

-- A sponsor's codes for the finishers of a season, one for each (domain/competition/seasons/finisher-codes.ts).
create table private.finisher_codes (
  season_id integer not null references public.seasons (id) on delete cascade,
  code text not null check (length(code) between 1 and 80),
  -- Null until it is given to somebody. Deleting the account deletes the code, which nobody else gets.
  athlete_id bigint references public.athletes (id) on delete cascade,
  given_at timestamptz,
  primary key (season_id, code),
  unique (season_id, athlete_id),
  check ((athlete_id is null) = (given_at is null))
);

create index finisher_codes_by_athlete on private.finisher_codes (athlete_id);

-- Messages of operators to everybody who holds a prize of a season; each mail of it is in private.mails.
create table private.season_messages (
  -- Generated with the form, so that submitting it twice creates one message.
  id uuid primary key,
  season_id integer not null references public.seasons (id) on delete cascade,
  at timestamptz not null,
  written_by text not null,
  subject text not null,
  text text not null,
  -- The number of recipients.
  mails integer not null
);

create index season_messages_by_season on private.season_messages (season_id);

create table public.disqualifications (
  season_id integer not null references public.seasons (id) on delete cascade,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  reason text not null,
  at timestamptz not null,
  primary key (season_id, athlete_id)
);

create table public.prizes (
  id bigint generated always as identity primary key,
  season_id integer not null references public.seasons (id) on delete cascade,
  -- Prizes of a race of teams are numbered after those of the season itself, from 21 on: each is a place that holds one
  -- prize, and none is better than another (domain/competition/seasons/team-prizes.ts).
  place smallint not null,
  -- The race of teams whose prize it is; null: the season itself.
  race_id integer references public.races (id) on delete cascade,
  title text not null,
  athlete_id bigint references public.athletes (id) on delete set null,
  status text not null check (status in ('awarded', 'claimed', 'shipped', 'withdrawn')),
  -- What the winner pays for shipping.
  shipping_cents integer not null check (shipping_cents >= 0),
  awarded_at timestamptz not null,
  claim_until timestamptz not null,
  claimed_at timestamptz,
  -- Where to send it, and the wording agreed to when the address was given.
  address jsonb,
  consent_text text,
  -- The paid order, if there is a charge for shipping.
  shipping_paid_at timestamptz,
  shipping_order text,
  shipped_at timestamptz,
  tracking text,
  withdrawn_at timestamptz,
  withdrawn_because text check (withdrawn_because in ('disqualified', 'declined', 'unclaimed', 'reordered', 'erased')),
  -- The reason written by the operator, for a disqualification.
  withdrawn_reason text,
  check ((status = 'withdrawn') = (withdrawn_because is not null))
);

-- One prize per place, no matter how often and by how many processes a season is closed.
create unique index prizes_one_per_place on public.prizes (season_id, place) where status <> 'withdrawn';

create index prizes_by_race on public.prizes (race_id) where race_id is not null;

-- An athlete wins at most one prize per season. When the order of winners changes, the row moves to another place.
create unique index prizes_one_per_athlete on public.prizes (season_id, athlete_id);

-- Days of athletes that an operator has reviewed and approved before a prize is awarded. Only
-- domain/competition/seasons/clear-day.ts writes here; the deciding operator is also recorded in private.journal.
create table private.cleared_days (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  -- The state of the day at the review, one text per activity. A day with further activities is reviewed again.
  seen text[] not null,
  cleared_at timestamptz not null,
  cleared_by text not null,
  primary key (athlete_id, local_on)
);

-- Places of a season that are not awarded yet, because a day of the prospective winner has not been reviewed. Only
-- domain/competition/seasons/settle.ts writes here.
create table private.open_places (
  season_id integer not null references public.seasons (id) on delete cascade,
  place smallint not null,
  -- Null after the account was deleted, until the place passes on.
  athlete_id bigint references public.athletes (id) on delete set null,
  since timestamptz not null,
  primary key (season_id, place)
);

create index open_places_by_athlete on private.open_places (athlete_id);

alter table public.season_results enable row level security;

alter table public.disqualifications enable row level security;

alter table public.prizes enable row level security;

revoke all on public.season_results, public.disqualifications, public.prizes from anon, authenticated;
revoke all on sequence public.prizes_id_seq from anon, authenticated;

grant select on public.season_results, public.disqualifications, public.prizes to authenticated;

create policy "the owner's" on public.season_results for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.disqualifications for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.prizes for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));
