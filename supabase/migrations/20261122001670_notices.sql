-- What a member asked to be told by mail about the competition. No row: nothing. Only domain/competition/notices writes here.
create table private.notice_wishes (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  -- Somebody moved ahead; a season ends; a prize waits to be claimed.
  passed boolean not null,
  season_ends boolean not null,
  prize_waits boolean not null,
  asked_at timestamptz not null,
  -- SHA-256 of the token in the unsubscribe link.
  manage_hash bytea not null unique
);

-- One mail per member and local day at most, however many processes and runs: the key says so.
create table private.notices (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  primary key (athlete_id, local_on)
);
