-- Schema storage as a Supabase project has it: the columns that its clients and policies read. The bytes are kept outside of
-- the database, under the SHA-256 that `objects.version` holds.

create schema if not exists storage;

grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key check (id <> '' and length(id) <= 100),
  name text not null,
  -- Kept for old policies; `owner_id` replaces it.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  -- Bytes; null for the server's own limit.
  file_size_limit bigint check (file_size_limit >= 0),
  -- Such as {image/png,image/*}; null for every type.
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null constraint "objects_bucketId_fkey" references storage.buckets,
  name text collate "C" not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  -- size, mimetype, cacheControl, eTag, lastModified, contentLength, httpStatusCode.
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- SHA-256 of the bytes in hex.
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- Finds out whether a file is still in use.
create index objects_version_idx on storage.objects (version);

-- A resumable upload that is not complete. The parts are files of their own, in the order of `parts`.
create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets on delete cascade,
  name text not null,
  -- The role and the account that started it, which alone may continue it. With a null role, anybody who has its signed
  -- URL may.
  role text,
  owner_id text,
  upsert boolean not null,
  total_size bigint not null check (total_size >= 0),
  received_size bigint not null default 0 check (received_size between 0 and total_size),
  metadata jsonb not null,
  parts text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);

-- Cached images rendered from objects. Their bytes are files.
create table storage.renderings (
  -- Hash of the object's version, the transformation and the format.
  id text primary key,
  -- Of the object that it was made from.
  version text not null,
  -- SHA-256 of its bytes in hex.
  file text not null,
  mime_type text not null,
  size integer not null check (size >= 0),
  -- Within an hour.
  used_at timestamptz not null default now()
);
create index renderings_version_idx on storage.renderings (version);
create index renderings_used_at_idx on storage.renderings (used_at desc, id);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
-- No policies and no grants: only the server reads them.
alter table storage.resumable_uploads enable row level security;
alter table storage.renderings enable row level security;

grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

-- The folders of a name, for policies: {a,b} of "a/b/c.png".
create function storage.foldername(name text) returns text[]
language sql immutable
return (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1];

create function storage.filename(name text) returns text
language sql immutable
return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

create function storage.extension(name text) returns text
language sql immutable
return case
  when position('.' in storage.filename(name)) > 0 then reverse(split_part(reverse(storage.filename(name)), '.', 1))
  else ''
end;

-- The current operation, such as "storage.object.upload", for policies that depend on it.
create function storage.operation() returns text
language sql stable
return current_setting('storage.operation', true);
