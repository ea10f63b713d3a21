-- Files that a member sends for an import. They wait here, not on a disk of one server, until a job of any process has
-- read them; the owner sees how far each one is. Written by domain/competition/upload.ts only.
create table public.import_uploads (
  import_id uuid not null references public.imports (id) on delete cascade,
  -- In the order of choosing, from 0.
  file integer not null,
  -- Unlike the others of the import; import_files tells the outcome under it, of an archive under "<name>/...".
  name text not null,
  size bigint not null check (size >= 0),
  -- When the last byte was there.
  received_at timestamptz,
  -- When a job was through with it. Its bytes are gone then.
  read_at timestamptz,
  primary key (import_id, file),
  unique (import_id, name)
);

create index import_uploads_unread on public.import_uploads (import_id) where read_at is null;

create table private.import_parts (
  import_id uuid not null,
  file integer not null,
  -- Of its first byte in the file.
  position bigint not null,
  bytes bytea not null,
  sent_at timestamptz not null,
  primary key (import_id, file, position),
  foreign key (import_id, file) references public.import_uploads (import_id, file) on delete cascade
);

-- Recordings are packed already, or soon gone.
alter table private.import_parts alter column bytes set storage external;

alter table public.import_uploads enable row level security;

revoke all on public.import_uploads from anon, authenticated;

grant select on public.import_uploads to authenticated;

create policy "the owner's" on public.import_uploads for select to authenticated
using (
  import_id in (
    select i.id
    from public.imports i
    join public.athletes a on a.id = i.athlete_id
    where a.user_id = (select auth.uid())
  )
);
