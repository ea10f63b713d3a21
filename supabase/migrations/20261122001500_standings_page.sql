-- One page of a board over the Data API, under the display policy: POST /rest/v1/rpc/standings { "board":
-- "last-14-days" }. after: the value of `next` in the last row of the page before, "<line>.<rank>.<place key>.<athlete
-- id>". credits: attributions that the terms of sources require with the points, such as "Polar". move: places gained
-- (or lost, below zero) since the end of the day before.
create function public.standings(board text, page_size integer default 50, after text default null)
returns table (
  rank bigint, move bigint, athlete text, name text, points integer, active_days smallint, next text, sample boolean,
  credits text[]
)
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
        left join public.series r on r.slug = s.series
        where b.slug = standings.board
          or (standings.board = r.board and now() >= s.opens_at and now() < s.closes_at)
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
    placed.line || '.' || placed.rank || '.' || placed.place_key || '.' || placed.athlete_id,
    placed.sample,
    placed.credits
  from placed
  order by placed.line;
end;

revoke all on function public.standings(text, integer, text) from public;

grant execute on function public.standings(text, integer, text) to anon, authenticated;
