-- Activities as their sources describe them, and what they earn on each day. Written by domain/competition only:
-- domain/competition/scoring/ingest.ts calls private.apply_plans, which writes all three tables in one transaction.
create table public.activities (
  id bigint generated always as identity primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  -- 'file', 'demo', or a service of content/services.ts, which is the only list of them: intake/parse.ts refuses others.
  source text not null,
  external_id text not null,
  kind text not null,
  sport text not null,
  name text,
  started_at timestamptz not null,
  -- The athlete's offset from UTC at the start, in seconds.
  utc_offset_s integer not null,
  -- The offset reported by the source, if it was replaced because it matches neither the location nor the account.
  told_offset_s integer,
  -- The athlete's calendar day at the start: the day that the activity counts for.
  local_on date not null,
  elapsed_s integer not null check (elapsed_s >= 0),
  moving_s integer not null check (moving_s >= 0),
  distance_m integer not null check (distance_m >= 0),
  elevation_m real,
  -- The fastest five minutes and the highest speed, in km/h.
  five_minutes_kmh real,
  top_kmh real,
  manual boolean not null default false,
  flagged boolean not null default false,
  indoor boolean not null default false,
  virtual boolean not null default false,
  is_public boolean not null default true,
  detail integer not null default 0,
  -- When it was first received. Receiving it again changes this only if it had been received before the activity ended.
  received_at timestamptz not null,
  status text not null check (status in ('counted', 'review', 'excluded')),
  -- A key of `reasons` in content/competitions.ts.
  reason text not null,
  -- An operator's decision, which overrides the rules.
  decision text check (decision in ('count', 'decline')),
  -- Computed from the positions alone: the seconds that they cover and the meters between them. Null if the source has
  -- none.
  track_s integer check (track_s >= 0),
  track_m integer check (track_m >= 0),
  -- The parts of moving_s and distance_m that count, if less than all, because the track shows less or another record
  -- of the athlete covers part of the same time.
  counted_s integer check (counted_s >= 0),
  counted_m integer check (counted_m >= 0),
  -- The id of an earlier activity that shows the same recording. No foreign key: the column records the match found on
  -- arrival, and is kept until an operator decides. 0 when both arrived in one step.
  twin_of bigint,
  -- The attribution that must be shown with it: "Polar", "Garmin Forerunner 965". Null for sources whose terms require
  -- none.
  credit text check (length(credit) between 1 and 120),
  -- Where its track begins and ends: latitude and longitude in ten-thousandths of a degree, and seconds from its start.
  -- Null without a track, and for a track that is not in a real location.
  ends integer[] check (cardinality(ends) = 6),
  -- The fastest quarter of an hour uphill: meters per hour, and the mean heart rate during it.
  climb_mph real,
  climb_bpm real,
  -- The device that recorded it, if the source names it: the model as text, and a keyed hash of model and serial
  -- number, which reveals only whether two activities come from the same device.
  recorder_model text check (length(recorder_model) between 1 and 120),
  recorder_key text check (length(recorder_key) between 1 and 64),
  unique (athlete_id, source, external_id)
);

create index activities_by_time on public.activities (athlete_id, started_at);

create index activities_in_review on public.activities (received_at) where status = 'review';

-- The original files of recordings, private to their owner. The bytes are in `World.files` under
-- "recordings/<athlete_id>/<sha256>"; only domain/competition/originals writes either. An activity uses a file when its
-- source is 'file' and its external_id is "<content_id>#<leg>".
create table public.recording_files (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  -- Of the unpacked content, so that the same recording is stored once, compressed or not.
  content_id text not null check (length(content_id) between 1 and 100),
  -- Of the bytes as uploaded.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The file's name in the import: "export.zip/activities/12.fit.gz".
  name text not null,
  size bigint not null check (size >= 0),
  -- When it was last uploaded.
  stored_at timestamptz not null,
  primary key (athlete_id, content_id)
);

