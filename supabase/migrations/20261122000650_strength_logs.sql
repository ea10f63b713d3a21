-- Strength sessions that members entered in a training log and imported as its CSV. They are self-reported, so no rule
-- of the competition reads this table, and nothing in it can earn points. The account page shows their sets and volume
-- beside a recording of the same time. Written by domain/competition/intake/strength-logs.ts only.
create table public.strength_logs (
  id bigint generated always as identity primary key,
  athlete_id bigint not null references public.athletes (id) on delete cascade,
  app text not null check (app in ('hevy', 'strong')),
  -- Derived from the session's start and title, because the apps export no ids.
  external_id text not null,
  title text,
  -- The athlete's time zone at the time of the import, because the log contains none.
  started_at timestamptz not null,
  local_on date not null,
  -- Null if the log does not contain the duration.
  duration_s integer check (duration_s > 0),
  -- Working sets, without warm-up; volume is weight times repetitions in `weight_unit`.
  sets integer not null check (sets >= 0),
  reps integer not null check (reps >= 0),
  volume double precision not null check (volume >= 0),
  -- Null if the log does not name it.
  weight_unit text check (weight_unit in ('kg', 'lb')),
  -- [{ name, sets, reps, volume }]
  exercises jsonb not null,
  received_at timestamptz not null,
  unique (athlete_id, app, external_id)
);

create index strength_logs_by_time on public.strength_logs (athlete_id, started_at desc);

alter table public.strength_logs enable row level security;

revoke all on public.strength_logs from anon, authenticated;
revoke all on sequence public.strength_logs_id_seq from anon, authenticated;

grant select on public.strength_logs to authenticated;

create policy "the owner's" on public.strength_logs for select to authenticated
using (athlete_id in (select id from public.athletes where user_id = (select auth.uid())));
