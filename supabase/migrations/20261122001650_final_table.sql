-- Lines of a season's final table as any visitor may see them, at most `page_size` after the line `behind`. Athletes
-- who were disqualified are not in it, and the ranks of the others are counted without them. Read by
-- domain/competition/seasons/results.ts.
create function private.final_table(season integer, behind integer, page_size integer)
returns table (line integer, rank bigint, name text, athlete text, points integer, active_days smallint, sample boolean,
  credits text[])
language sql stable
begin atomic
  with disqualified as (
    select r.athlete_id, r.rank
    from public.disqualifications d
    join public.season_results r on r.season_id = d.season_id and r.athlete_id = d.athlete_id
    where d.season_id = final_table.season
  )
  select
    r.line,
    r.rank - (select count(*) from disqualified where disqualified.rank < r.rank),
    case when shown.name then a.display_name end,
    case when shown.name then a.slug end,
    case when shown.points then r.points end,
    case when shown.days then r.active_days end,
    coalesce(a.demo, false),
    case when shown.points then r.credits end
  from public.season_results r
  left join public.athletes a on a.id = r.athlete_id
  left join lateral private.display(
    'anonymous',
    coalesce(a.visibility, 'hidden'),
    coalesce(a.restricted_data, 'none'),
    r.restricted_days > 0,
    (select value from private.settings where settings.name = 'strava_display')
  ) shown on true
  where r.season_id = final_table.season and r.line > behind
    and not exists (select from disqualified where disqualified.athlete_id = r.athlete_id)
  order by r.line
  limit page_size;
end;

revoke execute on function private.final_table from public;
