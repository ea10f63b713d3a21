-- Side races: everything that is counted in addition to the main boards, one row each. Their tables are computed from
-- the same days and activities as the main boards, and are kept in memory (domain/competition/races). Nothing here is
-- written when an activity arrives, apart from one row that names the athlete.

create table public.races (
  id integer generated always as identity primary key,
  -- Null for a race with days of its own.
  season_id integer references public.seasons (id) on delete cascade,
  -- Whole days on the calendar of each entrant; null for a race of a season.
  from_on date,
  to_on date,
  -- Part of its address: /leaderboard/races/<season>/<name>, with "dates" in place of a season for a race with days of its
  -- own, or /account/races/<name> for a private one.
  name text not null check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 60),
  title text not null check (length(title) between 3 and 60),
  -- What it is about, in one or two sentences.
  words text not null check (length(words) between 1 and 240),
  -- What a day adds: its points; one, if it is an active day; moving minutes; meters; meters of ascent; the kinds of
  -- activity that are recorded for the first time in this season. 'rise' is no sum of days: domain/competition/rise computes it.
  metric text not null check (metric in ('points', 'active_days', 'minutes', 'distance', 'climb', 'kinds', 'rise')),
  -- Only activities of these kinds; null: of all.
  kinds text[] check (cardinality(kinds) > 0),
  -- Only these days of the week, 1 for Monday to 7 for Sunday; null: all.
  weekdays smallint[] check (cardinality(weekdays) > 0 and weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Only athletes without a result in an earlier season.
  newcomers boolean not null default false,
  -- The most that one day adds, in the unit of the metric; null: no limit.
  cap_a_day integer check (cap_a_day > 0),
  -- The number of days of each week, Monday to Sunday, that count: the best ones; null: all.
  days_a_week smallint check (days_a_week between 1 and 7),
  -- Moving minutes from which a day is active, or a kind is recorded. Days of the main board follow their ruleset.
  least_minutes smallint not null check (least_minutes between 1 and 300),
  -- Athletes with fewer counted days have no place.
  least_days smallint not null default 1 check (least_days between 1 and 31),
  -- 'teams': drawn ones; 'captains': teams that members found; 'together': everybody adds to one sum, toward a target.
  -- 'invited': a private race, for those who are in public.race_entrants.
  entrants text not null default 'athletes' check (entrants in ('athletes', 'teams', 'captains', 'together', 'invited')),
  -- SHA-256 of the secret in the link to a private race (domain/competition/private-races/stored.ts).
  invite_hash bytea unique check (length(invite_hash) = 32),
  -- In the unit of the metric: of everybody together, or of each team.
  target integer check (target > 0),
  -- About how many members a team gets when the teams are drawn.
  team_size smallint check (team_size between 4 and 250),
  -- How many members count on each day. Set when the teams are drawn, so that nobody gains by adding or removing members.
  counted_members smallint check (counted_members > 0),
  drawn_at timestamptz,
  -- What each member of the winning team who qualifies gets, and how many can get it at most. Null: no prize.
  prize text check (length(prize) between 1 and 200),
  most_prizes smallint check (most_prizes between 1 and 40),
  -- When those who joined in the first days were put into teams.
  late_placed_at timestamptz,
  -- Shown on /leaderboard; others are reached by their address.
  listed boolean not null default false,
  -- In this order.
  position smallint not null default 0,
  -- Copied into the next season of the series when that begins.
  repeats boolean not null default true,
  -- The version of the formula in this file, stored with the results.
  formula smallint not null default 1,
  -- Ended before its season by an operator: shown nowhere, without results.
  ended_at timestamptz,
  -- When its results were frozen.
  closed_at timestamptz,
  unique (season_id, name),
  check (num_nulls(season_id, from_on) = 1 and (from_on is null) = (to_on is null)),
  check ((entrants = 'invited') = (invite_hash is not null)),
  check (season_id is not null or entrants in ('invited', 'athletes', 'together') and metric <> 'rise'),
  check (to_on - from_on between case when entrants = 'invited' then 6 else 0 end and case when entrants = 'invited' then 13 else 365 end),
  check (entrants <> 'invited' or (metric = 'points' and weekdays is null and cap_a_day is null and days_a_week is null)),
  check (
    metric <> 'rise' or (
      entrants = 'athletes' and kinds is null and weekdays is null and cap_a_day is null and days_a_week is null and not newcomers
    )
  ),
  -- Points are given for whole days, not for activities.
  check (metric <> 'points' or kinds is null),
  -- A team's value is the points of its members.
  check ((entrants = 'teams') = (team_size is not null)),
  check (case entrants when 'together' then target is not null when 'athletes' then target is null when 'invited' then target is null else true end),
  check ((prize is null) = (most_prizes is null) and (prize is null or entrants = 'teams')),
  -- One for every two members: content/team-rule.ts has the reason.
  check (most_prizes <= team_size / 2),
  check (entrants not in ('teams', 'captains') or (metric = 'points' and weekdays is null and cap_a_day is null and days_a_week is null))
);

