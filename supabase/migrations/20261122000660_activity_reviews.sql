-- Operators' decisions on activities, with the reason that the athlete reads, and the athlete's one objection with its answer.
-- Only domain/competition/scoring/decide.ts and appeal.ts write here. Who decided is in private.journal.
create table public.activity_reviews (
  id bigint generated always as identity primary key,
  activity_id bigint not null references public.activities (id) on delete cascade,
  at timestamptz not null,
  -- Null: returned to the rules.
  decision text check (decision in ('count', 'decline')),
  reason text check (length(reason) <= 1000),
  appeal text check (length(appeal) between 1 and 2000),
  appealed_at timestamptz,
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  constraint one_appeal_against_a_decline check (appeal is null or (decision is not distinct from 'decline' and appealed_at is not null)),
  constraint an_answer_to_an_appeal check (answer is null or (appeal is not null and answered_at is not null))
);

create index activity_reviews_by_activity on public.activity_reviews (activity_id, id);

create index activity_reviews_open_appeals on public.activity_reviews (appealed_at)
where appeal is not null and answer is null;

alter table public.activity_reviews enable row level security;

revoke all on public.activity_reviews from anon, authenticated;
revoke all on sequence public.activity_reviews_id_seq from anon, authenticated;

grant select on public.activity_reviews to authenticated;

create policy "the owner's" on public.activity_reviews for select to authenticated
using (activity_id in (
  select x.id from public.activities x join public.athletes a on a.id = x.athlete_id
  where a.user_id = (select auth.uid())
));
