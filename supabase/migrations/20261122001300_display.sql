-- The display policy, in one place for every surface: pages, JSON, live changes, feeds, cards and the Data API.
-- viewer: 'owner', 'member' (signed in and joined), 'apart' (a member, but one of the two has blocked the other:
--   private.apart_from) or 'anonymous'. To a viewer who is apart, the athlete looks like one who is hidden.
-- visibility: the athlete's setting: 'public', 'members' or 'hidden'.
-- holds: athletes.restricted_data. An athlete who holds anything from a source whose terms allow showing it to its members
--   only (Strava) has no name for visitors on any surface.
-- restricted: whether part of the data on this surface comes from such a source. It is shown to members, and only to its
--   owner once the source has not confirmed it for longer than its terms allow.
-- source_display: the setting "strava_display"; with 'public' the operator lifts the restriction to members.
-- Returns which of these may be shown: the name, the points, the active days, and the details (kilometers, minutes, sports,
-- reasons).
create function private.display(
  viewer text, visibility text, holds text, restricted boolean, source_display text
)
returns table (name boolean, points boolean, days boolean, details boolean)
language sql immutable parallel safe
begin atomic
  select
    viewer = 'owner' or (named and not withheld),
    viewer = 'owner' or not withheld,
    viewer = 'owner' or not withheld,
    viewer = 'owner' or (named and not restricted)
  from (
    select
      viewer <> 'apart' and (visibility = 'public' or (visibility = 'members' and viewer = 'member'))
        and (among_all or holds = 'none') as named,
      restricted and (holds = 'unconfirmed' or not among_all) as withheld
    from (
      select viewer in ('member', 'apart') or source_display is not distinct from 'public' as among_all
    ) as audience
  ) as rule;
end;

-- The drawn figure of an athlete whose name is shown, "run.bun.2.4.1": the sport, if details of the training may be
-- shown, and the options chosen for the looks. Read by content/figures/looks.ts.
create function private.figure(sport text, look text, details boolean) returns text
language sql immutable parallel safe
return concat_ws('.', case when details then coalesce(sport, 'other') else 'other' end, look);

revoke execute on function private.figure from public;

revoke execute on function private.display from public;
