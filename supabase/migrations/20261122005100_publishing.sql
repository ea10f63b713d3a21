-- Words of the site that an operator has changed: copy on write. content/ is the default; a row exists only for an entry
-- that somebody changed or added, and taking the change back deletes it. A default that a later release changes overwrites
-- no row. Only domain/publishing writes here.
create sequence private.publishing_versions;

create table private.publishing (
  -- A key of `kinds` in content/words/kinds.ts: "events".
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  -- The entry in the shape of its kind.
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 300000),
  -- The place in the list, where defaults have 1, 2, 3, ...; null: that of the default, or at the end.
  position double precision,
  -- A draft is on no page: where there is a default, pages go on showing that. Hidden: on no page at all.
  state text not null check (state in ('draft', 'published', 'hidden')),
  -- Different after every change, also when a row is deleted and made again: who saves names the version they read.
  version bigint not null default nextval('private.publishing_versions'),
  -- The operator's account; null for a command in a shell. No foreign key: the words outlive their author's account.
  edited_by uuid,
  edited_at timestamptz not null,
  -- The person whom it is about, for export and erasure: an athlete who applied. Null for all other words.
  person_email text check (person_email = lower(person_email)),
  primary key (kind, slug)
);

create index publishing_by_person on private.publishing (person_email) where person_email is not null;

revoke all on private.publishing from public, anon, authenticated;
revoke all on sequence private.publishing_versions from public, anon, authenticated;

-- Heard by server/http/live-pages/versions.ts. Every page shows some words in its frame, and what a prize consists of is a fact of the seasons. The others concern only
-- the pages that show them, so that they make no board anew.
create function private.tell_publishing() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('b4m_live', case coalesce(new.kind, old.kind)
    when 'links' then 'frame' when 'banner' then 'frame' when 'prizes' then 'seasons' else 'publishing' end || chr(10));
  return null;
end
$$;

revoke execute on function private.tell_publishing from public;

create trigger told after insert or update or delete on private.publishing
for each row execute function private.tell_publishing();
