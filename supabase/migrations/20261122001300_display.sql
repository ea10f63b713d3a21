-- The display policy, in one place for every surface: pages, JSON, live changes and the Data API.
-- viewer: 'owner', 'member' (signed in and joined) or 'anonymous'.
-- visibility: what the athlete chose: 'public', 'members' or 'hidden'.
-- restricted: whether some of the points come from a source whose terms allow showing them to its members only (Strava).
-- source_display: the setting "strava_display"; with 'public' the operator lifts that restriction for the points.
-- Returns which of these may be shown: the name, the points, the active days, and the details (kilometres, minutes, sports,
-- reasons).
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

-- The address of the season of a series that is open now: /competition/this-month. content/competitions.ts names the same.
create function private.running_board(series text) returns text
language sql immutable parallel safe
return case series when 'monthly' then 'this-month' when 'fortnightly' then 'this-fortnight' end;

revoke execute on function private.display, private.running_board from public;
