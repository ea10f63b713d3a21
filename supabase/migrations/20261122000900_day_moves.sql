-- Types and functions used by the three functions in the following files.

-- The change of one day: its values before and after. The values of one side are null if there was or is no row.
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

-- Whether the sums of a board can simply be changed by the difference: the day has no exceptions before or after, it
-- has points both before and after, and the total is not reached earlier than before.
create function private.is_plain(m private.day_move) returns boolean
language sql immutable
return (m).old_exceptions is null and (m).exceptions is null
  and coalesce((m).old_points, 1) > 0 and coalesce((m).points, 0) > 0
  and ((m).old_reached_at is null or (m).reached_at >= (m).old_reached_at);

-- The value of one day on one board: its exception for this board if it has one; otherwise the whole day if the board's
-- window includes it; otherwise zero.
create function private.part_on(
  board public.boards, athlete_id bigint, local_on date, exceptions jsonb, points integer, active boolean, restricted boolean,
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
      local_on >= private.window_start(board, athlete_id) and local_on <= coalesce((board).to_on, 'infinity') as held
  ) cut;
end;

revoke execute on function private.is_plain, private.part_on from public;
