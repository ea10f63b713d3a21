-- Tokens with which a member's own programs use /api/v1. Only their hashes are stored. Only
-- domain/members/personal-tokens.ts writes here.
create table private.personal_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The member's own name for it: "Phone shortcut".
  name text not null check (char_length(name) between 1 and 60),
  -- What it may do (content/api.ts).
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- To the hour; null before the first use.
  used_at timestamptz
);

create index personal_tokens_by_account on private.personal_tokens (user_id);

-- The answers to uploads with an Idempotency-Key, for a day: the same key gets the same import. Only
-- domain/competition/intake/upload-once.ts writes here.
create table private.upload_keys (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  -- SHA-256 of the name and the bytes.
  body_hash bytea not null,
  import_id uuid not null,
  at timestamptz not null,
  primary key (user_id, key)
);
