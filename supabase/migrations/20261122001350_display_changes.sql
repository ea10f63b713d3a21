-- The content of a board can change without a change of points: a name, the owner's visibility setting, data held from
-- a service. Such a change is a row of private.standing_changes without moves, so that every process discards its
-- cached boards within the same time as after a change of points, even if a notification is lost
-- (domain/competition/boards/board.ts). A figure's sport changes with the points of the workout that changes it.

create function private.note_shown_athlete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.standing_changes (moves) values ('');
  return null;
end
$$;

create trigger shown_differently
after update of slug, display_name, visibility, restricted_data, demo, photo, look, birth_year, category on public.athletes
for each row when (
  (
    old.slug, old.display_name, old.visibility, old.restricted_data, old.demo, old.photo, old.look, old.birth_year, old.category
  ) is distinct from (
    new.slug, new.display_name, new.visibility, new.restricted_data, new.demo, new.photo, new.look, new.birth_year, new.category
  )
) execute function private.note_shown_athlete();

-- A day can get the same points from another source: its attributions change, and the standings do not.
create function private.note_credited_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.standing_changes (moves) values ('');
  return null;
end
$$;

create trigger day_credited after update on public.athlete_days
for each row when (old.credits is distinct from new.credits)
execute function private.note_credited_day();

revoke execute on function private.note_credited_day from public;

create function private.note_display_policy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.standing_changes (moves) values ('');
  return null;
end
$$;

create trigger policy_changed after update on private.settings
for each row when (new.name = 'strava_display' and old.value is distinct from new.value)
execute function private.note_display_policy();

revoke execute on function private.note_shown_athlete, private.note_display_policy from public;
