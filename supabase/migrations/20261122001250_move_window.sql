-- Moves the window of a rolling board by one step toward `target`, in a transaction of its own: the next athletes, at most
-- `most`, who have points on the day that leaves the window lose what that day was worth. A window that stands still begins to
-- leave its first day with the first step. boards.slid_to says how far it came, so that any process goes on from there.
-- Answers the window after the step, and how long the step held the lock on it, in milliseconds: waiting for uploads that
-- hold the lock is not part of that.
create function private.move_window(
  board smallint, target date, most integer, out first_on date, out moved_to bigint, out held_ms double precision
)
language plpgsql
-- Planned once per connection, and always by the keys: a planner that does not know how many athletes a step has would read
-- the whole table for each.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- No athlete is asked for twice.
set enable_memoize = off
as $$
declare
  locked_at timestamptz;
  passed integer;
begin
  perform private.lock_window(board);
  locked_at := clock_timestamp();
  -- Another process may have come farther since.
  select b.from_on, b.slid_to into first_on, moved_to from public.boards b where b.id = board;
  if moved_to is null and first_on < target then
    first_on := first_on + 1;
    moved_to := 0;
    update public.boards set from_on = first_on, slid_to = moved_to where id = board;
    -- Every process reads the window again.
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
        s.ctid as place_of_row, s.place_key as old_key, s.points - l.points as points, s.active_days - l.active as active_days,
        s.restricted_days - l.restricted as restricted_days,
        -- The total was nearly always reached on a later day; only otherwise the other days are asked.
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
      -- By where the row lies: it was found by its key above, and nobody else writes it while the window is locked.
      where s.ctid = m.place_of_row and m.new_key is not null
    ),
    told as (
      insert into private.standing_changes (moves)
      select string_agg(private.packed_move(board, old_key, new_key), '') from moved
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

-- How many athletes the next step has, when one of so many held the lock for so long: a step aims at 40 ms, because uploads
-- wait as long. Below 200 athletes it would mostly be a commit, and more of them hold uploads up longer.
create function private.next_step(athletes integer, held_ms double precision) returns integer
language sql immutable parallel safe
return round(least(5000, greatest(200, athletes * least(2, 40 / greatest(held_ms, 1)))));

-- Moves the window toward `target`, step by step, each in a transaction of its own, for about a second.
-- domain/competition/boards/slide.ts calls it until the window stands where it should. The steps are here and not there, so
-- that between two of them nobody waits for Node.
--
-- No step but the last waits until it is flushed to disk. A crash of the server can lose the last fraction of a second of
-- them, as a whole and in order, boards.slid_to included, and then they are made again. What else commits meanwhile is
-- flushed together with every step before it. Processes that saw a lost step lose their connection as well and read the
-- boards again when they have a new one.
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
