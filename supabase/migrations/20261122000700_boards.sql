-- Boards, and one row per athlete and board, which follows the athlete's days in the same transaction.

-- Recurring races: consecutive seasons without gaps. A fresh installation starts with those of content/competitions.ts;
-- operators make, change and end them (domain/competition/series).
create table public.series (
  -- Begins the names of its seasons: "monthly-2026-11".
  slug text primary key check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) <= 30),
  name text not null check (length(name) between 3 and 40),
  -- Its address: /leaderboard/<page>.
  page text not null unique check (page !~ '[^a-z0-9-]' and page not in ('athletes', 'races', 'seasons')),
  -- The name under which the board of its running season is asked for: "this-month".
  board text not null unique,
  -- The length of a season; null: calendar months.
  days smallint check (days between 7 and 31),
  -- The first day of its first season, on the competition's calendar. Lengths are counted from it.
  begins_on date not null check (days is not null or extract(day from begins_on) = 1),
  -- The last day of its last season; null: it goes on. Before begins_on: it was ended before its first season.
  ends_on date,
  -- Best first.
  prizes text[] not null check (cardinality(prizes) <= 20 and array_position(prizes, null) is null),
  -- The number of active days that make an athlete a finisher. Copied when a season opens.
  finish_days smallint not null check (finish_days between 1 and coalesce(days, 28)),
  -- What a winner pays for shipping.
  shipping_cents integer not null check (shipping_cents between 0 and 100000),
  -- Whether the winners of one season cannot win the next.
  no_back_to_back boolean not null,
  -- In this order; the first one that is running comes first wherever boards are shown.
  position smallint not null
);

-- Created by domain/competition/maintain.ts.
create table public.seasons (
  id integer generated always as identity primary key,
  series text not null references public.series (slug),
  slug text not null unique,
  from_on date not null,
  to_on date not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- Activities that arrive late count until this instant.
  grace_ends_at timestamptz not null,
  ruleset smallint not null,
  -- The number of active days that make an athlete a finisher, regardless of the place. Null: the season has no list of
  -- finishers.
  finish_days smallint check (finish_days between 1 and 31),
  -- What a code gives each finisher, in words: "20 % at Northline". Null: there are no codes.
  finish_gift text check (length(finish_gift) between 3 and 120),
  -- Whether its side races were created, which happens once, when it begins.
  races_begun boolean not null default false,
  -- When the final standings were frozen.
  closed_at timestamptz,
  -- When the prizes were awarded and the winners notified.
  settled_at timestamptz,
  unique (series, from_on),
  check (from_on <= to_on and opens_at < closes_at and closes_at <= grace_ends_at)
);

create table public.boards (
  id smallint generated always as identity primary key,
  slug text not null unique,
  -- The window in athletes' local days. Without an end: every day from the first one on.
  from_on date not null,
  to_on date,
  -- A rolling board has a length in days; a season's board has a season.
  days smallint check (days between 1 and 31),
  season_id integer unique references public.seasons (id) on delete cascade,
  -- While a window advances by a day, from_on is already the new first day, and athletes with a higher id than this
  -- still have the day before it as well (private.window_start). Null while it stands still.
  slid_to bigint check (slid_to is null or days is not null),
  -- The day at the start of which private.ranks_yesterday was stored.
  ranks_on date,
  -- Final: changes of days no longer reach it.
  closed_at timestamptz,
  check ((days is null) <> (season_id is null)),
  -- The number of active days has to fit into five bits of the place key.
  check (to_on is null or to_on - from_on < 31)
);

create table public.standings (
  athlete_id bigint not null,
  board_id smallint not null,
  points integer not null check (points between 1 and 16383),
  active_days smallint not null,
  restricted_days smallint not null,
  -- When the total was reached.
  reached_at timestamptz not null,
  -- private.place_key of the three columns above. Higher is better; equal keys share a rank.
  place_key bigint not null,
  primary key (athlete_id, board_id)
) with (fillfactor = 85);

create index standings_by_place on public.standings (board_id, place_key desc, athlete_id);

-- Every rank as it stood at the end of the day before, for the change since yesterday: one row for 128 consecutive ids
-- of athletes, because one row each would mean rewriting as much as all standings every midnight. `slots` holds the ids
-- of those who were on the board modulo 128, `ranks` their ranks in the same (arbitrary) order. Written by
-- domain/competition/boards/ranks-yesterday.ts.
create table private.ranks_yesterday (
  board_id smallint not null references public.boards (id) on delete cascade,
  block bigint not null,
  slots smallint[] not null,
  ranks integer[] not null,
  primary key (board_id, block)
);

