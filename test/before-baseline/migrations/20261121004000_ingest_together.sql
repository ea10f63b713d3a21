-- Ingests are written by one call for all athletes whose activities come in at the same moment. Setting up a statement,
-- with its row types, checks and trigger conditions, and opening and flushing a transaction took longer than the work.

-- Counts the changes of an athlete's activities. Who writes names the revision that was read, so that two writers never
-- build on the same past. Its own narrow table, because a row of `athletes` is wide, and has checks and indexes, which
-- every ingest would pay for.
create table private.athlete_revisions (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  revision bigint not null
) with (fillfactor = 50);

insert into private.athlete_revisions (athlete_id, revision)
select id, revision from public.athletes where revision > 0;

alter table public.athletes drop column revision;

drop trigger move_standings on public.athlete_days;

drop function private.move_standings();

drop function private.lock_boards_shared();

-- What happened to one day: what it was worth before and is worth now, nulls for no day.
create type private.day_move as (
  athlete_id bigint,
  local_on date,
  old_points integer,
  old_active boolean,
  old_restricted boolean,
  old_reached_at timestamptz,
  old_exceptions jsonb,
  points integer,
  active boolean,
  restricted boolean,
  reached_at timestamptz,
  exceptions jsonb
);

-- Both days whole, and the total reached no earlier than it was: then sums move by the difference, and nothing else of the
-- athlete needs a look.
create function private.is_plain(m private.day_move) returns boolean
language sql immutable
return (m).old_exceptions is null and (m).exceptions is null
  and coalesce((m).old_points, 1) > 0 and coalesce((m).points, 0) > 0
  and ((m).old_reached_at is null or (m).reached_at >= (m).old_reached_at);

-- What one day is worth on one board; nothing for no day.
create function private.part_on(
  board public.boards, local_on date, exceptions jsonb, points integer, active boolean, restricted boolean,
  out part_points integer, out part_active integer, out part_restricted integer
)
language sql immutable
begin atomic
  select
    coalesce(case when cut.part is not null then (cut.part ->> 'points')::integer when held then points end, 0),
    coalesce(case when cut.part is not null then (cut.part ->> 'active')::boolean when held then active end, false)::integer,
    coalesce(
      case when cut.part is not null then (cut.part ->> 'restricted')::boolean when held then restricted end, false
    )::integer
  from (
    select
      exceptions -> (board).id::text as part,
      local_on >= (board).from_on and local_on <= coalesce((board).to_on, 'infinity') as held
  ) cut;
end;

drop function private.worth_on(public.athlete_days, public.boards);

-- The differences between old days and new ones go into every board whose window holds the day, those of one statement
-- together.
create function private.move_standings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  moves private.day_move[];
  m private.day_move;
