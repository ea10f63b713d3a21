-- The participants of the competition. Only domain/competition and domain/members write here; owners read their own row
-- through the Data API.
create table public.athletes (
  id bigint generated always as identity primary key,
  -- Null for sample athletes. Deleting the account deletes all data of the athlete.
  user_id uuid unique references auth.users (id) on delete cascade,
  -- Part of URLs: /competition/<slug>.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  display_name text not null check (length(display_name) between 1 and 60),
  -- The name in lower case and without accents, for searching.
  search_name text not null,
  visibility text not null default 'public' check (visibility in ('public', 'members', 'hidden')),
  units text not null default 'metric' check (units in ('metric', 'imperial')),
  time_zone text not null default 'America/Los_Angeles',
  -- The wording that the athlete agreed to, and when.
  consent_text text not null,
  consent_at timestamptz not null,
  joined_at timestamptz not null,
  -- Activities that started earlier do not count: midnight of the day of joining, in the time zone chosen then.
  -- Null: joined_at.
  counts_from timestamptz check (counts_from <= joined_at),
  -- Whether Strava lists the athlete as a member of the club, as of the last check with the athlete's own token.
  club text not null default 'unknown' check (club in ('unknown', 'member', 'not-member')),
  demo boolean not null default false,
  -- The member has declared that they work for the sponsor, or live with someone who does or who runs the site. Such
  -- members cannot win.
  declared_tie boolean not null default false,
  -- Version of the photo that is shown together with the name; null without one (public.athlete_photos).
  photo uuid,
  -- The most frequent sport of the latest activities that may be shown (private.note_sports); null before the first
  -- one.
  sport text,
  -- The options chosen for the drawn figure: hair, hair color, skin, build (content/figures/looks.ts); null: neutral.
  look text check (look ~ '^[a-z]+[.][1-5][.][0-6][.][1-3]$'),
  -- For the boards of groups (domain/competition/boards/groups.ts). Given by the athlete if they like, and shown to nobody else.
  birth_year smallint check (birth_year between 1900 and 2100),
  category text check (category in ('women', 'men', 'open')),
  -- Whether the athlete has opted in to being listed among the viewers of a board, to those who may see the name.
  shows_looking boolean not null default false,
  -- Whether data is stored that must not be shown to visitors under the terms of the service it came from
  -- (content/services.ts): 'none'; 'confirmed', when the service has returned it again within the time that its terms
  -- allow; or 'unconfirmed'. A connection counts even before its first activity. Read by private.display; set by
  -- private.apply_plans, and kept up to date by domain/competition/intake/connections/restricted.ts.
  restricted_data text not null default 'none' check (restricted_data in ('none', 'confirmed', 'unconfirmed')),
  -- Together with the board's id, the source of the keys that distinguish rows without a name (private.board_page).
  secret uuid not null default gen_random_uuid(),
  -- Part of the URL with which the athlete invites others, /join/<invite>. Reveals nothing to people who may not see
  -- the name.
  invite text not null unique generated always as (left(md5(secret::text || '.invite'), 12)) stored,
  updated_at timestamptz not null default now()
) with (fillfactor = 80);

create index athletes_search on public.athletes using gin (to_tsvector('simple', search_name));

-- The same as `declared_tie`, as recorded by an operator. Only domain/operator/people/tie.ts writes here.
create table private.ties (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  kind text not null check (kind in ('sponsor', 'household')),
  -- The operator with whom the athlete lives, and who is therefore barred from decisions about them.
  household_of uuid references auth.users (id) on delete set null,
  marked_at timestamptz not null,
  check (household_of is null or kind = 'household')
);

create index ties_by_household on private.ties (household_of) where household_of is not null;

alter table public.athletes enable row level security;

revoke all on public.athletes from anon, authenticated;
revoke all on sequence public.athletes_id_seq from anon, authenticated;

grant select on public.athletes to authenticated;

create policy "the own row" on public.athletes for select to authenticated
using (user_id = (select auth.uid()));
