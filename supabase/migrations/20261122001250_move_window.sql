-- Moves the window of a rolling board by one step toward `target`, in a transaction of its own: the points of the day
-- that leaves the window are subtracted from the next athletes who have any, at most `most` of them. The first step
-- starts the removal of the window's first day. boards.slid_to records the progress, so that any process can continue.
-- Returns the window after the step, and how long the step held the lock on it, in milliseconds, not including the wait
-- for uploads that held the lock.
create function private.move_window(
  board smallint, target date, most integer, out first_on date, out moved_to bigint, out held_ms double precision
)
language plpgsql
-- Planned once per connection, and always with the indexes: without knowing how many athletes a step has, the planner
-- would scan the whole table for each.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- No athlete is looked up twice.
set enable_memoize = off
as $$
declare
  locked_at timestamptz;
  passed integer;
begin
  perform private.lock_window(board);
  locked_at := clock_timestamp();
  -- Another process may have advanced it further.
  select b.from_on, b.slid_to into first_on, moved_to from public.boards b where b.id = board;
  if moved_to is null and first_on < target then
    first_on := first_on + 1;
    moved_to := 0;
    update public.boards set from_on = first_on, slid_to = moved_to where id = board;
    -- Makes every process read the window again.
    insert into private.standing_changes (moves) values ('');
  end if;

  if moved_to is not null then
    with leaving as materialized (
      select d.athlete_id, d.points, d.active::integer as active, d.restricted::integer as restricted, d.reached_at
      from public.athlete_days d
      where d.local_on = first_on - 1 and d.athlete_id > moved_to
      order by d.athlete_id
      limit most
    ),
    sums as (
      select
        s.athlete_id, s.ctid as place_of_row, s.place_key as old_key, s.points - l.points as points,
        s.active_days - l.active as active_days, s.restricted_days - l.restricted as restricted_days,
        -- The total was nearly always reached on a later day; the other days are read only if it was not.
        case when s.reached_at > l.reached_at then s.reached_at else (
          select max(d.reached_at) from public.athlete_days d
          where d.athlete_id = s.athlete_id and d.local_on >= first_on
        ) end as reached_at
      from leaving l
      join public.standings s on s.athlete_id = l.athlete_id and s.board_id = board
      where l.points > 0
    ),
    moved as materialized (
      select *, case when points > 0 then private.place_key(points, active_days, reached_at) end as new_key from sums
    ),
    gone as (
      delete from public.standings s using moved m where s.ctid = m.place_of_row and m.new_key is null
    ),
    kept as (
      update public.standings s set
        points = m.points, active_days = m.active_days, restricted_days = m.restricted_days, reached_at = m.reached_at,
        place_key = m.new_key
      from moved m
      -- Addressed by ctid: the row was found by key above, and cannot be written concurrently while the window is
      -- locked.
      where s.ctid = m.place_of_row and m.new_key is not null
    ),
    told as (
      insert into private.standing_changes (moves)
      select string_agg(private.packed_move(board, athlete_id, old_key, new_key), '') from moved
      having count(*) > 0
    )
    select count(*), max(athlete_id) into passed, moved_to from leaving;

    if passed < most then
      moved_to := null;
      insert into private.standing_changes (moves) values ('');
    end if;
    update public.boards set slid_to = moved_to where id = board;
  end if;
  held_ms := date_part('epoch', clock_timestamp() - locked_at) * 1000;
end
$$;

-- The number of athletes for the next step, given the size of the last one and how long it held the lock. The target is
-- 40 ms, because uploads wait that long. Steps of fewer than 200 athletes would consist mostly of the commit, and their
-- number would delay uploads more.
create function private.next_step(athletes integer, held_ms double precision) returns integer
language sql immutable parallel safe
return round(least(5000, greatest(200, athletes * least(2, 40 / greatest(held_ms, 1)))));

-- Moves the window toward `target`, step by step, each in a transaction of its own, for about a second.
-- domain/competition/boards/slide.ts calls it until the window has reached the target. The loop is here rather than
-- there so that uploads never wait for Node between two steps.
--
-- Only the last step waits until it is flushed to disk. A crash of the server can lose the steps of the last fraction
-- of a second, completely and in order, including boards.slid_to; they are then repeated. Any other commit also flushes
-- every step before it. Processes that saw a lost step lose their connection in the crash too, and read the boards
-- again when they reconnect.
create procedure private.move_window_on(board smallint, target date, inout step integer)
language plpgsql
as $$
declare
  ends_at constant timestamptz := clock_timestamp() + interval '1 second';
  moved record;
begin
  loop
    select * into moved from private.move_window(board, target, step);
    step := private.next_step(step, moved.held_ms);
    exit when moved.moved_to is null and moved.first_on >= target or clock_timestamp() > ends_at;
    perform set_config('synchronous_commit', 'off', true);
    commit;
  end loop;
end
$$;

revoke execute on function private.move_window, private.next_step from public;
revoke execute on procedure private.move_window_on from public;