create unique index races_of_dates_by_name on public.races (name) where season_id is null;

create index races_of_dates_to_settle on public.races (to_on) where season_id is null and closed_at is null and ended_at is null;

-- Who is in a private race. Leaving deletes the row, and so does deleting the account.
create table public.race_entrants (
  race_id integer not null references public.races (id) on delete cascade,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  entered_at timestamptz not null,
  primary key (race_id, athlete_id)
);

create index race_entrants_by_athlete on public.race_entrants (athlete_id);

-- The teams of a race. Drawn when its season begins (domain/competition/teams/draw-teams.ts), or founded by captains until
-- its third day is over (founding.ts).
create table public.teams (
  id integer generated always as identity primary key,
  race_id integer not null references public.races (id) on delete cascade,
  -- From 1 on, in the order of the draw.
  number smallint not null,
  name text not null check (length(name) between 1 and 40),
  unique (race_id, number)
);

-- Who was in which team, and when. A day counts for the team that the athlete was in on that day. Rows are never
-- removed while the race is running: athletes who leave still count in the number of members.
create table public.team_members (
  id bigint generated always as identity primary key,
  race_id integer not null references public.races (id) on delete cascade,
  team_id integer not null references public.teams (id) on delete cascade,
  -- Null after the account was deleted: a former member.
  athlete_id bigint references public.athletes (id) on delete set null,
  from_on date not null,
  -- The first day that no longer counts for the team; null for the current stay.
  until_on date check (until_on > from_on),
  came text not null check (came in ('drawn', 'late', 'transferred', 'joined')),
  -- Of a transfer: why, in an operator's words.
  reason text check ((reason is null) = (came <> 'transferred')),
  -- Of a draw: the step, what it went by, for a pair the mean of both, and the points of the team after it.
  pick integer,
  points integer,
  pair_mean real,
  team_points integer,
  -- Whether the draw went by points of the athlete's own: who was not weighed shares no prize of the team.
  weighed boolean not null default false,
  -- Whether the athlete may win: 'eligible', or the rule that excludes them. Decided once, as season_results.verdict is.
  verdict text,
  check (num_nulls(pick, points, team_points) = case when came = 'drawn' then 0 else 3 end)
);

create unique index one_team_at_a_time on public.team_members (race_id, athlete_id) where until_on is null;

create index team_members_by_athlete on public.team_members (athlete_id);

-- The captains of teams that members founded, and the codes with which others join them.
create table private.captains (
  team_id integer primary key references public.teams (id) on delete cascade,
  -- Null after the account was deleted.
  athlete_id bigint references public.athletes (id) on delete set null,
  code text not null unique
);

create index captains_by_athlete on private.captains (athlete_id);

-- With whom an athlete wants to be in one team. It applies when both name each other.
create table private.team_wishes (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  with_athlete_id bigint not null references public.athletes (id) on delete cascade,
  check (athlete_id <> with_athlete_id)
);

create index team_wishes_by_other on private.team_wishes (with_athlete_id);

-- The final places, in the order of the table. Written when the season is frozen.
create table public.race_results (
  race_id integer not null references public.races (id) on delete cascade,
  line integer not null,
  -- Null for a team, and after the account was deleted.
  athlete_id bigint references public.athletes (id) on delete set null,
  team_id integer references public.teams (id) on delete cascade,
  rank integer not null,
  value integer not null,
  days integer not null,
  -- For a team: the number of members with points.
  recorded integer,
  restricted boolean not null,
  credits text[] check (cardinality(credits) > 0),
  primary key (race_id, line),
  -- In this order one index serves both an athlete's results and the deletion of an account.
  unique (athlete_id, race_id)
);

