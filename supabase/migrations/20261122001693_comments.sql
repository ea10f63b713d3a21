-- What members write under the day of an athlete or under a day of an event: plain text, for members alone. It never counts in
-- the competition. Only domain/community writes here; nobody reads it through the Data API.
create table private.comments (
  id bigint generated always as identity primary key,
  author_id bigint not null references public.athletes (id) on delete cascade,
  -- Whose day it is; null for an event.
  athlete_id bigint references public.athletes (id) on delete cascade,
  -- A slug of content/events.ts; null for the day of an athlete.
  event text,
  local_on date not null,
  body text not null check (length(body) between 1 and 500),
  at timestamptz not null,
  edited_at timestamptz,
  -- The owner of the day hides it from everybody but its writer.
  set_aside_at timestamptz,
  -- Hidden by a decision (private.moderation_decisions) from everybody but its writer.
  hidden boolean not null default false,
  check (num_nonnulls(athlete_id, event) = 1)
);

create index comments_by_day on private.comments (athlete_id, local_on, id) where athlete_id is not null;
create index comments_by_event on private.comments (event, local_on, id) where event is not null;
create index comments_by_author on private.comments (author_id, at);

-- Days on which their athlete wants no new comments.
create table private.closed_days (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  local_on date not null,
  primary key (athlete_id, local_on)
);

-- Off until a moderator is named, whatever this says (domain/community/comment-switches.ts).
insert into private.settings (name, value) values ('comments', 'on');
