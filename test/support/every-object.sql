-- An operator's own objects, one of every kind that an upgrade between major versions has to recreate.
create schema club;
create type club.mood as enum ('fresh', 'tired', 'don''t ask');
create type club.split as (distance_m integer, note text);
create domain club.pace as numeric(6, 2) default 5 not null constraint positive check (value > 0);
create sequence club.numbers increment 5 start 100;
create function club.shout(text) returns text language sql immutable as $$ select upper($1) $$;
create function club.members() returns setof club.mood language plpgsql security definer set search_path = '' as
  $$ begin return query select unnest(enum_range(null::club.mood)); end $$;
create table club.runs (
  id bigint generated always as identity (start 7 increment 3),
  number integer not null default nextval('club.numbers'),
  name text not null,
  dropped text,
  loud text generated always as (club.shout(name)) stored,
  mood club.mood,
  pace club.pace,
  splits club.split[],
  raw bytea,
  doc jsonb,
  seen tstzrange,
  amount double precision,
  primary key (id),
  constraint quick check (pace < 1000) not valid,
  constraint not_the_same check ((name, number, amount) is distinct from ('nobody', 1, 2)),
  exclude using gist (seen with &&)
);
alter table club.runs drop dropped;
alter sequence club.numbers owned by club.runs.number;
create unique index on club.runs (lower(name)) where mood is not null;
create table club.legs (
  run bigint references club.runs on delete cascade deferrable initially deferred,
  day date not null,
  note text
) partition by range (day);
create table club.legs_2026 (note text, run bigint, day date not null);
alter table club.legs attach partition club.legs_2026 for values from ('2026-01-01') to ('2027-01-01');
create index legs_day on club.legs (day);
create view club.fast with (security_invoker = true) as select id, name from club.runs where pace < 4;
create view club.first as select r.id, r.name, count(*) as legs from club.runs r join club.legs l on l.run = r.id group by r.id;
create materialized view club.totals as select mood, count(*) as runs from club.runs group by mood;
create rule no_delete as on delete to club.legs_2026 do instead nothing;
create statistics club.together on name, mood from club.runs;
create function club.touch() returns trigger language plpgsql as $$ begin new.name := new.name || '!'; return new; end $$;
create trigger touch before insert on club.runs for each row execute function club.touch();
create trigger sleeping after update on club.runs for each row when (old.name is distinct from new.name) execute function club.touch();
alter table club.runs disable trigger sleeping;
alter table club.runs enable row level security;
alter table club.runs replica identity full;
create role coach login password 'a-secret' connection limit 3;
create role trainee;
grant trainee to coach with admin option;
alter role coach set search_path = club, public;
alter role coach set statement_timeout = '3s';
create policy own_runs on club.runs as restrictive for update to coach, trainee using (name <> '') with check (pace > 1);
grant usage on schema club to coach;
grant select, insert on club.runs to coach with grant option;
grant update (name) on club.runs to trainee;
revoke execute on function club.shout from public;
revoke create on schema public from public;
alter default privileges in schema club grant select on tables to trainee;
alter view club.fast owner to coach;
comment on table club.runs is 'Runs, and a quote: ''';
comment on column club.runs.pace is 'minutes per kilometer';
comment on constraint quick on club.runs is 'not faster than light';
comment on function club.shout(text) is 'loud';
create publication changes for table club.runs with (publish = 'insert');
insert into club.runs (name, mood, pace, splits, raw, doc, seen, amount) values
  ('ana', 'fresh', 3.5, array[row(400, 'a "b", (c)')::club.split, null], '\x00ff27', 'null', '[2026-11-01,2026-11-02)', 'NaN'),
  ('', null, 7, '{}', '', '{"a": [1, null, "\u00e9"]}', 'empty', '-Infinity'),
  (E'tab\tnew\nline \\ ''quote''', 'don''t ask', 4, null, null, null, null, 0.1::float8 + 0.2::float8);
insert into club.runs (name) select 'row ' || n from generate_series(1, 1200) n;
insert into club.legs values (7, '2026-05-05', 'first leg');
refresh materialized view club.totals;