-- Athletes whose activities changed, so that only they are computed again. Read by
-- domain/competition/races/changed-athletes.ts in the same way as private.standing_changes.
create table private.athlete_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  athletes bigint[] not null
);

create index athlete_changes_by_xid on private.athlete_changes (xid);

-- Every change of an athlete's activities moves the athlete's revision in the same transaction.
create function private.note_changed_athletes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.athlete_changes (athletes)
  select array_agg(athlete_id) from changed having count(*) > 0;
  return null;
end
$$;

create trigger revisions_added after insert on private.athlete_revisions
referencing new table as changed for each statement execute function private.note_changed_athletes();

create trigger revisions_moved after update on private.athlete_revisions
referencing new table as changed for each statement execute function private.note_changed_athletes();

create trigger revisions_removed after delete on private.athlete_revisions
referencing old table as changed for each statement execute function private.note_changed_athletes();

-- What each day adds in a race, and why it adds less than it could: the days of these athletes, or of all if null.
-- `kept`: false for a day that is not among the best of its week. `first_kinds`: for the metric 'kinds'. `race` need
-- not be stored: a draft is previewed by the same function.
create function private.race_days(race public.races, athletes bigint[])
returns table (
  athlete_id bigint, local_on date, whole integer, value integer, kept boolean, first_kinds text[], restricted boolean,
  credits text[]
)
language plpgsql stable set search_path = ''
-- The parameters decide which index is best.
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  season public.seasons;
  board smallint;
begin
  -- None for a race whose days are its own.
  select * into season from public.seasons s where s.id = race.season_id;
  -- Known beforehand, so that no day is compared with the other boards.
  select b.id into board from public.boards b where b.season_id = race.season_id;
  return query
  with entrants as (
    select a.id
    from public.athletes a
    where (race_days.athletes is null or a.id = any(race_days.athletes))
      and (not race.newcomers or not exists (
        select from public.season_results r
        join public.seasons s on s.id = r.season_id
        where r.athlete_id = a.id and s.to_on < coalesce(season.from_on, race.from_on)
      ))
      and not exists (
        select from public.disqualifications d where d.season_id = race.season_id and d.athlete_id = a.id
      )
      -- A race with dates of its own leaves out whoever was disqualified in a season at that time.
      and (race.season_id is not null or race.entrants = 'invited' or not exists (
        select from public.disqualifications d join public.seasons s on s.id = d.season_id
        where d.athlete_id = a.id and s.from_on <= race.to_on and s.to_on >= race.from_on
      ))
  ),
  scored as (
    select d.athlete_id, d.local_on,
      case race.metric when 'points' then d.points else 1 end::integer as whole,
      null::text[] as first_kinds, d.restricted, d.credits
    from private.board_days d
    where race.kinds is null and race.metric in ('points', 'active_days')
      and d.board_id = board and (race.metric = 'points' or d.active)
      and (race_days.athletes is null or d.athlete_id = any(race_days.athletes))
    union all
    -- Days of its own are whole days, whatever seasons they are in.
    select d.athlete_id, d.local_on, case race.metric when 'points' then d.points else 1 end::integer, null, d.restricted,
      d.credits
    from public.athlete_days d
    where race.season_id is null and race.entrants <> 'invited'
      and race.kinds is null and race.metric in ('points', 'active_days')
      and d.local_on between race.from_on and race.to_on and (race.metric = 'points' or d.active)
      and (race_days.athletes is null or d.athlete_id = any(race_days.athletes))
    union all
    select d.athlete_id, d.local_on, d.points::integer, null, d.restricted, d.credits
    from public.race_entrants e
    join public.athlete_days d on d.athlete_id = e.athlete_id
    where race.entrants = 'invited' and e.race_id = race.id and d.local_on between race.from_on and race.to_on
      and (race_days.athletes is null or d.athlete_id = any(race_days.athletes))
  ),
  parts as (
    select a.athlete_id, a.local_on, a.kind, a.started_at, coalesce(a.counted_s, a.moving_s) as moving_s,
      case race.metric
        when 'distance' then coalesce(a.counted_m, a.distance_m)
        when 'climb' then coalesce(a.elevation_m, 0) * coalesce(a.counted_s, a.moving_s) / greatest(a.moving_s, 1)
        else 0
      end as meters
    from public.activities a
    where (race.kinds is not null or race.metric not in ('points', 'active_days'))
      and a.status = 'counted'
      and a.local_on between coalesce(season.from_on - 1, race.from_on) and coalesce(season.to_on + 1, race.to_on)
      and (season.id is null or a.started_at >= season.opens_at and a.started_at < season.closes_at)
      and (race.kinds is null or a.kind = any(race.kinds))
      and (race_days.athletes is null or a.athlete_id = any(race_days.athletes))
  ),
  firsts as (
    select p.athlete_id, min(p.local_on) as local_on, p.kind
    from parts p
    where race.metric = 'kinds' and p.moving_s >= race.least_minutes * 60
      and (race.weekdays is null or extract(isodow from p.local_on)::smallint = any(race.weekdays))
    group by p.athlete_id, p.kind
  ),
  recorded as (
    select p.athlete_id, p.local_on,
      case race.metric
        when 'active_days' then (sum(p.moving_s) >= race.least_minutes * 60)::integer
        when 'minutes' then (sum(p.moving_s) / 60)::integer
        else round(sum(p.meters))::integer
      end as whole,
      null::text[] as first_kinds
    from parts p
    where race.metric <> 'kinds'
    group by p.athlete_id, p.local_on
    union all
    select f.athlete_id, f.local_on, count(*)::integer, array_agg(f.kind order by f.kind)
    from firsts f
    group by f.athlete_id, f.local_on
  ),
  days as (
    select * from scored
    union all
    -- The day knows whether anything in it is restricted, and whom to credit.
    select r.athlete_id, r.local_on, r.whole, r.first_kinds, coalesce(d.restricted, false), d.credits
    from recorded r
    left join public.athlete_days d on d.athlete_id = r.athlete_id and d.local_on = r.local_on
  ),
  capped as (
    select d.*, least(d.whole, race.cap_a_day) as value
    from days d
    join entrants e on e.id = d.athlete_id
    where d.whole > 0
      and (race.weekdays is null or extract(isodow from d.local_on)::smallint = any(race.weekdays))
  )
  select c.athlete_id, c.local_on, c.whole, c.value,
    race.days_a_week is null or row_number() over (
      partition by c.athlete_id, date_trunc('week', c.local_on::timestamp) order by c.value desc, c.local_on
    ) <= race.days_a_week,
    c.first_kinds, c.restricted, c.credits
  from capped c;
