-- What members decide about their weekly streaks. The streak itself is never stored: domain/competition/streaks/streak.ts
-- derives it from athlete_days. Only domain/competition/streaks/weeks.ts writes here.

-- From a Monday on, a week needs this many active days in order to count. A change takes effect with the next week, so
-- the rows are the history.
create table public.week_goals (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  from_on date not null check (extract(isodow from from_on) = 1),
  active_days smallint not null check (active_days between 2 and 5),
  chosen_at timestamptz not null,
  primary key (athlete_id, from_on)
);

-- Weeks that were declared as a break before they began, by their Monday. No reason is ever asked for: an illness is
-- nobody's business.
create table public.break_weeks (
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  week_on date not null check (extract(isodow from week_on) = 1),
  declared_at timestamptz not null,
  primary key (athlete_id, week_on)
);

alter table public.week_goals enable row level security;

alter table public.break_weeks enable row level security;

revoke all on public.week_goals, public.break_weeks from anon, authenticated;

grant select on public.week_goals, public.break_weeks to authenticated;

create policy "the owner's" on public.week_goals for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));

create policy "the owner's" on public.break_weeks for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));