-- Finds the same file of another athlete.
create index recording_files_by_content on public.recording_files (content_id);

-- Fingerprints of the samples of activities (primitives/samples.ts), by which the same recording is recognized even
-- with a different clock. Stored in a separate table because nothing reads them through the Data API and an activity
-- without samples needs no space for them. `place` is a cell of domain/competition/scoring/cells.ts: the same track
-- lies in one of few cells and is about as long. The sketch (sketch.ts) describes its shape in eight bytes. The index
-- includes it, so that a lookup skips the other rows of its cells without reading them. `keys` describe some windows of
-- the track and of the heart rates (windows.ts), by which partial copies, and recordings without a track, are found;
-- they are negative, and few per recording.
create table private.fingerprints (
  activity_id bigint primary key references public.activities (id) on delete cascade,
  place integer,
  place_sketch bigint check ((place_sketch is null) = (place is null)),
  keys integer[] not null,
  span_s integer not null,
  samples bytea not null check (octet_length(samples) <= 1500)
);

create index fingerprints_by_place on private.fingerprints (place, span_s) include (place_sketch, activity_id)
where place is not null;

-- With fastupdate, each lookup would also scan the list of pending entries.
create index fingerprints_by_key on private.fingerprints using gin (keys) with (fastupdate = off)
where keys <> '{}';

-- The fingerprints that were stored recently, one row per call of private.apply_plans. The planner searches the indexes
-- first, without a lock; under the locks, only the rows stored since then are compared. `seen` in private.stored_since
-- identifies those rows, in whatever order transactions commit. Rows older than two hours are removed by
-- domain/competition/maintain.ts.
create table private.stored_prints (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  cells integer[] not null,
  sketches bigint[] not null,
  spans integer[] not null,
  keys integer[] not null
);

create index stored_prints_by_xid on private.stored_prints (xid);

-- The sum of the differences of the eight bytes.
create function private.sketch_distance(a bigint, b bigint) returns bigint
language sql immutable parallel safe
return abs((a & 255) - (b & 255)) + abs((a >> 8 & 255) - (b >> 8 & 255)) + abs((a >> 16 & 255) - (b >> 16 & 255))
  + abs((a >> 24 & 255) - (b >> 24 & 255)) + abs((a >> 32 & 255) - (b >> 32 & 255))
  + abs((a >> 40 & 255) - (b >> 40 & 255)) + abs((a >> 48 & 255) - (b >> 48 & 255))
  + abs((a >> 56 & 255) - (b >> 56 & 255));

-- Candidate recordings for the lookups (lookupsOf in domain/competition/scoring/cells.ts): in one of the cells, about
-- as long, and with a similar sketch; or that have one of the keys (probesOf in windows.ts). A recording that several
-- lookups reach is returned for each of them. Each lookup is one element of every array: parsing the same number of
-- JSON objects took longer than the lookup itself. `apart` orders those of cells by the difference of their sketches, and
-- those of keys, whose values are negative, by the number of matching keys, and then by how rare these are: a key of one
-- stored recording tells it from all others, and the heart rates of a popular workout are stored under the same keys
-- hundreds of times.
create function private.possible_twins(
  recordings integer[], cells integer[], sketches bigint[], leasts integer[], mosts integer[], place_tolerance integer,
  probing integer[], probes text[]
) returns table (recording integer, activity_id bigint, apart double precision)
language sql stable
begin atomic
  select l.recording, p.activity_id, private.sketch_distance(p.place_sketch, l.sketch)::double precision
  from unnest(recordings, cells, sketches, leasts, mosts) as l (recording, cell, sketch, least, most)
  -- Uses the index for each lookup: there are few lookups, regardless of the number of recordings.
  cross join lateral (
    select activity_id, place_sketch from private.fingerprints
    where place = l.cell and span_s between l.least and l.most
      and private.sketch_distance(place_sketch, l.sketch) <= place_tolerance
    offset 0
  ) p
  union all
  select matching.recording, matching.activity_id, -count(*) - avg(1.0::double precision / matching.stored) / 2
  from (
    select l.recording, p.activity_id, count(*) over (partition by l.recording, k.key) as stored
    from unnest(probing, probes) as l (recording, keys)
    cross join lateral (
      select f.activity_id, f.keys from private.fingerprints f
      where f.keys && l.keys::integer[] and f.keys <> '{}'
      offset 0
    ) p
    cross join lateral unnest(p.keys) as k (key)
    where k.key = any (l.keys::integer[])
  ) matching
  group by matching.recording, matching.activity_id;
