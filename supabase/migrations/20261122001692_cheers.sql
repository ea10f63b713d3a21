-- A cheer for an athlete's day: one for each giver, receiver and day. It never counts in the competition. Only
-- domain/community/cheer.ts writes here.
create table private.cheers (
  giver_id bigint not null references public.athletes (id) on delete cascade,
  receiver_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  -- A key of `cheerPhrases` in content/cheers.ts.
  phrase text check (phrase ~ '^[a-z-]{1,20}$'),
  at timestamptz not null,
  -- Set when the cheer was taken back. The row is kept for a day, so that taking back does not evade the limits.
  taken_back_at timestamptz,
  primary key (giver_id, receiver_id, local_on),
  check (giver_id <> receiver_id)
);

create index cheers_by_receiver on private.cheers (receiver_id, local_on) where taken_back_at is null;
create index cheers_by_time on private.cheers (giver_id, at);

-- Members who may not cheer or comment for a while, as decided by a moderator. Whether one applies is computed when it is asked, so
-- that it ends without a job; earlier ones stay as history. Only domain/community/mute.ts writes here.
create table private.mutes (
  id bigint generated always as identity primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at >= from_at),
  reason text not null check (length(reason) between 1 and 1000),
  -- What they wrote before is hidden as well, also after the mute has passed, until a moderator ends it.
  hides_earlier boolean not null default false
);

create index mutes_by_athlete on private.mutes (athlete_id, until_at);
