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

-- The address under which the running season of a series has its board.
create function private.running_board(series text) returns text
language sql immutable parallel safe
return case series when 'monthly' then 'this-month' when 'fortnightly' then 'this-fortnight' end;

-- A stretch of a board in the order of the places, as the viewer (an account, null for nobody) may see it: at most
-- `page_size` rows behind the given place. `as_member` shows it as to any member. The rank is left to the caller, who knows how many stand before.
create function private.board_page(
  board smallint,
  viewer uuid,
  page_size integer,
  behind_key bigint default 9223372036854775807,
  behind_athlete bigint default 0,
  as_member boolean default null
) returns table (
  athlete_id bigint, place_key bigint, key text, mine boolean, slug text, name text, points integer, active_days smallint,
  active_on date[], rank_yesterday integer
)
language sql stable
begin atomic
  with page as (
    select s.*
    from public.standings s
    where s.board_id = board_page.board
      and s.place_key <= behind_key and (s.place_key < behind_key or s.athlete_id > behind_athlete)
    order by s.place_key desc, s.athlete_id
    limit page_size
  )
  select
    page.athlete_id,
    page.place_key,
    left(md5(a.secret || '.' || page.board_id), 16),
    coalesce(a.user_id = viewer, false),
    case when shown.name then a.slug end,
    case when shown.name then a.display_name end,
    case when shown.points then page.points end,
    case when shown.days then page.active_days end,
    case when shown.days then array(
      select d.local_on
      from private.board_days d
      where d.board_id = page.board_id and d.athlete_id = page.athlete_id and d.active
      order by d.local_on
    ) end,
    case when shown.name then yesterday.rank end
  from page
  join public.athletes a on a.id = page.athlete_id
  cross join lateral private.display(
    case
      when a.user_id = viewer then 'owner'
      when coalesce(as_member, exists (select from public.athletes where user_id = viewer)) then 'member'
      else 'anonymous'
    end,
    a.visibility,
    page.restricted_days > 0,
    (select value from private.settings where settings.name = 'strava_display')
  ) shown
  left join private.ranks_yesterday yesterday
    on yesterday.board_id = page.board_id and yesterday.athlete_id = page.athlete_id
  order by page.place_key desc, page.athlete_id;
end;

-- One page of a board for everybody, under the display policy: POST /rest/v1/rpc/standings { "board": "last-14-days" }.
-- `after` is the `next` of the last row of the page before.
create function public.standings(board text, page_size integer default 50, after text default null)
returns table (rank bigint, move bigint, athlete text, name text, points integer, active_days smallint, next text)
language sql stable security definer set search_path = ''
begin atomic
  with start as (
    select
      coalesce(split_part(standings.after, '.', 1)::bigint, 0) as line,
      coalesce(nullif(split_part(standings.after, '.', 2), '')::bigint, 0) as rank,
      coalesce(nullif(split_part(standings.after, '.', 3), '')::bigint, 9223372036854775807) as place_key,
      coalesce(nullif(split_part(standings.after, '.', 4), '')::bigint, 0) as athlete_id
  ),
  placed as (
    select
      page.*,
      start.line + row_number() over (order by page.place_key desc, page.athlete_id) as line,
      case
        when page.place_key = start.place_key then start.rank
        else start.line + rank() over (order by page.place_key desc)
      end as rank
    from start
    cross join lateral private.board_page(
      (
        select b.id
        from public.boards b
        left join public.seasons s on s.id = b.season_id
        where b.slug = standings.board
          or (standings.board = private.running_board(s.series) and now() >= s.opens_at and now() < s.closes_at)
      ),
      auth.uid(),
      least(greatest(coalesce(standings.page_size, 50), 1), 100),
      start.place_key,
      start.athlete_id
    ) page
  )
  select
    placed.rank,
    placed.rank_yesterday - placed.rank,
    placed.slug,
    placed.name,
    placed.points,
    placed.active_days,
    placed.line || '.' || placed.rank || '.' || placed.place_key || '.' || placed.athlete_id
  from placed
  order by placed.line;
end;

revoke all on function public.standings(text, integer, text) from public;

grant execute on function public.standings(text, integer, text) to anon, authenticated;