begin
  -- While everything is made anew the boards are rebuilt afterwards, in the same transaction.
  if current_setting('b4m.rebuilding', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(row(
      n.athlete_id, n.local_on, null, null, null, null, null, n.points, n.active, n.restricted, n.reached_at, n.exceptions
    )::private.day_move)
    into moves
    from new_days n;
  elsif tg_op = 'UPDATE' then
    select array_agg(row(
      n.athlete_id, n.local_on, o.points, o.active, o.restricted, o.reached_at, o.exceptions, n.points, n.active,
      n.restricted, n.reached_at, n.exceptions
    )::private.day_move)
    into moves
    from old_days o
    join new_days n using (athlete_id, local_on)
    where (o.points, o.active, o.restricted, o.reached_at, o.exceptions)
      is distinct from (n.points, n.active, n.restricted, n.reached_at, n.exceptions);
  else
    select array_agg(row(
      o.athlete_id, o.local_on, o.points, o.active, o.restricted, o.reached_at, o.exceptions, null, null, null, null, null
    )::private.day_move)
    into moves
    from old_days o;
  end if;
  if moves is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(742051);

  with sums as (
    select
      more.athlete_id, more.board_id, s.place_key as old_key,
      coalesce(s.points, 0) + more.points as points, coalesce(s.active_days, 0) + more.active_days as active_days,
      coalesce(s.restricted_days, 0) + more.restricted_days as restricted_days,
      greatest(s.reached_at, more.reached_at) as reached_at
    from (
      select
        x.athlete_id, b.id as board_id, sum(x.points - coalesce(x.old_points, 0))::integer as points,
        sum(x.active::integer - coalesce(x.old_active, false)::integer)::integer as active_days,
        sum(x.restricted::integer - coalesce(x.old_restricted, false)::integer)::integer as restricted_days,
        max(x.reached_at) as reached_at
      from unnest(moves) x
      join public.boards b
        on b.closed_at is null and b.from_on <= x.local_on and (b.to_on is null or b.to_on >= x.local_on)
      where private.is_plain(x)
      group by x.athlete_id, b.id
    ) more
    left join public.standings s on s.athlete_id = more.athlete_id and s.board_id = more.board_id
    where s.place_key is not null or more.points > 0
  ),
  moved as materialized (
    select sums.*, private.place_key(points, active_days, reached_at) as new_key from sums
  ),
  written as (
    insert into public.standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
    select athlete_id, board_id, points, active_days, restricted_days, reached_at, new_key from moved
    on conflict (athlete_id, board_id) do update set
      points = excluded.points, active_days = excluded.active_days, restricted_days = excluded.restricted_days,
      reached_at = excluded.reached_at, place_key = excluded.place_key
  )
  insert into private.standing_changes (athlete_id, changes)
  select athlete_id, jsonb_agg(jsonb_build_array(board_id, old_key, new_key))
  from moved
  group by athlete_id;

  foreach m in array moves loop
    continue when private.is_plain(m);
    -- Points went away, or the day is cut by a season's border. The sums still move by differences alone, because other
    -- days of the same statement have their own turn; only the time at which the total was reached is looked up, and
    -- what those days will bring is in it already.
    with before as (
      select
        b.id as board_id, s.reached_at, s.place_key,
        coalesce(s.points, 0) + fresh.part_points - stale.part_points as sum_points,
        coalesce(s.active_days, 0) + fresh.part_active - stale.part_active as sum_active,
        coalesce(s.restricted_days, 0) + fresh.part_restricted - stale.part_restricted as sum_restricted
      from public.boards b
      left join public.standings s on s.athlete_id = m.athlete_id and s.board_id = b.id
      cross join lateral private.part_on(
        b, m.local_on, m.old_exceptions, m.old_points, m.old_active, m.old_restricted
      ) stale
      cross join lateral private.part_on(b, m.local_on, m.exceptions, m.points, m.active, m.restricted) fresh
      where b.closed_at is null and (stale.part_points > 0 or fresh.part_points > 0)
    ),
    after as (
      insert into public.standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
      select
        m.athlete_id, board_id, sum_points, sum_active, sum_restricted, reached.at,
        private.place_key(sum_points, sum_active, reached.at)
      from before
      cross join lateral (
        select coalesce(
          (
            select max(d.reached_at)
            from private.board_days d
            where d.board_id = before.board_id and d.athlete_id = m.athlete_id
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
      where s.athlete_id = m.athlete_id and s.board_id = before.board_id and sum_points = 0
    )
    insert into private.standing_changes (athlete_id, changes)
    select m.athlete_id, jsonb_agg(jsonb_build_array(board_id, before.place_key, after.place_key))
    from before
    left join after using (board_id)
    where before.place_key is distinct from after.place_key
    having count(*) > 0;
  end loop;
  return null;
end
$$;

create trigger days_added after insert on public.athlete_days
referencing new table as new_days for each statement execute function private.move_standings();

create trigger days_changed after update on public.athlete_days
referencing old table as old_days new table as new_days for each statement execute function private.move_standings();

create trigger days_removed after delete on public.athlete_days
referencing old table as old_days for each statement execute function private.move_standings();

-- What changes do to the records and days of some athletes, as domain/competition/plan.ts made it. Rows come as JSON with
-- their athlete_id: `put` of activities, `mark` { id, status, reason }, `days` of athlete_days, `emptied` { local_on };
-- null for none. Answers the athletes who were written: of those whose past, and of all when the boards, are no longer what
-- was read, nothing is.
create function private.apply_plans(
  athletes bigint[], seen_revisions bigint[], newest_board smallint, put json, mark json, remove bigint[], days json,
  emptied json
) returns bigint[]
language plpgsql
as $$
declare
  mine bigint[];
begin
  with bumped as (
    insert into private.athlete_revisions as r (athlete_id, revision)
    select athlete_id, seen + 1 from unnest(athletes, seen_revisions) as x (athlete_id, seen)
    -- In one order everywhere, so that two batches never wait for each other.
    order by athlete_id
    on conflict (athlete_id) do update set revision = excluded.revision where r.revision = excluded.revision - 1
    returning athlete_id
  )
  select coalesce(array_agg(athlete_id), '{}') into mine from bumped;
  -- From here to the commit no window moves and no season opens, so what is asked now stays true.
  perform pg_advisory_xact_lock_shared(742051);
  if newest_board is distinct from (select max(id) from public.boards) then
    return '{}';
  end if;

  if cardinality(remove) > 0 then
    delete from public.activities x where x.id = any(remove) and x.athlete_id = any(mine);
  end if;
  if put is not null then
    insert into public.activities (
      athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
      distance_m, elevation_m, five_minutes_kmh, top_kmh, manual, flagged, indoor, virtual, is_public, detail,
      received_at, status, reason, decision
    )
    select
      athlete_id, source, external_id, kind, sport, name, started_at, utc_offset_s, local_on, elapsed_s, moving_s,
      distance_m, elevation_m, five_minutes_kmh, top_kmh, manual, flagged, indoor, virtual, is_public, detail,
      received_at, status, reason, decision
    from json_populate_recordset(null::public.activities, put)
    where athlete_id = any(mine)
    on conflict (athlete_id, source, external_id) do update set
      kind = excluded.kind, sport = excluded.sport, name = excluded.name, started_at = excluded.started_at,
      utc_offset_s = excluded.utc_offset_s, local_on = excluded.local_on, elapsed_s = excluded.elapsed_s,
      moving_s = excluded.moving_s, distance_m = excluded.distance_m, elevation_m = excluded.elevation_m,
      five_minutes_kmh = excluded.five_minutes_kmh, top_kmh = excluded.top_kmh, manual = excluded.manual,
      flagged = excluded.flagged, indoor = excluded.indoor, virtual = excluded.virtual,
      is_public = excluded.is_public, detail = excluded.detail, status = excluded.status,
      reason = excluded.reason, decision = excluded.decision;
  end if;
  if mark is not null then
    update public.activities x set status = m.status, reason = m.reason
    from json_to_recordset(mark) m (athlete_id bigint, id bigint, status text, reason text)
    where x.id = m.id and x.athlete_id = m.athlete_id and x.athlete_id = any(mine);
  end if;
  if emptied is not null then
    delete from public.athlete_days d
    using json_to_recordset(emptied) e (athlete_id bigint, local_on date)
    where d.athlete_id = e.athlete_id and d.local_on = e.local_on and d.athlete_id = any(mine);
  end if;
  if days is not null then
    insert into public.athlete_days (
      athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines, exceptions
    )
    select
      athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines, exceptions
    from json_populate_recordset(null::public.athlete_days, days)
    where athlete_id = any(mine)
    on conflict (athlete_id, local_on) do update set
      points = excluded.points, active = excluded.active, moving_s = excluded.moving_s,
      distance_m = excluded.distance_m, reached_at = excluded.reached_at, restricted = excluded.restricted,
      ruleset = excluded.ruleset, lines = excluded.lines, exceptions = excluded.exceptions;
  end if;
  return mine;
end
$$;
