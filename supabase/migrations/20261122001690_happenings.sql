-- What happened, appended and never changed: the base of notices and feeds. The facts of one transaction are written by
-- triggers in that transaction, so that each is there exactly once, whoever causes it. Facts of order and milestones
-- follow within a minute (domain/competition/happenings/note.ts), because they depend on other athletes or on the whole
-- history. Kept for 35 days (domain/competition/happenings/forget.ts): nothing is stored here alone.
create table public.happenings (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Of an athlete: joined; the points of a day changed; put into a team; a step of a prize; a milestone; passed by
  -- another athlete in a season; first of a season; a session changed, or a spot in one opened up. Of a season: it began; it is over, and late activities still count;
  -- its results are frozen, and the winners are being checked; its prizes are awarded.
  kind text not null check (kind in (
    'joined', 'points', 'team', 'prize', 'milestone', 'passed', 'lead', 'event',
    'season-opened', 'season-closing', 'season-closed', 'season-checked'
  )),
  -- Null: about a season.
  athlete_id bigint references public.athletes (id) on delete cascade,
  -- The other athlete of a fact of order, so that it is told once. Never shown to anybody: the display rules decide who
  -- may see whom. Null after that account was deleted.
  other_id bigint references public.athletes (id) on delete set null,
  -- The day that it is about, in the athlete's time zone.
  local_on date,
  season_id integer references public.seasons (id) on delete cascade,
  -- points: { points, before }; team: { race, team, name, came }; prize: { prize, place, title, step, race };
  -- event: { event, on, step }, a step being canceled, moved or spot.
  -- milestone: { key, milestone, ... } with its amount (domain/competition/streaks/milestones.ts).
  data jsonb not null default '{}',
  check ((kind like 'season-%') = (athlete_id is null) and (athlete_id is null) = (local_on is null)),
  check (athlete_id is not null or season_id is not null)
);

-- A member's facts in their order: a writer of an athlete's order holds the athlete's revision, as uploads do.
create index happenings_by_athlete on public.happenings (athlete_id, id);

-- Once per pair, race and day.
create unique index happenings_of_order on public.happenings (other_id, athlete_id, season_id, local_on, kind)
where other_id is not null;

create unique index happenings_of_seasons on public.happenings (season_id, kind) where athlete_id is null;

create unique index happenings_of_milestones on public.happenings (athlete_id, (data ->> 'key')) where kind = 'milestone';

-- Rows are appended in the order of time, so that a range of it is found without an entry for each row.
create index happenings_by_time on public.happenings using brin (at);

-- Up to which change domain/competition/happenings/note.ts has read private.standing_changes and private.athlete_changes.
create table private.happenings_read (
  -- One row, which a reader locks.
  id smallint primary key default 1 check (id = 1),
  seen pg_snapshot not null
);

insert into private.happenings_read (seen) values (pg_current_snapshot());

create function private.note_joined() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.happenings (kind, athlete_id, local_on)
  select 'joined', n.id, (n.joined_at at time zone n.time_zone)::date from new_athletes n;
  return null;
end
$$;

create trigger joined after insert on public.athletes
referencing new table as new_athletes for each statement execute function private.note_joined();

create function private.note_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.happenings (kind, athlete_id, local_on, season_id, data)
  select 'team', n.athlete_id, n.from_on, r.season_id,
    jsonb_build_object('race', r.name, 'team', t.number, 'name', t.name, 'came', n.came)
  from new_members n
  join public.races r on r.id = n.race_id
  join public.teams t on t.id = n.team_id
  where n.athlete_id is not null
  order by n.id;
  return null;
end
$$;

create trigger put_into_team after insert on public.team_members
referencing new table as new_members for each statement execute function private.note_team();

-- A prize that moves leaves its place first: in between, the place is negative.
create function private.note_prize_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step text := case
    when new.status = 'withdrawn' then 'withdrawn'
    when tg_op = 'INSERT' or old.status = 'withdrawn' then 'awarded'
    when new.place > 0 and new.place <> abs(old.place) then 'moved'
    when new.status <> old.status then new.status
  end;
begin
  insert into public.happenings (kind, athlete_id, local_on, season_id, data)
  select 'prize', a.id, (stepped.at at time zone a.time_zone)::date, new.season_id,
    jsonb_build_object(
      'prize', new.id, 'place', case when new.race_id is null then abs(new.place) end, 'title', new.title, 'step', step,
      'race', (select r.name from public.races r where r.id = new.race_id)
    )
  from public.athletes a
  cross join lateral (
    select coalesce(
      case step when 'withdrawn' then new.withdrawn_at when 'claimed' then new.claimed_at
        when 'shipped' then new.shipped_at end,
      new.awarded_at
    ) as at
  ) stepped
  where a.id = new.athlete_id and step is not null;
  return null;
end
$$;

create trigger prize_awarded after insert on public.prizes for each row execute function private.note_prize_step();

create trigger prize_stepped after update on public.prizes
for each row when ((old.status, old.place) is distinct from (new.status, new.place))
execute function private.note_prize_step();

create function private.note_season_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.happenings (kind, season_id)
  select step.kind, new.id
  from (values
    ('season-opened', new.races_begun and not old.races_begun),
    ('season-closed', new.closed_at is not null and old.closed_at is null),
    ('season-checked', new.settled_at is not null and old.settled_at is null)
  ) as step (kind, taken)
  where step.taken
  on conflict do nothing;
  return null;
end
$$;

create trigger season_stepped after update on public.seasons
for each row when (
  (old.races_begun, old.closed_at, old.settled_at) is distinct from (new.races_begun, new.closed_at, new.settled_at)
) execute function private.note_season_step();

alter table public.happenings enable row level security;

revoke all on public.happenings from anon, authenticated;
revoke all on sequence public.happenings_id_seq from anon, authenticated;

grant select (id, at, kind, athlete_id, local_on, season_id, data) on public.happenings to authenticated;

create policy "the owner's" on public.happenings for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

revoke execute on function private.note_joined, private.note_team, private.note_prize_step, private.note_season_step
from public;
