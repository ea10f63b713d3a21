-- Secret addresses of members' own calendars, one for each account. Only domain/calendar/address.ts writes here.
create table private.calendar_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The secret in the address is derived from it; a new id is a new address.
  id uuid not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  -- To the hour; null before a program has asked.
  read_at timestamptz
);
