-- Incoming data that has not become an activity yet: events from services, and files. Written by
-- domain/competition/intake only.

-- Events received from services, one row per event. A payload is emptied when its event is done; the row stays and
-- stops repeats. domain/competition/intake/receive.ts writes it. The event also queues a job that carries its id: queue
-- "source-fetch", added by domain/competition/intake/connections/events.ts and worked on in server/jobs/workers/sources.ts.
create table private.receipts (
  source text not null,
  event_id text not null,
  -- The account at the source to which the event refers; null for sources without accounts.
  account_id text,
  payload jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  primary key (source, event_id)
);

create index receipts_waiting on private.receipts (received_at) where done_at is null;

-- Disconnecting an account deletes its events.
create index receipts_by_account on private.receipts (source, account_id);

-- An import of many files. Its progress is stored so that a page that was closed can show it again.
create table public.imports (
  id uuid primary key default gen_random_uuid(),
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz
);

create index imports_by_athlete on public.imports (athlete_id, started_at desc);

-- The outcome of each recording of an import. A file in an archive is named "<archive>/<file>".
create table public.import_files (
  import_id uuid not null references public.imports (id) on delete cascade,
  name text not null,
  outcome text not null check (outcome in ('stored', 'refused')),
  -- Why it was refused, or which part of it was left out, as a sentence without its subject.
  reason text,
  activities integer not null default 0,
  at timestamptz not null,
  primary key (import_id, name)
);

-- The files of an import as uploaded by the browser. They are stored in the database, not on the disk of one server,
-- until a job in any process has read them: queue "import", added by domain/competition/intake/upload.ts and worked on
-- in server/jobs/workers/imports.ts. The owner sees the progress of each file.
create table public.import_uploads (
  import_id uuid not null references public.imports (id) on delete cascade,
  -- Position in the order in which the files were selected, from 0.
  file integer not null,
  -- Unique within the import; import_files reports the outcome under it.
  name text not null,
  size bigint not null check (size >= 0),
  -- Bytes received so far. Counted as they arrive, because adding up all parts after each one would take quadratic
  -- time.
  arrived bigint not null default 0,
  -- When the last byte was received.
  received_at timestamptz,
  -- When a job finished reading it. Its bytes are then deleted.
  read_at timestamptz,
  primary key (import_id, file),
  unique (import_id, name)
);

create index import_uploads_unread on public.import_uploads (import_id) where read_at is null;

-- The bytes of those files, in parts as received.
create table private.import_parts (
  import_id uuid not null,
  file integer not null,
  -- Offset of the part's first byte in the file.
  position bigint not null,
  bytes bytea not null,
  sent_at timestamptz not null,
  primary key (import_id, file, position),
  foreign key (import_id, file) references public.import_uploads (import_id, file) on delete cascade
);

-- Stored uncompressed: recordings are mostly compressed already, and do not stay long.
alter table private.import_parts alter column bytes set storage external;

alter table public.imports enable row level security;

alter table public.import_files enable row level security;

alter table public.import_uploads enable row level security;

revoke all on public.imports, public.import_files, public.import_uploads from anon, authenticated;

grant select on public.imports, public.import_files, public.import_uploads to authenticated;

create policy "the owner's" on public.imports for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.import_files for select to authenticated
using (
  import_id in (
    select i.id
    from public.imports i
    join public.athletes a on a.id = i.athlete_id
    where a.user_id = (select auth.uid())
  )
);

create policy "the owner's" on public.import_uploads for select to authenticated
using (
  import_id in (
    select i.id
    from public.imports i
    join public.athletes a on a.id = i.athlete_id
    where a.user_id = (select auth.uid())
  )
);
