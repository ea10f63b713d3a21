-- Operators' decisions on activities, with the reason that the athlete reads, and the athletes' objections. The
-- deciding operator is recorded in private.journal. Only domain/competition/review/decide.ts writes here.
create table public.activity_reviews (
  id bigint generated always as identity primary key,
  activity_id bigint not null references public.activities (id) on delete cascade,
  at timestamptz not null,
  -- Null: returned to the rules.
  decision text check (decision in ('count', 'decline')),
  reason text check (length(reason) <= 1000)
);

create index activity_reviews_by_activity on public.activity_reviews (activity_id, id);

-- An athlete's objections to the verdict on an activity, by the rules or by an operator, each with its reply. Only
-- domain/competition/review/objections.ts writes here, except for the waiting places, which
-- domain/competition/seasons/open-objections.ts writes.
create table public.activity_objections (
  id bigint generated always as identity primary key,
  activity_id bigint not null references public.activities (id) on delete cascade,
  -- The verdict objected to: a key of `reasons` in content/competitions.ts, and the operator's decision behind it; null
  -- for one of the rules.
  reason text not null,
  review_id bigint references public.activity_reviews (id) on delete cascade,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  -- When the reply is due.
  due_at timestamptz not null,
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  -- Whether the reply was that the activity counts.
  upheld boolean,
  -- Seasons that closed before the reply with a place that depends on it; the athlete has been notified.
  waits_for integer[] not null default '{}',
  constraint one_for_each_verdict unique nulls not distinct (activity_id, reason, review_id),
  constraint a_whole_reply check (num_nulls(reply, replied_at, upheld) in (0, 3))
);

create index activity_objections_open on public.activity_objections (due_at) where replied_at is null;

-- An activity has at most one open objection at a time.
create unique index activity_objections_one_open on public.activity_objections (activity_id) where replied_at is null;

alter table public.activity_reviews enable row level security;

alter table public.activity_objections enable row level security;

revoke all on public.activity_reviews, public.activity_objections from anon, authenticated;
revoke all on sequence public.activity_reviews_id_seq, public.activity_objections_id_seq from anon, authenticated;

grant select on public.activity_reviews, public.activity_objections to authenticated;

create policy "the owner's" on public.activity_reviews for select to authenticated
using (activity_id in (
  select x.id from public.activities x join public.athletes a on a.id = x.athlete_id
  where a.user_id = (select auth.uid())
));

create policy "the owner's" on public.activity_objections for select to authenticated
using (activity_id in (
  select x.id from public.activities x join public.athletes a on a.id = x.athlete_id
  where a.user_id = (select auth.uid())
));
