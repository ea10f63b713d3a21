-- Notifies every process of changes to data shown on pages, regardless of who made them: a message on the channel of
-- adapters/live/postgres.ts, "<topic>\n", sent on commit. PostgreSQL sends equal messages of a transaction once.
-- Changes made by every activity (athlete_days, standings) are not announced here, because commits that notify are
-- serialized: domain/competition/boards/board.ts reads private.standing_changes instead. Received by
-- server/http/live-pages/versions.ts and domain/competition/boards/live.ts.
create function private.tell_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('b4m_live', tg_argv[0] || chr(10));
  return null;
end
$$;

revoke execute on function private.tell_change from public;

-- Names, who may see them, and whether there are sample athletes.
create trigger told after insert or delete on public.athletes
for each row execute function private.tell_change('members');

create trigger told_again after update on public.athletes
for each row
when (
  (old.slug, old.display_name, old.visibility, old.demo, old.restricted_data, old.photo, old.look)
  is distinct from (new.slug, new.display_name, new.visibility, new.demo, new.restricted_data, new.photo, new.look)
)
execute function private.tell_change('members');

-- What members say and show on their page.
create trigger told after insert or update or delete on private.athlete_pages
for each statement execute function private.tell_change('members');

create trigger told after update on private.settings
for each row when (new.name = 'strava_display' and old.value <> new.value)
execute function private.tell_change('members');

-- Results, winners and prizes.
create trigger told after insert or update or delete on public.series
for each statement execute function private.tell_change('seasons');

create trigger told after insert or update or delete on public.seasons
for each statement execute function private.tell_change('seasons');

create trigger told after insert or update or delete on private.season_prizes
for each statement execute function private.tell_change('seasons');

create trigger told after insert or delete on private.sponsorships
for each statement execute function private.tell_change('seasons');

create trigger told after insert or update or delete on public.season_results
for each statement execute function private.tell_change('seasons');

create trigger told after insert or update or delete on public.disqualifications
for each statement execute function private.tell_change('seasons');

create trigger told after insert or update or delete on private.open_places
for each statement execute function private.tell_change('seasons');

-- A private race is on no page that is kept.
create trigger told after insert or update on public.races
for each row when (new.entrants <> 'invited') execute function private.tell_change('seasons');

create trigger told_of_deletion after delete on public.races
for each row when (old.entrants <> 'invited') execute function private.tell_change('seasons');

create trigger told after insert or update or delete on public.team_members
for each statement execute function private.tell_change('seasons');

create trigger told after insert or update or delete on public.prizes
for each statement execute function private.tell_change('seasons');

-- The archive of newsletters.
create trigger told after update on public.newsletter_issues
for each row
when ((old.published_at, old.in_archive) is distinct from (new.published_at, new.in_archive))
execute function private.tell_change('newsletters');

create trigger told_of_deletion after delete on public.newsletter_issues
for each row when (old.published_at is not null)
execute function private.tell_change('newsletters');

-- Free spots.
create trigger told after insert or update or delete on public.event_occurrences
for each statement execute function private.tell_change('events');
