-- Athletes' connections to services such as Strava, and the used share of the services' request limits. Read by the
-- server only. Written by domain/competition/intake/connections, apart from service_windows.
create table private.connections (
  -- A service of content/services.ts.
  source text not null,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  -- The athlete's id at the service. An account at a service belongs to at most one athlete.
  account_id text not null,
  -- Both tokens are encrypted with a key that is not in the database.
  access_token text not null,
  -- Null where the service has no such token.
  refresh_token text,
  -- Null if the service does not return an expiry of the access token.
  access_until timestamptz,
  scopes text not null,
  -- What the athlete agreed to show to others, word for word, where the service's terms ask for it (content/services.ts).
  consent_text text,
  connected_at timestamptz not null,
  -- When the activities of the last weeks were last compared with the service's list. The comparison is a job of queue
  -- "source-sweep", added by domain/competition/intake/connections/sweep.ts and worked on in server/workers/sources.ts.
  swept_at timestamptz,
  -- When the service last listed the athlete's activities, or issued the grant. Data from the connection is shown to
  -- others only for as long after this as the service's terms allow (content/services.ts).
  confirmed_at timestamptz not null default now(),
  -- Since when the service has refused the grant, or the stored copy could not be decrypted, so that the athlete has to
  -- reconnect. Null while the connection works. Data from the connection is deleted when the service's grace period
  -- after this instant ends.
  refused_at timestamptz,
  -- A refused grant is retried from this instant on, in case the refusal was the service's mistake.
  retry_at timestamptz,
  -- Since when the service's list has omitted so many activities that none is removed because of it, how many are
  -- missing, and how many are stored here. Null while the list is trusted.
  held_since timestamptz,
  held_missing integer,
  held_known integer,
  -- When an operator approved the removal: the next comparison removes the activities that the service no longer lists.
  released_at timestamptz,
  primary key (source, athlete_id),
  unique (source, account_id)
);

create index connections_by_athlete on private.connections (athlete_id);

-- A connection that was started and is awaiting the athlete's consent at the service. Usable once, within ten minutes.
create table private.connection_invitations (
  state_hash text primary key,
  source text not null,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  consent_text text,
  expires_at timestamptz not null
);

-- Services that refuse this site itself, regardless of the athlete. Operators are notified, and nothing is deleted. A
-- row is kept until the service accepts requests again. Written by domain/competition/intake/connections/alarm.ts.
create table private.service_alarms (
  source text not null,
  -- 'credentials', 'inactive', 'capacity' or 'unknown': ApplicationRefusal in ports/services.ts.
  because text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  refusals integer not null,
  primary key (source, because)
);

-- The health of each service, for operators. Written by domain/competition/intake/connections/health.ts.
create table private.service_health (
  source text primary key,
  -- When the service last sent a valid event, and when it last listed an athlete's activities, to the minute.
  event_at timestamptz,
  answered_at timestamptz,
  -- The last refusal: by the service of a request, or by the site of a call to the webhook.
  refused_at timestamptz,
  refusal text
);

-- Activities of a service that are not stored here, listed for their owner: the service returned or announced them
-- earlier but no longer returns them, or they were refused. Nothing of the activity itself is stored. Written by
-- domain/competition/intake/connections/withheld.ts.
create table public.withheld_activities (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  source text not null,
  -- A hash of the activity's id at the service, so that the row can be removed when the service returns the activity
  -- again.
  id_hash text not null,
  -- 'private': only its owner can see it at the service. 'missing': announced, but not found when fetched. 'gone':
  -- deleted at the service, or made private. 'refused': cannot be stored.
  reason text not null check (reason in ('private', 'missing', 'gone', 'refused')),
  -- Why it was refused, as a sentence without its subject.
  refusal text,
  noticed_at timestamptz not null,
  check ((reason = 'refused') = (refusal is not null)),
  primary key (athlete_id, source, id_hash)
);

-- When an object of a service was last read, kept for a day, so that an older response does not overwrite a newer one.
-- Written by domain/competition/intake/connections/newest-read.ts.
create table private.object_reads (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  source text not null,
  -- A hash of the object's id at the service.
  id_hash text not null,
  -- An instant before the request.
  read_at timestamptz not null,
  primary key (athlete_id, source, id_hash)
);

alter table public.withheld_activities enable row level security;

revoke all on public.withheld_activities from anon, authenticated;

grant select on public.withheld_activities to authenticated;

create policy "the owner's" on public.withheld_activities for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

-- The usage of an application's request limits by all processes together, one row per window: as last reported by the
-- service, plus the requests counted since. Written by adapters/sources/protocol/allowance.ts.
create table private.service_windows (
  source text not null,
  -- "15 minutes", "day"; "closed" while the service accepts no requests.
  name text not null,
  -- The start of the window, and its length.
  began_at timestamptz not null,
  seconds integer not null,
  most integer not null,
  used integer not null,
  primary key (source, name)
);
