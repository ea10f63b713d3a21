-- What members say and show about themselves on their page; nothing until they do. Only domain/community/own-page.ts
-- writes here.
create table private.athlete_pages (
  athlete_id bigint primary key references public.athletes (id) on delete cascade,
  -- A line in their own words, as primitives/written-text.ts makes it safe to show.
  words text check (length(words) between 1 and 160),
  -- The kinds of sport that they name, of content/activity-kinds.ts.
  sports text[] not null default '{}' check (cardinality(sports) <= 6),
  -- A city or a wider region, never an address.
  region text check (length(region) between 1 and 60),
  shows_calendar boolean not null default false,
  shows_milestones boolean not null default false,
  -- Whether members see that they trained today, on a list without order or time.
  shows_trained boolean not null default false,
  -- Whether members see for which sessions they have a spot.
  shows_coming boolean not null default false,
  -- Whether others may comment on their days.
  takes_comments boolean not null default true
);