create function private.rank_yesterday(board_id smallint, athlete_id bigint) returns integer
language sql stable parallel safe
return (
  select y.ranks[array_position(y.slots, (athlete_id % 128)::smallint)]
  from private.ranks_yesterday y
  where y.board_id = rank_yesterday.board_id and y.block = athlete_id / 128
);

-- Changes of standings, 26 bytes per place (private.packed_move): the board, the athlete, the place key before, and the
-- place key after. A key is 0 if there was or is no row; a move with two zero keys means that the board was rebuilt. A row
-- without moves means that some rows are shown differently, or that a window begins on another day. Bytes, because
-- building and reading JSON took longer than moving a place. Read by domain/competition/boards/board.ts, which keeps
-- the counts of every process in sync and updates open pages, and by domain/competition/happenings/note.ts. The trigger only writes the row; `announce` in that file
-- notifies every process after the commit, under topic "boards" of channel "b4m_live" (adapters/live/postgres.ts). A
-- reader finds each row exactly once by comparing snapshots, in whatever order transactions commit.
create table private.standing_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  moves bytea not null check (length(moves) % 26 = 0)
);

-- Keys hardly compress, and attempting it takes longer than writing them.
alter table private.standing_changes alter column moves set storage external;

create index standing_changes_by_xid on private.standing_changes (xid);

create function private.packed_move(board_id smallint, athlete_id bigint, old_key bigint, new_key bigint) returns bytea
language sql immutable parallel safe
return int2send(board_id) || int8send(athlete_id) || int8send(coalesce(old_key, 0)) || int8send(coalesce(new_key, 0));

-- Points, active days and the time of the total in one number: more points are better, then more active days, then the
-- earlier time. 14 bits of points, 5 bits of active days, 32 bits of seconds counted down: 51 bits, which a number in
-- JavaScript holds exactly (domain/competition/boards/rank-counts.ts).
create function private.place_key(points integer, active_days integer, reached_at timestamptz) returns bigint
language sql stable parallel safe
return (points::bigint << 37) | (active_days::bigint << 32)
  -- date_part returns a double, extract a numeric, which takes ten times as long.
  | (4294967295 - floor(date_part('epoch', reached_at))::bigint);

-- The first day that counts for an athlete on a board.
create function private.window_start(board public.boards, athlete_id bigint) returns date
language sql immutable parallel safe
return case when athlete_id > (board).slid_to then (board).from_on - 1 else (board).from_on end;

-- The value of each day on each board. A whole day counts in full. A day on which a season opens or closes counts on
-- that season's board with its exception, but with the attributions of the whole day.
create view private.board_days as
select b.id as board_id, d.athlete_id, d.local_on, d.points, d.active, d.restricted, d.reached_at, d.credits
from public.boards b
join public.athlete_days d
  -- The first condition can use an index.
  on d.local_on >= b.from_on - 1 and d.local_on <= coalesce(b.to_on, 'infinity')
  and d.local_on >= private.window_start(b, d.athlete_id)
where d.points > 0 and (d.exceptions is null or not d.exceptions ? b.id::text)
union all
select
  b.id, d.athlete_id, d.local_on,
  (x.part ->> 'points')::smallint, (x.part ->> 'active')::boolean, (x.part ->> 'restricted')::boolean,
  (x.part ->> 'reached_at')::timestamptz, d.credits
from public.boards b
join public.athlete_days d on d.exceptions is not null and d.exceptions ? b.id::text
cross join lateral (select d.exceptions -> b.id::text as part) x
where (x.part ->> 'points')::smallint > 0;

-- The expected standings, computed from the days alone; the rows of `standings` equal this at any time. Used to rebuild
-- a board and to check one (domain/competition/recompute.ts).
create view private.derived_standings as
select
  athlete_id, board_id, sum(points)::integer as points, count(*) filter (where active)::smallint as active_days,
  count(*) filter (where restricted)::smallint as restricted_days, max(reached_at) as reached_at,
  private.place_key(sum(points)::integer, (count(*) filter (where active))::integer, max(reached_at)) as place_key
from private.board_days
group by athlete_id, board_id;

alter table public.series enable row level security;

alter table public.seasons enable row level security;

alter table public.boards enable row level security;

alter table public.standings enable row level security;

revoke all on public.series, public.seasons, public.boards, public.standings from anon, authenticated;
revoke all on sequence public.seasons_id_seq, public.boards_id_seq from anon, authenticated;

grant select on public.series, public.seasons, public.boards to anon, authenticated;

grant select on public.standings to authenticated;

create policy "everybody" on public.series for select to anon, authenticated using (true);

create policy "everybody" on public.seasons for select to anon, authenticated using (true);

create policy "everybody" on public.boards for select to anon, authenticated using (true);

create policy "the owner's" on public.standings for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

revoke execute on function private.place_key, private.packed_move, private.rank_yesterday, private.window_start from public;