end
$$;

-- The values of a race: of these athletes, or of all if null. Athletes without a value have no row.
create function private.race_values(race public.races, athletes bigint[])
returns table (athlete_id bigint, value integer, days smallint, restricted boolean, credits text[])
language sql stable
begin atomic
  with kept as materialized (
    select * from private.race_days(race_values.race, race_values.athletes) d where d.kept
  ),
  credited as (
    select k.athlete_id, array_agg(distinct credit order by credit) as credits
    from kept k, unnest(k.credits) credit
    group by k.athlete_id
  )
  select k.athlete_id, sum(k.value)::integer, count(*)::smallint, bool_or(k.restricted), c.credits
  from kept k
  left join credited c on c.athlete_id = k.athlete_id
  group by k.athlete_id, c.credits;
end;

alter table public.races enable row level security;

alter table public.race_results enable row level security;

alter table public.race_entrants enable row level security;

alter table public.teams enable row level security;

alter table public.team_members enable row level security;

revoke all on public.races, public.race_results, public.race_entrants, public.teams, public.team_members
from anon, authenticated;
revoke all on sequence public.races_id_seq, public.teams_id_seq, public.team_members_id_seq from anon, authenticated;

grant select on public.races, public.teams to anon, authenticated;

grant select on public.race_results, public.race_entrants, public.team_members to authenticated;

create policy "everybody" on public.teams for select to anon, authenticated using (true);

create policy "the owner's" on public.team_members for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "everybody" on public.races for select to anon, authenticated
using (ended_at is null and entrants <> 'invited');

create policy "the entrants'" on public.races for select to authenticated
using (
  ended_at is null and entrants = 'invited' and id in (
    select e.race_id from public.race_entrants e
    join public.athletes a on a.id = e.athlete_id
    where a.user_id = (select auth.uid())
  )
);

create policy "the owner's" on public.race_entrants for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.race_results for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

revoke execute on function private.race_days, private.race_values, private.note_changed_athletes from public;
