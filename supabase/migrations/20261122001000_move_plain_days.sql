-- Adds the differences of plain days (private.is_plain) to every open board whose window includes them, in one
-- statement for all days that changed together. Days that are not plain are skipped.
create function private.move_plain_days(moves private.day_move[]) returns void
language plpgsql
as $$
begin
  with differences as (
    select
      m.athlete_id, b.id as board_id,
      sum(m.points - coalesce(m.old_points, 0))::integer as points,
      sum(m.active::integer - coalesce(m.old_active, false)::integer)::integer as active_days,
      sum(m.restricted::integer - coalesce(m.old_restricted, false)::integer)::integer as restricted_days,
      max(m.reached_at) as reached_at
    from unnest(moves) m
    join public.boards b
      on b.closed_at is null and (b.to_on is null or b.to_on >= m.local_on)
      and private.window_start(b, m.athlete_id) <= m.local_on
    where private.is_plain(m)
    group by m.athlete_id, b.id
  ),
  -- The new row of each athlete and board, with the place key that it replaces.
  totals as (
    select
      d.athlete_id, d.board_id, s.ctid as place_of_row, s.place_key as old_key,
      coalesce(s.points, 0) + d.points as points,
      coalesce(s.active_days, 0) + d.active_days as active_days,
      coalesce(s.restricted_days, 0) + d.restricted_days as restricted_days,
      greatest(s.reached_at, d.reached_at) as reached_at
    from differences d
    -- By primary key, one by one: there are few, regardless of the number of athletes.
    left join lateral (
      select ctid, place_key, points, active_days, restricted_days, reached_at from public.standings
      where athlete_id = d.athlete_id and board_id = d.board_id
      offset 0
    ) s on true
    where s.place_key is not null or d.points > 0
  ),
  placed as materialized (
    select totals.*, private.place_key(points, active_days, reached_at) as new_key from totals
  ),
  -- A separate update, because nearly all rows exist, and checking for a conflict costs more than the update itself.
  -- Rows are addressed by ctid: they were found by key above, and cannot be written concurrently, because the revisions
  -- of their athletes are claimed and no window can move.
  kept as (
    update public.standings s set
      points = p.points, active_days = p.active_days, restricted_days = p.restricted_days, reached_at = p.reached_at,
      place_key = p.new_key
    from placed p
    where s.ctid = p.place_of_row
  ),
  added as (
    insert into public.standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
    select athlete_id, board_id, points, active_days, restricted_days, reached_at, new_key from placed
    where old_key is null
    on conflict (athlete_id, board_id) do update set
      points = excluded.points, active_days = excluded.active_days, restricted_days = excluded.restricted_days,
      reached_at = excluded.reached_at, place_key = excluded.place_key
  )
  -- Read by domain/competition/boards/board.ts.
  insert into private.standing_changes (moves)
  select string_agg(private.packed_move(board_id, athlete_id, old_key, new_key), '') from placed
  having count(*) > 0;
end
$$;

revoke execute on function private.move_plain_days from public;
