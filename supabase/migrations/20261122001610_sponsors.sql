-- Sponsors of seasons and side races, and what each of them came to. Written by domain/competition/sponsors.
create table private.sponsors (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 2 and 80),
  created_at timestamptz not null,
  -- The link to the sponsor's page: when it was made, SHA-256 of its secret, and when it ends. Null: no link works.
  link_made_at timestamptz,
  link_hash bytea unique check (length(link_hash) = 32),
  link_until timestamptz,
  check (num_nulls(link_made_at, link_hash, link_until) in (0, 3))
);

-- Whose season it is, or whose side race.
create table private.sponsorships (
  id integer generated always as identity primary key,
  sponsor_id integer not null references private.sponsors (id) on delete cascade,
  season_id integer unique references public.seasons (id) on delete cascade,
  race_id integer unique references public.races (id) on delete cascade,
  -- Numbers alone (SponsorReport in domain/competition/seasons/sponsor-report.ts), counted once, when it closed.
  report jsonb,
  check (num_nonnulls(season_id, race_id) = 1)
);

create index sponsorships_by_sponsor on private.sponsorships (sponsor_id);
