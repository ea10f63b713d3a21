-- Operators of the site. The role is stored in the account (auth.users.raw_app_meta_data ->> 'role') and in its tokens:
-- 'owner' may do everything, 'helper' reviews activities, reads the inbox and checks people in at events, 'moderator'
-- decides reports. Each includes the ones after it. 'writer' drafts articles, and 'host' runs sessions of own events
-- (private.event_hosts); owners may do both.

-- Roles of earlier versions: the one role there was is now called owner.
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "owner"}'
where raw_app_meta_data ->> 'role' = 'operator';

-- One entry for each command of an operator, in the console and in a shell; reads of personal data too. Append-only.
-- Only domain/operator/journal.ts writes here.
create table private.journal (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The account of the operator; null for a command in a shell. No foreign key: an entry outlives its author.
  operator_id uuid,
  -- For a command in a shell: the operating system user who ran it.
  shell_user text,
  -- The console session in which it was given.
  session_id uuid,
  -- A key of `commands` in domain/operator/commands.ts: "review.decline".
  command text not null,
  -- Which role the command requires, and whether a second factor within the last ten minutes.
  needs text not null check (needs in ('moderator', 'helper', 'owner', 'writer')),
  needs_proof boolean not null,
  -- The subject of the command: "activity" and its id.
  subject text not null,
  subject_id text not null,
  -- The names of the fields that changed. Their values are in private.journal_values.
  fields text[] not null default '{}',
  -- Identifies commands that were given together.
  batch uuid,
  -- The entry that this one reverses.
  undoes bigint references private.journal (id),
  -- A digest identifying the button press that gave the command, so that pressing twice runs it once.
  press text,
  constraint an_entry_has_one_author check ((operator_id is null) <> (shell_user is null))
);

create index journal_by_subject on private.journal (subject, subject_id, id);
create index journal_by_operator on private.journal (operator_id, id);
create index journal_by_batch on private.journal (batch) where batch is not null;
create unique index journal_once_per_press on private.journal (press) where press is not null;
create unique index journal_undone_once on private.journal (undoes) where undoes is not null;

-- The values of an entry's fields, and the reason for the command. Separate from the entry, because they can concern a
-- person, and are erased with that person's data.
create table private.journal_values (
  entry_id bigint primary key references private.journal (id),
  -- The person concerned: the account, and the address for people without one.
  user_id uuid,
  email text,
  reason text,
  before jsonb,
  after jsonb
);

create index journal_values_by_user on private.journal_values (user_id) where user_id is not null;
create index journal_values_by_email on private.journal_values (email) where email is not null;

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'private.journal is append-only' using errcode = 'restrict_violation';
end
$$;

create trigger append_only before update or delete or truncate on private.journal
for each statement execute function private.refuse_change();

-- Checks that the author of an entry currently has the role, regardless of what the session or token claims. Because
-- every command writes its entry in its own transaction, a failure rolls back the whole command.
-- The events whose sessions a host runs, by the names of content/events.ts. Only domain/operator/people/account.ts writes here.
create table private.event_hosts (
  user_id uuid not null references auth.users (id) on delete cascade,
  event text not null,
  primary key (user_id, event)
);

-- Whether the subject of a command belongs to an event of this host. domain/operator/journal.ts asks before a command is
-- kept, and the trigger below asks again.
create function private.hosts(operator uuid, subject text, subject_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.event_hosts h
    where h.user_id = operator and h.event = case subject
      when 'event' then split_part(subject_id, '/', 1)
      when 'spot' then (select s.event from public.event_signups s where s.id::text = subject_id)
      -- A list of attendees: its event and its day.
      when 'list' then left(subject_id, -11)
    end
  )
$$;

create function private.check_operator() returns trigger
language plpgsql set search_path = '' as $$
declare
  held text;
begin
  if new.operator_id is null then
    return new;
  end if;
  select raw_app_meta_data ->> 'role' into held from auth.users
  where id = new.operator_id and deleted_at is null and (banned_until is null or banned_until <= new.at);
  if (
    array_position(array['owner', 'helper', 'moderator'], held) <= array_position(array['owner', 'helper', 'moderator'], new.needs)
    or (new.needs = 'writer' and held in ('owner', 'writer'))
    or (held = 'host' and new.command like 'event.%' and private.hosts(new.operator_id, new.subject, new.subject_id))
  ) is not true then
    raise exception 'the operator does not hold the role %', new.needs using errcode = 'insufficient_privilege';
  end if;
  if new.needs_proof and not exists (
    select from private.cookie_sessions
    where id = new.session_id and user_id = new.operator_id and scope = 'console' and ended_at is null
      and proven_at > new.at - interval '10 minutes'
  ) then
    raise exception 'the second factor was entered too long ago' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger operators_only before insert on private.journal
for each row execute function private.check_operator();

revoke all on function private.refuse_change(), private.check_operator(), private.hosts(uuid, text, text) from public;

-- Operators' claims on activities under review: the other operators see the claim and leave the activity to its holder
-- until the claim expires. Only domain/operator/review writes here.
create table private.review_claims (
  activity_id bigint primary key references public.activities (id) on delete cascade,
  operator_id uuid not null references auth.users (id) on delete cascade,
  until timestamptz not null
);

-- Which member an operator is viewing the site as, and until when. Only domain/operator/people/view-as.ts writes here.
create table private.member_views (
  operator_id uuid not null references auth.users (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  until timestamptz not null,
  primary key (operator_id, user_id)
);
