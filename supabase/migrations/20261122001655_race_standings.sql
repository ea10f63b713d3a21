-- One page of a race other than the main ones over the Data API, as the viewer may see it (private.display): POST
-- /rest/v1/rpc/race_standings { "season": "monthly-2026-11", "race": "climb" }, with
-- "dates" as the season of a race with days of its own. after: the value of `next` in the last
-- row of the page before. The site's own Data API answers for a race that is running from the tables in memory
-- (domain/competition/seasons/race-standings.ts), with races of teams and of rise. Executed by the database, as behind a PostgREST or in
-- a Supabase project, it folds races of athletes from the stored days, and has those of teams and of rise, which are computed by
-- programs, once they are final. Final races are read from their results; one of
-- teams has none if one of its athletes was disqualified after that. A joint goal has none: each amount is its athlete's own. A value that the terms of its source do not allow to show is null, and so is
-- a team's total that would reveal what single members did.
create function public.race_standings(season text, race text, page_size integer default 50, after integer default 0)
returns table (
  rank bigint, athlete text, team text, name text, value integer, days integer, next integer, sample boolean,
  credits text[]
)
language sql stable security definer set search_path = ''
begin atomic
  with asked as (
    select r.*
    from public.races r
    left join public.seasons s on s.id = r.season_id
    where coalesce(s.slug, 'dates') = race_standings.season and r.name = race_standings.race
      and r.ended_at is null and r.entrants not in ('invited', 'together')
      -- As on the site: it means nothing while nearly everybody is new.
      and (not r.newcomers or (
        select count(distinct f.athlete_id) >= 10
        from public.season_results f join public.seasons e on e.id = f.season_id
        where e.to_on < coalesce(s.from_on, r.from_on)
      ))
  ),
  viewer as (
    select auth.uid() as id, private.apart_from(auth.uid()) as apart,
      exists (select from public.athletes where user_id = auth.uid()) as member,
      (select value from private.settings where settings.name = 'strava_display') as source_display
  ),
  lines as (
    select v.athlete_id, null::integer as team_id, null::integer as place, v.value, v.days::integer as days,
      null::integer as recorded, v.restricted, v.credits
    from asked
    cross join lateral private.race_values(asked::public.races, null) v
    where asked.closed_at is null and asked.entrants = 'athletes' and asked.metric <> 'rise' and v.days >= asked.least_days
    union all
    select f.athlete_id, f.team_id, case when f.team_id is not null then f.rank end, f.value, f.days, f.recorded, f.restricted,
      f.credits
    from asked
    join public.race_results f on f.race_id = asked.id
    where asked.closed_at is not null and not exists (
      select from public.disqualifications d
      where d.season_id = asked.season_id and (d.athlete_id = f.athlete_id or f.team_id is not null and exists (
        select from public.team_members m where m.race_id = asked.id and m.athlete_id = d.athlete_id and d.at > asked.closed_at
      ))
    )
  ),
  placed as (
    select l.*,
      coalesce(
        l.place::bigint, rank() over (order by l.value desc, case when asked.metric = 'rise' then 0 else l.days end desc)
      ) as rank,
      row_number() over (order by l.place, l.value desc, l.days desc, l.athlete_id, l.team_id)::integer as line
    from lines l cross join asked
  ),
  page as (
    select * from placed
    where line > greatest(coalesce(race_standings.after, 0), 0)
    order by line
    limit least(greatest(coalesce(race_standings.page_size, 50), 1), 100)
  ),
  shown as (
    select page.*, a.slug, a.display_name, coalesce(a.demo, false) as sample, t.name as team_name,
      coalesce(seen.name, false) as sees_name,
      -- A total of fewer than four members is for the team alone, as on the site.
      case when page.team_id is null then coalesce(seen.points, false)
        else page.recorded >= 4 and (viewer.member or viewer.source_display is not distinct from 'public' or not page.restricted)
      end as sees_value,
      case when page.team_id is null then coalesce(seen.days, false) else page.recorded >= 4 end as sees_days
    from page
    cross join viewer
    left join public.teams t on t.id = page.team_id
    left join public.athletes a on a.id = page.athlete_id
    left join lateral private.display(
      case
        when a.user_id = viewer.id then 'owner'
        when a.id = any (viewer.apart) then 'apart'
        when viewer.member then 'member'
        else 'anonymous'
      end,
      a.visibility, a.restricted_data, page.restricted, viewer.source_display
    ) seen on a.id is not null
  )
  select rank, case when sees_name then slug end, team_name, case when sees_name then display_name end,
    case when sees_value then value end, case when sees_value and sees_days then days end, line, sample,
    case when sees_value then credits end
  from shown
  order by line;
end;

revoke all on function public.race_standings(text, text, integer, integer) from public;

grant execute on function public.race_standings(text, text, integer, integer) to anon, authenticated;
