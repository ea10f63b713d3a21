-- Sessions by which pages know who asks: a verified access token opens one. A browser holds its token in an HttpOnly cookie
-- and the database the hash. It ends with the session of the account from which it was opened. Only
-- domain/cookie-session.ts writes here.
create table private.cookie_sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  -- What it opens: the operator's console, or the member's own pages.
  scope text not null check (scope in ('console', 'account')),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The session of the account; no foreign key, because it may end at any time and this row says what it was.
  auth_session_id uuid not null,
  -- Whether the account passed its second factor.
  second_factor boolean not null,
  -- When a second factor (or, for an account without one, the password) was last entered.
  proven_at timestamptz not null,
  opened_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index cookie_sessions_by_account on private.cookie_sessions (user_id);
