-- Boards, and one row per athlete and board that follows the athlete's days in the same transaction.
create table public.seasons (
  id integer generated always as identity primary key,
  series text not null,
  slug text not null unique,
  from_on date not null,
  to_on date not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- Late syncs count until here.
  grace_ends_at timestamptz not null,
  ruleset smallint not null,
  -- Final standings are frozen.
  closed_at timestamptz,
  -- Prizes are awarded and the winners told.
  settled_at timestamptz,
  unique (series, from_on),
  check (from_on <= to_on and opens_at < closes_at and closes_at <= grace_ends_at)
);

create table public.boards (
  id smallint generated always as identity primary key,
  slug text not null unique,
  -- The window in athletes' local days. No end: everything from the first day on.
  from_on date not null,
  to_on date,
  -- A rolling board is this many days long; a season's board has a season.
  days smallint check (days between 1 and 31),
  season_id integer unique references public.seasons (id) on delete cascade,
  -- Final: differences no longer reach it.
  closed_at timestamptz,
  check ((days is null) <> (season_id is null)),
  -- Active days fit into five bits of the place key.
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
  -- Points, active days and the earlier time in one number: the higher, the better the place; equal numbers share a rank.
  place_key bigint not null,
  primary key (athlete_id, board_id)
) with (fillfactor = 85);

create index standings_by_place on public.standings (board_id, place_key desc, athlete_id);

-- Every rank as it stood when the day before ended, for the move since yesterday.
create table private.ranks_yesterday (
  board_id smallint not null references public.boards (id) on delete cascade,
  athlete_id bigint not null,
  rank integer not null,
  primary key (board_id, athlete_id)
);

-- What moved, for the processes that keep counts in memory and tell open pages: [[board, place key before, after], ...],
-- null where there was or is no row. Without an athlete: the board was rebuilt. Rows are seen once each by comparing
-- snapshots, in whatever order they commit.
create table private.standing_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  athlete_id bigint,
  changes jsonb not null
);

create index standing_changes_by_xid on private.standing_changes (xid);

-- 14 bits points, 5 bits active days, 32 bits seconds counted down: 51 bits, so that JavaScript holds it exactly.
create function private.place_key(points integer, active_days integer, reached_at timestamptz) returns bigint
language sql stable parallel safe
return (points::bigint << 37) | (active_days::bigint << 32)
  | (4294967295 - floor(extract(epoch from reached_at))::bigint);

-- What each day is worth on each board, days cut by a season's opening or closing included.
create view private.board_days as
select b.id as board_id, d.athlete_id, d.local_on, d.points, d.active, d.restricted, d.reached_at
from public.boards b
join public.athlete_days d on d.local_on >= b.from_on and d.local_on <= coalesce(b.to_on, 'infinity')
where d.points > 0 and (d.exceptions is null or not d.exceptions ? b.id::text)
union all
select
  b.id, d.athlete_id, d.local_on,
  (x.part ->> 'points')::smallint, (x.part ->> 'active')::boolean, (x.part ->> 'restricted')::boolean,
  (x.part ->> 'reached_at')::timestamptz
from public.boards b
join public.athlete_days d on d.exceptions is not null and d.exceptions ? b.id::text
cross join lateral (select d.exceptions -> b.id::text as part) x
where (x.part ->> 'points')::smallint > 0;

-- What the standing rows must be, from the days alone. The live rows equal this at any time.
create view private.derived_standings as
select
  athlete_id, board_id, sum(points)::integer as points, count(*) filter (where active)::smallint as active_days,
  count(*) filter (where restricted)::smallint as restricted_days, max(reached_at) as reached_at,
  private.place_key(sum(points)::integer, (count(*) filter (where active))::integer, max(reached_at)) as place_key
from private.board_days
group by athlete_id, board_id;

-- Writers of single days hold this lock shared, whoever moves a window or closes a board holds it alone, so that no
-- difference meets a half-moved window.
create function private.lock_boards_shared() returns void
language sql
begin atomic
  select pg_advisory_xact_lock_shared(742051);
end;

create function private.lock_boards() returns void
language sql
begin atomic
  select pg_advisory_xact_lock(742051);
end;

-- What one day is worth on one board; nothing for no day.
create function private.worth_on(
  day public.athlete_days, board public.boards, out points integer, out active integer, out restricted integer
)
language sql immutable
begin atomic
  select
    coalesce(case when cut.part is not null then (cut.part ->> 'points')::integer else held.points end, 0),
    coalesce(case when cut.part is not null then (cut.part ->> 'active')::boolean else held.active end, false)::integer,
    coalesce(case when cut.part is not null then (cut.part ->> 'restricted')::boolean else held.restricted end, false)::integer
  from (select (day).exceptions -> (board).id::text as part) cut
  left join (select (day).points, (day).active, (day).restricted) held
    on (day).local_on >= (board).from_on and (day).local_on <= coalesce((board).to_on, 'infinity');
end;

