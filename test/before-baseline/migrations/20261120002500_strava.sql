-- Athletes who connected their Strava account, and what its limits leave us. Nobody but the server reads here.
create table private.strava_connections (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  -- The athlete's id at Strava. One account there belongs to one athlete here.
  strava_id text not null unique,
  -- Encrypted (AES-256-GCM) with a key that is not in the database.
  access_token text not null,
  refresh_token text not null,
  access_until timestamptz not null,
  scopes text not null,
  connected_at timestamptz not null,
  -- When everything of the last weeks was last compared with Strava.
  swept_at timestamptz
);

-- A connection that was begun and waits for the athlete's word at Strava. Good once, for ten minutes.
create table private.strava_invitations (
  state_hash text primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  expires_at timestamptz not null
);

-- What all processes together have used of the application's allowance, as last heard from Strava and counted since.
create table private.strava_usage (
  name text primary key check (name in ('overall', 'read')),
  -- Quarters of an hour and days of UTC, in which the counts begin anew.
  quarter_at timestamptz not null,
  quarter_limit integer not null,
  quarter_used integer not null,
  day_on date not null,
  day_limit integer not null,
  day_used integer not null
);
