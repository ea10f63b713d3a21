-- Applies one day that is not plain (private.is_plain) to every open board on which it had or has points: points were
-- removed, or a season opens or closes on that day. The sums still change by the difference alone, because the other
-- days of the same statement are applied separately. Only the time at which the total was reached is looked up in
-- athlete_days, where those other days are already stored.
create function private.move_cut_day(m private.day_move) returns void
language plpgsql
as $$
begin
  with before as (
    select
      b.id as board_id, s.reached_at, s.place_key,
      coalesce(s.points, 0) + new_part.part_points - old_part.part_points as sum_points,
      coalesce(s.active_days, 0) + new_part.part_active - old_part.part_active as sum_active,
      coalesce(s.restricted_days, 0) + new_part.part_restricted - old_part.part_restricted as sum_restricted
    from public.boards b
    left join public.standings s on s.athlete_id = m.athlete_id and s.board_id = b.id
    cross join lateral private.part_on(
      b, m.athlete_id, m.local_on, m.old_exceptions, m.old_points, m.old_active, m.old_restricted
    ) old_part
    cross join lateral private.part_on(
      b, m.athlete_id, m.local_on, m.exceptions, m.points, m.active, m.restricted
    ) new_part
    where b.closed_at is null and (old_part.part_points > 0 or new_part.part_points > 0)
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
  removed as (
    delete from public.standings s
    using before
    where s.athlete_id = m.athlete_id and s.board_id = before.board_id and sum_points = 0
  )
  -- Read by domain/competition/boards/board.ts.
  insert into private.standing_changes (moves)
  select string_agg(private.packed_move(board_id, m.athlete_id, before.place_key, after.place_key), '')
  from before
  left join after using (board_id)
  -- Even if the place is unchanged, because whether visitors may see the row may have changed.
  where before.place_key is not null or after.place_key is not null
  having count(*) > 0;
end
$$;

revoke execute on function private.move_cut_day from public;
