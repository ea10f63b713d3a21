-- Rows of a board in the order of their places, as the viewer may see them (private.display): at most `page_size` rows
-- behind the given place. viewer: an account, null for visitors. as_member: true shows the page as any member sees it,
-- false as a visitor does; null decides by the viewer. The caller adds the ranks, because it knows how many rows are
-- ahead (domain/competition/boards/standings.ts).
create function private.board_page(
  board smallint,
  viewer uuid,
  page_size integer,
  behind_key bigint default 9223372036854775807,
  behind_athlete bigint default 0,
  as_member boolean default null
) returns table (
  athlete_id bigint, place_key bigint, key text, mine boolean, slug text, name text, points integer, active_days smallint,
  active_on date[], rank_yesterday integer, sample boolean, photo uuid, figure text, credits text[]
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
    case when shown.name then private.rank_yesterday(page.board_id, page.athlete_id) end,
    a.demo,
    case when shown.name then a.photo end,
    case when shown.name then private.figure(a.sport, a.look, shown.details) end,
    -- The sources of points are credited even in rows without a name.
    case when shown.points then array(
      select distinct credit
      from private.board_days d, unnest(d.credits) credit
      where d.board_id = page.board_id and d.athlete_id = page.athlete_id and d.credits is not null
      order by credit
    ) end
  from page
  join public.athletes a on a.id = page.athlete_id
  cross join lateral private.display(
    case
      when a.user_id = viewer then 'owner'
      when a.id = any ((select private.apart_from(viewer))::bigint[]) then 'apart'
      when coalesce(as_member, exists (select from public.athletes where user_id = viewer)) then 'member'
      else 'anonymous'
    end,
    a.visibility,
    a.restricted_data,
    page.restricted_days > 0,
    (select value from private.settings where settings.name = 'strava_display')
  ) shown
  order by page.place_key desc, page.athlete_id;
end;

revoke execute on function private.board_page from public;
