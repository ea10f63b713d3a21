-- Chats to which the weekly board goes: incoming webhooks of Discord and Slack. Only domain/chat writes here.
create table private.chat_addresses (
  id uuid primary key default gen_random_uuid(),
  -- Either the race of a series, added by an operator, or a team, added by its captain.
  series text references public.series (slug) on delete cascade,
  team_id integer references public.teams (id) on delete cascade,
  -- The captain who added it. Nothing is posted once somebody else is captain.
  captain_id bigint references public.athletes (id) on delete cascade,
  service text not null check (service in ('discord', 'slack')),
  -- The address is a secret: encrypted, and shown to nobody again.
  sealed_address text not null,
  -- SHA-256 of the address, so that a chat is added once.
  address_hash bytea not null,
  last_four text not null,
  created_at timestamptz not null,
  tested_at timestamptz,
  ok_at timestamptz,
  -- Weeks in a row that could not be posted, and the last reason.
  failures smallint not null default 0,
  problem text,
  -- When it was given up; null while it is used.
  off_at timestamptz,
  check ((series is null) <> (team_id is null) and (team_id is null) = (captain_id is null)),
  unique nulls not distinct (series, team_id, address_hash)
);

create index chat_addresses_by_team on private.chat_addresses (team_id);

-- One row for each address and week, so that a week is posted once.
create table private.chat_posts (
  address_id uuid not null references private.chat_addresses (id) on delete cascade,
  monday date not null,
  -- 'sending' is committed before the request: a process that finds it does not know whether the message arrived, and
  -- does not post it again ('unknown').
  state text not null check (state in ('queued', 'sending', 'sent', 'unknown', 'failed', 'left_out')),
  primary key (address_id, monday)
);
