-- The email notices about the competition that a member has subscribed to. No row: none. Only
-- domain/competition/notices writes here.
create table private.notice_wishes (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  -- Another athlete moved ahead; a season ends; a prize is waiting to be claimed.
  passed boolean not null,
  season_ends boolean not null,
  prize_waits boolean not null,
  asked_at timestamptz not null,
  -- SHA-256 of the token in the unsubscribe link.
  manage_hash bytea not null unique
);

-- The primary key limits mails to one per member and local day, regardless of the number of processes and runs.
create table private.notices (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  primary key (athlete_id, local_on)
);
