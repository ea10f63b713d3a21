-- Athletes' connections to services such as Strava, and how much of the services' request limits is used. Only the server
-- reads this. Written by domain/competition/intake/connections, apart from service_windows.
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
  -- What the athlete agreed to show to others, word for word, where the service's terms ask for it (content/services.ts).
  consent_text text,
  connected_at timestamptz not null,
  -- When the activities of the last weeks were last compared with the service's list. The comparison is a job of queue
  -- "source-sweep", added by domain/competition/intake/connections/sweep.ts and worked on in server/workers/sources.ts.
  swept_at timestamptz,
  -- When the service last listed the athlete's activities, or gave the grant: what came through the connection is shown to
  -- others only so long after it as the service's terms allow (content/services.ts).
  confirmed_at timestamptz not null default now(),
  -- Since when the service has refused the grant, or our copy of it cannot be opened: the athlete has to connect again.
  -- Null while the connection works. When the service's grace after this instant ends, what came through it is deleted.
  refused_at timestamptz,
  -- A refused grant is tried again from then on, in case the refusal was the service's mistake.
  retry_at timestamptz,
  -- Since when the service's list leaves out so many activities that none is removed because of it, how many, and of how many
  -- that are stored here. Null while the list is believed.
  held_since timestamptz,
  held_missing integer,
  held_known integer,
  -- When an operator let leave what is missing: the next comparison removes what the service no longer has.
  released_at timestamptz,
  primary key (source, athlete_id),
  unique (source, account_id)
);

create index connections_by_athlete on private.connections (athlete_id);

-- A connection that was begun and waits for the athlete's consent at the service. Usable once, within ten minutes.
create table private.connection_invitations (
  state_hash text primary key,
  source text not null,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  consent_text text,
  expires_at timestamptz not null
);

-- That a service refuses this site itself, whoever the athlete is: operators are told, and nothing is deleted. A row stays
-- until the service answers again. Written by domain/competition/intake/connections/alarm.ts.
create table private.service_alarms (
  source text not null,
  -- 'credentials', 'inactive', 'capacity' or 'unknown': ApplicationRefusal in ports/services.ts.
  because text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  refusals integer not null,
  primary key (source, because)
);

-- How each service has been doing, for operators. Written by domain/competition/intake/connections/health.ts.
create table private.service_health (
  source text primary key,
  -- When it last sent a valid event, and last listed an athlete's activities, to the minute.
  event_at timestamptz,
  answered_at timestamptz,
  -- The last refusal: its answer to a request, or ours to what came to its webhook.
  refused_at timestamptz,
  refusal text
);

-- Activities of a service that are not stored here, for their owner's list: the service has shown or announced them and does
-- not show them now, or they were refused. Of the activity itself nothing is kept. Written by domain/competition/intake/connections/withheld.ts.
create table public.withheld_activities (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  source text not null,
  -- A hash of the activity's id at the service, so that the row goes when the activity is shown again.
  id_hash text not null,
  -- 'private': its owner alone sees it there. 'missing': announced, and not there when asked for. 'gone': it was deleted there,
  -- or made private. 'refused': it cannot be stored.
  reason text not null check (reason in ('private', 'missing', 'gone', 'refused')),
  -- Why it was refused, as a sentence without its subject.
  refusal text,
  noticed_at timestamptz not null,
  check ((reason = 'refused') = (refusal is not null)),
  primary key (athlete_id, source, id_hash)
);

-- When an object of a service was last read, for a day: an older answer is not stored over a newer one. Written by
-- domain/competition/intake/connections/newest-read.ts.
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

-- How much of an application's request limits all processes have used together, a row per window: as the service last
-- reported it, plus what was counted since. Written by adapters/sources/protocol/allowance.ts.
create table private.service_windows (
  source text not null,
  -- "15 minutes", "day"; "closed" while the service takes no requests.
  name text not null,
  -- When the window began, and how long it is.
  began_at timestamptz not null,
  seconds integer not null,
  most integer not null,
  used integer not null,
  primary key (source, name)
);