-- The difference between the old day and the new one goes into every board whose window holds the day.
create function private.move_standings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  athlete bigint := coalesce(new.athlete_id, old.athlete_id);
  day date := coalesce(new.local_on, old.local_on);
  more_points integer := coalesce(new.points, 0) - coalesce(old.points, 0);
  more_active integer := coalesce(new.active::integer, 0) - coalesce(old.active::integer, 0);
  more_restricted integer := coalesce(new.restricted::integer, 0) - coalesce(old.restricted::integer, 0);
begin
  if tg_op = 'UPDATE' and more_points = 0 and more_active = 0 and more_restricted = 0
    and new.reached_at is not distinct from old.reached_at and new.exceptions is not distinct from old.exceptions then
    return null;
  end if;
  perform private.lock_boards_shared();

  if old.exceptions is null and new.exceptions is null and coalesce(old.points, 1) > 0 and coalesce(new.points, 1) > 0
    and (old.reached_at is null or new.reached_at >= old.reached_at) then
    -- The plain case: sums move by the difference, and the total is reached no earlier than it was.
    with before as materialized (
      select b.id as board_id, s.place_key
      from public.boards b
      left join public.standings s on s.athlete_id = athlete and s.board_id = b.id
      where b.closed_at is null and b.from_on <= day and (b.to_on is null or b.to_on >= day)
    ),
    moved as (
      update public.standings s set
        points = s.points + more_points, active_days = s.active_days + more_active,
        restricted_days = s.restricted_days + more_restricted, reached_at = greatest(s.reached_at, new.reached_at),
        place_key = private.place_key(
          s.points + more_points, s.active_days + more_active, greatest(s.reached_at, new.reached_at)
        )
      from before
      where s.athlete_id = athlete and s.board_id = before.board_id
      returning s.board_id, before.place_key as old_key, s.place_key
    ),
    added as (
      insert into public.standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
      select
        athlete, board_id, more_points, more_active, more_restricted, new.reached_at,
        private.place_key(more_points, more_active, new.reached_at)
      from before
      where before.place_key is null and more_points > 0
      returning board_id, null::bigint, place_key
    )
    insert into private.standing_changes (athlete_id, changes)
    select athlete, jsonb_agg(jsonb_build_array(board_id, old_key, place_key))
    from (select * from moved union all select * from added) as changed
    having count(*) > 0;
  else
    -- Points went away, or the day is cut by a season's border. The sums still move by differences alone, because other
    -- days of the same statement have their own turn; only the time at which the total was reached is looked up, and
    -- what those days will bring is in it already.
    with before as (
      select
        b.id as board_id, s.points, s.active_days, s.restricted_days, s.reached_at, s.place_key,
        coalesce(s.points, 0) + fresh.points - stale.points as sum_points,
        coalesce(s.active_days, 0) + fresh.active - stale.active as sum_active,
        coalesce(s.restricted_days, 0) + fresh.restricted - stale.restricted as sum_restricted
      from public.boards b
      left join public.standings s on s.athlete_id = athlete and s.board_id = b.id
      cross join lateral private.worth_on(old, b) stale
      cross join lateral private.worth_on(new, b) fresh
      where b.closed_at is null and (stale.points > 0 or fresh.points > 0)
    ),
    after as (
      insert into public.standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
      select
        athlete, board_id, sum_points, sum_active, sum_restricted, reached.at,
        private.place_key(sum_points, sum_active, reached.at)
      from before
      cross join lateral (
        select coalesce(
          (
            select max(d.reached_at)
            from private.board_days d
            where d.board_id = before.board_id and d.athlete_id = athlete
          ),
          before.reached_at
        ) as at
      ) reached
      where sum_points > 0
      on conflict (athlete_id, board_id) do update set
        points = excluded.points, active_days = excluded.active_days, restricted_days = excluded.restricted_days,
        reached_at = excluded.reached_at, place_key = excluded.place_key
      returning board_id, place_key
    ),
    gone as (
      delete from public.standings s
      using before
      where s.athlete_id = athlete and s.board_id = before.board_id and sum_points = 0
    )
    insert into private.standing_changes (athlete_id, changes)
    select athlete, jsonb_agg(jsonb_build_array(board_id, before.place_key, after.place_key))
    from before
    left join after using (board_id)
    where before.place_key is distinct from after.place_key
    having count(*) > 0;
  end if;
  return null;
end
$$;

-- Not while everything is made anew and the boards are rebuilt afterwards in the same transaction.
create trigger move_standings after insert or update or delete on public.athlete_days
for each row when (current_setting('b4m.rebuilding', true) is distinct from 'on')
execute function private.move_standings();

alter table public.seasons enable row level security;

alter table public.boards enable row level security;

alter table public.standings enable row level security;

revoke all on public.seasons, public.boards, public.standings from anon, authenticated;

grant select on public.seasons, public.boards to anon, authenticated;

grant select on public.standings to authenticated;

create policy "everybody" on public.seasons for select to anon, authenticated using (true);

create policy "everybody" on public.boards for select to anon, authenticated using (true);

create policy "the owner's" on public.standings for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));
