-- Who takes part in the competition. Only the flows of domain/ write here; an owner reads the own row through the Data API.
create table public.athletes (
  id bigint generated always as identity primary key,
  -- Null for sample athletes. Deleting the account takes everything of the athlete with it.
  user_id uuid unique references auth.users (id) on delete cascade,
  -- In addresses: /competition/<slug>.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  display_name text not null check (length(display_name) between 1 and 60),
  -- The name in lower case without accents, for searching.
  search_name text not null,
  visibility text not null default 'public' check (visibility in ('public', 'members', 'hidden')),
  units text not null default 'metric' check (units in ('metric', 'imperial')),
  time_zone text not null default 'America/Los_Angeles',
  -- What was agreed to, word for word, and when.
  consent_text text not null,
  consent_at timestamptz not null,
  -- Nothing that started earlier counts.
  joined_at timestamptz not null,
  -- What the activity club said when it was asked with the athlete's own token.
  club text not null default 'unknown' check (club in ('unknown', 'member', 'not-member')),
  demo boolean not null default false,
  -- Makes the keys that tell nameless rows of a board apart.
  secret uuid not null default gen_random_uuid(),
  -- Rises with every change of the athlete's activities. Who writes names the revision that was read, so that two
  -- writers never build on the same past.
  revision bigint not null default 0,
  updated_at timestamptz not null default now()
) with (fillfactor = 80);

create index athletes_search on public.athletes using gin (to_tsvector('simple', search_name));

alter table public.athletes enable row level security;

revoke all on public.athletes from anon, authenticated;

grant select on public.athletes to authenticated;

create policy "the own row" on public.athletes for select to authenticated
using (user_id = (select auth.uid()));

-- What the operator decided once for the whole site and SQL must know.
create table private.settings (
  name text primary key,
  value text not null
);

insert into private.settings (name, value) values ('strava_display', 'members');
