-- The display policy, in one place for every surface: pages, JSON, live differences and the Data API.
-- viewer: 'owner', 'member' (signed in and joined) or 'anonymous'.
-- restricted: some of the points come from a source whose terms keep them among its members (Strava), unless the operator
-- set STRAVA_DISPLAY=public (source_display).
-- Answers what may be shown: the name, the points, the active days, and the details (kilometres, minutes, sports, reasons).
create function private.display(viewer text, visibility text, restricted boolean, source_display text)
returns table (name boolean, points boolean, days boolean, details boolean)
language sql immutable parallel safe
begin atomic
  select
    viewer = 'owner' or (seen and (not kept or viewer = 'member')),
    viewer = 'owner' or not kept or viewer = 'member',
    viewer = 'owner' or not kept or viewer = 'member',
    viewer = 'owner' or (seen and not restricted)
  from (
    select
      visibility = 'public' or (visibility = 'members' and viewer = 'member') as seen,
      restricted and source_display is distinct from 'public' as kept
  ) as rule;
end;

-- One page of a board under the display policy. `after` is the `next` of the last row of the page before.
create function public.standings(board text, page_size integer default 50, after text default null)
returns table (rank bigint, move integer, athlete text, name text, points integer, active_days smallint, next text)
language sql stable security definer set search_path = ''
begin atomic
  with viewer as (
    select case when exists (select from public.athletes where user_id = auth.uid()) then 'member' else 'anonymous' end as kind,
      (select value from private.settings where settings.name = 'strava_display') as source_display
  ),
  chosen as (
    select id from public.boards where slug = standings.board
  ),
  start as (
    select
      coalesce(split_part(standings.after, '.', 1)::bigint, 0) as line,
      coalesce(nullif(split_part(standings.after, '.', 2), '')::bigint, 0) as rank,
      coalesce(nullif(split_part(standings.after, '.', 3), '')::bigint, 9223372036854775807) as place_key,
      coalesce(nullif(split_part(standings.after, '.', 4), '')::bigint, 0) as athlete_id
  ),
  page as (
    select s.*
    from public.standings s, start
    where s.board_id = (select id from chosen)
      and (s.place_key < start.place_key or (s.place_key = start.place_key and s.athlete_id > start.athlete_id))
    order by s.place_key desc, s.athlete_id
    limit least(greatest(coalesce(standings.page_size, 50), 1), 100)
  ),
  placed as (
    select
      page.*,
      start.line + row_number() over (order by page.place_key desc, page.athlete_id) as line,
      case
        when page.place_key = start.place_key then start.rank
        else start.line + rank() over (order by page.place_key desc)
      end as rank
    from page, start
  )
  select
    placed.rank,
    case when shown.name then (yesterday.rank - placed.rank)::integer end,
    case when shown.name then a.slug end,
    case when shown.name then a.display_name end,
    case when shown.points then placed.points end,
    case when shown.days then placed.active_days end,
    placed.line || '.' || placed.rank || '.' || placed.place_key || '.' || placed.athlete_id
  from placed
  join public.athletes a on a.id = placed.athlete_id
  cross join viewer
  cross join lateral private.display(
    case when a.user_id = auth.uid() then 'owner' else viewer.kind end,
    a.visibility, placed.restricted_days > 0, viewer.source_display
  ) shown
  left join private.ranks_yesterday yesterday
    on yesterday.board_id = placed.board_id and yesterday.athlete_id = placed.athlete_id
  order by placed.place_key desc, placed.athlete_id;
end;

revoke all on function public.standings(text, integer, text) from public;

grant execute on function public.standings(text, integer, text) to anon, authenticated;
