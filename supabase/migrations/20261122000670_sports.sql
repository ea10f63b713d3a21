-- Maintains athletes.sport: the most frequent sport of an athlete's latest thirty counted activities. Activities of
-- services whose terms do not allow showing details to others are ignored (content/services.ts). Shown by
-- domain/competition/boards/standings.ts.
create function private.restricted_sources() returns text[]
language sql immutable parallel safe
return array['strava'];

create function private.note_sports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.athletes a
  set sport = most.kind
  from (
    -- Another activity of the current sport changes nothing.
    select distinct n.athlete_id
    from changed n
    join public.athletes known on known.id = n.athlete_id
    where n.kind is distinct from known.sport and n.kind <> 'transition' and n.status = 'counted'
      and n.source <> all (private.restricted_sources())
  ) news
  cross join lateral (
    select latest.kind
    from (
      select x.kind, x.started_at
      from public.activities x
      where x.athlete_id = news.athlete_id and x.kind <> 'transition' and x.status = 'counted'
        and x.source <> all (private.restricted_sources())
      order by x.started_at desc
      limit 30
    ) latest
    group by latest.kind
    order by count(*) desc, max(latest.started_at) desc
    limit 1
  ) most
  where a.id = news.athlete_id and a.sport is distinct from most.kind;
  return null;
end
$$;

create trigger sports_after_insert after insert on public.activities
referencing new table as changed for each statement execute function private.note_sports();

create trigger sports_after_update after update on public.activities
referencing new table as changed for each statement execute function private.note_sports();

revoke execute on function private.restricted_sources, private.note_sports from public;
