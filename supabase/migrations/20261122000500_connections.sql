-- Athletes' connections to services such as Strava, and how much of the services' request limits is used. Only the server
-- reads this. Written by domain/competition/intake/connections, apart from service_usage.
create table private.connections (
  -- A service of content/services.ts.
  source text not null,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  -- The athlete's id at the service. One account there belongs to at most one athlete.
  account_id text not null,
  -- Both tokens are encrypted with a key that is not in the database.
  access_token text not null,
  -- Null where the service has no such token.
  refresh_token text,
  -- Null when the service does not say when the access token ends.
  access_until timestamptz,
  scopes text not null,
  connected_at timestamptz not null,
  -- When the activities of the last weeks were last compared with the service's list. The comparison is a job of queue
  -- "source-sweep", added by domain/competition/intake/connections/sweep.ts and worked on in server/workers/sources.ts.
  swept_at timestamptz,
  primary key (source, athlete_id),
  unique (source, account_id)
);

create index connections_by_athlete on private.connections (athlete_id);

-- A connection that was begun and waits for the athlete's consent at the service. Usable once, within ten minutes.
create table private.connection_invitations (
  state_hash text primary key,
  source text not null,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  expires_at timestamptz not null
);

-- How much of an application's request limits all processes have used together: as the service last reported it, plus what
-- was counted since. Written by the service's adapter (adapters/sources/strava/allowance.ts).
create table private.service_usage (
  source text not null,
  -- Which of the service's limits; Strava has "overall" and "read".
  name text not null,
  -- The quarter of an hour and the day (UTC) that the counts are for.
  quarter_at timestamptz not null,
  quarter_limit integer not null,
  quarter_used integer not null,
  day_on date not null,
  day_limit integer not null,
  day_used integer not null,
  primary key (source, name)
);
