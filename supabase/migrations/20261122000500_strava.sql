-- Athletes who connected their Strava account, and how much of the request limits is used. Only the server reads this.
create table private.strava_connections (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  -- The athlete's id at Strava. One Strava account belongs to at most one athlete.
  strava_id text not null unique,
  -- Both tokens are encrypted with a key that is not in the database.
  access_token text not null,
  refresh_token text not null,
  access_until timestamptz not null,
  scopes text not null,
  connected_at timestamptz not null,
  -- When the activities of the last weeks were last compared with Strava's list. The comparison is a job of queue
  -- "strava-sweep", added by domain/competition/intake/strava/sweep.ts and worked on in server/workers/strava.ts.
  swept_at timestamptz
);

-- A connection that was begun and waits for the athlete's consent at Strava. Usable once, within ten minutes.
create table private.strava_invitations (
  state_hash text primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  expires_at timestamptz not null
);

-- How much of the application's request limits all processes have used together: as Strava last reported it, plus what
-- was counted since (adapters/sources/strava/allowance.ts).
create table private.strava_usage (
  name text primary key check (name in ('overall', 'read')),
  -- The quarter of an hour and the day (UTC) that the counts are for.
  quarter_at timestamptz not null,
  quarter_limit integer not null,
  quarter_used integer not null,
  day_on date not null,
  day_limit integer not null,
  day_used integer not null
);
