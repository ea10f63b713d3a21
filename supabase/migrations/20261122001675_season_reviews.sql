-- The looks back at a season that members have shared by a link. Nothing of what they show is stored: it is read from results and days when
-- somebody opens the link. Only domain/competition/seasons/shared-review.ts writes here.
create table private.season_reviews (
  season_id integer not null references public.seasons (id) on delete cascade,
  -- Null after the account was deleted: the link then says that it is gone.
  athlete_id bigint references public.athletes (id) on delete set null,
  -- The cards that the member picked (content/review-cards.ts).
  cards text[] not null check (cardinality(cards) between 1 and 6),
  -- SHA-256 of the token in the link.
  share_hash bytea not null unique,
  shared_at timestamptz not null,
  unique (season_id, athlete_id)
);

create index season_reviews_by_athlete on private.season_reviews (athlete_id);
