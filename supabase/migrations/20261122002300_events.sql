-- Registrations for sessions of events. Only domain/events writes here.

-- One day of an event of content/events.ts; the row is created when the first person registers, or when an operator
-- changes the day. If a row exists, its start overrides the one in the content.
create table public.event_occurrences (
  event text not null,
  held_on date not null,
  starts_at timestamptz not null,
  spots integer not null check (spots > 0),
  taken integer not null default 0,
  -- An operator added this day to the schedule, changed its start, or canceled it.
  added boolean not null default false,
  moved_at timestamptz,
  called_off_at timestamptz,
  -- How often its start or state was changed: SEQUENCE of its calendar entry (RFC 5545, section 3.8.7.4).
  changes integer not null default 0,
  primary key (event, held_on),
  -- The last safeguard against overbooking, in case of a bug elsewhere.
  constraint spots_never_below_zero check (taken between 0 and spots)
);

create table public.event_signups (
  id uuid primary key default gen_random_uuid(),
  event text not null,
  held_on date not null,
  -- Null for people who gave a name and an address instead of signing in.
  user_id uuid references auth.users (id) on delete cascade,
  name text not null,
  -- Null for people who came without signing up and gave no address.
  email text check (email = lower(email)),
  -- 'unconfirmed' holds no spot yet; 'waiting' gets the next one that is given up.
  state text not null check (state in ('unconfirmed', 'going', 'waiting', 'cancelled')),
  asked_at timestamptz not null,
  -- When the spot, or the place in line, was taken.
  placed_at timestamptz,
  -- The order of the line, from private.event_places. Assigned while the occurrence's row is locked, so that nobody
  -- gets ahead of somebody who signed up earlier.
  place_no bigint,
  cancelled_at timestamptz,
  confirm_mailed_at timestamptz,
  reminded_at timestamptz,
  -- Guests brought along, who take up spots too.
  guests smallint not null default 0 check (guests between 0 and 5),
  -- Which of them came, by their number.
  guests_here smallint[] not null default '{}',
  walk_in boolean not null default false,
  checked_in_at timestamptz,
  -- SHA-256 of the token in the person's mails.
  manage_hash bytea not null unique,
  unique (event, held_on, email),
  foreign key (event, held_on) references public.event_occurrences (event, held_on)
);

create sequence private.event_places;

create index event_signups_waiting on public.event_signups (event, held_on, place_no) where state = 'waiting';
create index event_signups_user on public.event_signups (user_id) where user_id is not null;
create index event_signups_email on public.event_signups (email);

alter table public.event_occurrences enable row level security;
alter table public.event_signups enable row level security;
revoke all on public.event_occurrences, public.event_signups from anon, authenticated;

-- The number of free spots is public.
grant select on public.event_occurrences to anon, authenticated;
create policy "everybody" on public.event_occurrences for select to anon, authenticated using (true);

grant select (id, event, held_on, user_id, name, email, state, asked_at, placed_at, cancelled_at, reminded_at)
  on public.event_signups to authenticated;
create policy "the own spots" on public.event_signups for select to authenticated using (user_id = (select auth.uid()));
create policy "operators read" on public.event_signups for select to authenticated
using ((select auth.jwt() -> 'app_metadata' ->> 'role') in ('owner', 'helper'));

-- A session was canceled or moved: a fact for each athlete who has a spot or is waiting.
create function private.note_session_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.happenings (kind, athlete_id, local_on, data)
  select 'event', a.id, (coalesce(new.called_off_at, new.moved_at) at time zone a.time_zone)::date,
    jsonb_build_object(
      'event', new.event, 'on', new.held_on,
      'step', case when new.called_off_at is not null then 'canceled' else 'moved' end
    )
  from public.event_signups s join public.athletes a on a.user_id = s.user_id
  where s.event = new.event and s.held_on = new.held_on and s.state in ('going', 'waiting');
  return null;
end
$$;

-- Read by domain/notices/event-changes.ts.
create trigger session_changed after update on public.event_occurrences
for each row when (
  (old.called_off_at is null and new.called_off_at is not null)
  or (new.called_off_at is null and old.starts_at <> new.starts_at)
)
execute function private.note_session_change();

-- Somebody in line has a spot now.
create function private.note_spot() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.happenings (kind, athlete_id, local_on, data)
  select 'event', a.id, (new.placed_at at time zone a.time_zone)::date,
    jsonb_build_object('event', new.event, 'on', new.held_on, 'step', 'spot')
  from public.athletes a where a.user_id = new.user_id;
  return null;
end
$$;

create trigger spot_opened_up after update on public.event_signups
for each row when (old.state = 'waiting' and new.state = 'going') execute function private.note_spot();

revoke execute on function private.note_session_change, private.note_spot from public;
