-- The trigger that applies every change of athlete_days to the boards, in the transaction of the change. It runs once
-- per statement, for all days of the statement together. Days are written by private.apply_plans
-- (domain/competition/scoring/ingest.ts). The changes are written to private.standing_changes, which
-- domain/competition/boards/board.ts reads.
create function private.move_standings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  moves private.day_move[];
  m private.day_move;
begin
  -- domain/competition/recompute.ts sets this while it recomputes all days; it rebuilds the boards afterwards,
  -- in the same transaction.
  if current_setting('b4m.rebuilding', true) = 'on' then
    return null;
  end if;

  -- 1. Collect what changed.
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

  -- 2. Prevent windows from moving until the commit.
  perform pg_advisory_xact_lock_shared(private.boards_lock());
  perform pg_advisory_xact_lock_shared(private.windows_lock(), id)
  from (select id from public.boards where days is not null order by id) rolling;

  -- 3. Apply the changes to the boards.
  perform private.move_plain_days(moves);
  foreach m in array moves loop
    continue when private.is_plain(m);
    perform private.move_cut_day(m);
  end loop;

  -- 4. Write down that the points changed; not of an athlete whose account is being deleted.
  insert into public.happenings (kind, athlete_id, local_on, data)
  select 'points', x.athlete_id, x.local_on,
    jsonb_build_object('points', coalesce(x.points, 0), 'before', coalesce(x.old_points, 0))
  from unnest(moves) x
  where coalesce(x.points, 0) <> coalesce(x.old_points, 0)
    and (tg_op <> 'DELETE' or exists (select from public.athletes a where a.id = x.athlete_id));
  return null;
end
$$;

create trigger days_added after insert on public.athlete_days
referencing new table as new_days for each statement execute function private.move_standings();

create trigger days_changed after update on public.athlete_days
referencing old table as old_days new table as new_days for each statement execute function private.move_standings();

create trigger days_removed after delete on public.athlete_days
referencing old table as old_days for each statement execute function private.move_standings();

revoke execute on function private.move_standings from public;