end;

-- Whether a recording that matches these lookups was stored after the snapshot `seen`, in which they were evaluated.
create function private.stored_since(
  seen pg_snapshot, cells integer[], sketches bigint[], leasts integer[], mosts integer[], place_tolerance integer,
  probes integer[]
) returns boolean
language sql volatile
-- The planner does not know the length of an unnested array and would compare all pairs.
set enable_nestloop = off
begin atomic
  select exists (
    select from private.stored_prints r
    cross join unnest(r.keys) as p (key)
    join unnest(probes) as l (key) on l.key = p.key
    where r.xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(r.xid, seen)
  ) or exists (
    select from private.stored_prints r
    cross join unnest(r.cells, r.sketches, r.spans) as p (cell, sketch, span)
    -- Qualified with the function's name, because the row has columns of the same names.
    join unnest(stored_since.cells, stored_since.sketches, leasts, mosts) as l (cell, sketch, least, most)
      on l.cell = p.cell and p.span between l.least and l.most
      and private.sketch_distance(p.sketch, l.sketch) <= place_tolerance
    where r.xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(r.xid, seen)
  );
end;

revoke execute on function private.sketch_distance, private.possible_twins, private.stored_since from public;

-- One row per athlete and day with activities. It is always derived from the activities of the day, never incremented.
-- Triggers on this table (private.move_standings) apply every change of a day to the boards.
create table public.athlete_days (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  points smallint not null check (points between 0 and 1000),
  active boolean not null,
  moving_s integer not null,
  distance_m integer not null,
  -- The end of the activity with which the day's points were reached; null without points.
  reached_at timestamptz check ((reached_at is null) = (points = 0)),
  -- Part of it comes from a source that does not allow showing it to everybody.
  restricted boolean not null check (points > 0 or not (active or restricted)),
  ruleset smallint not null,
  -- [{ part, kind, text, points }]: the points of the lines add up to the points of the day.
  lines jsonb not null,
  -- For a day on which a season opens or closes: the part that counts on the season's board instead of the whole day,
  -- by board id: { "12": { points, active, restricted, reached_at } }.
  exceptions jsonb,
  -- The attributions that must be shown with the points of this day, in order; null if there are none.
  credits text[] check (cardinality(credits) > 0),
  primary key (athlete_id, local_on)
) with (fillfactor = 80);

-- In the order in which a moving window processes the athletes of the day that leaves it.
create index athlete_days_by_day on public.athlete_days (local_on, athlete_id);

create index athlete_days_cut on public.athlete_days (local_on) where exceptions is not null;

-- Counts the changes of an athlete's activities. A writer passes the revision that it read, so that two writers never
-- build on the same state. A narrow separate table, because updating a row of `athletes`, which is wide and has checks
-- and indexes, would slow down every ingest.
create table private.athlete_revisions (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  revision bigint not null
) with (fillfactor = 50);

alter table public.activities enable row level security;

alter table public.recording_files enable row level security;

alter table public.athlete_days enable row level security;

revoke all on public.activities, public.recording_files, public.athlete_days from anon, authenticated;
revoke all on sequence public.activities_id_seq from anon, authenticated;

grant select on public.activities, public.recording_files, public.athlete_days to authenticated;

create policy "the owner's" on public.activities for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.recording_files for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.athlete_days for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));
