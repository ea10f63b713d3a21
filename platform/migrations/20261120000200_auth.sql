-- Accounts, in GoTrue's layout (github.com/supabase/auth, migrations/), so that moving to a Supabase project is an
-- export of rows. Data without a place in GoTrue's layout is in schema auth_private.

create schema if not exists auth;
create schema if not exists auth_private;
revoke all on schema auth_private from public;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text unique default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_created_at_idx on auth.users (created_at desc, id);
create index users_is_anonymous_idx on auth.users (is_anonymous);

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);

-- `token` and `parent` hold SHA-256 digests: read access to the table is not enough to sign in.
create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid
);
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_one_recovery_set on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

create table auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text not null,
  code_challenge_method auth.code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
create index flow_state_auth_code_idx on auth.flow_state (auth_code);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

-- `token_hash` is a digest of the token in the mailed link, never the token.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  unique (user_id, token_type)
);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);

-- The six digits that go with a one-time token. They are invalidated after five wrong attempts; the link is not, so
-- that guessing cannot lock out the owner of the mailbox.
create table auth_private.one_time_codes (
  token_id uuid primary key references auth.one_time_tokens on delete cascade,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  expires_at timestamptz not null,
  flow_state_id uuid references auth.flow_state on delete set null,
  redirect_to text
);

-- Failed attempts and the resulting wait. Keys are digests of what is limited (account, network, both).
create table auth_private.attempts (
  key bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index attempts_last_failed_at_idx on auth_private.attempts (last_failed_at);

-- Networks from which an account signed in before; failed attempts elsewhere do not delay its owner there.
create table auth_private.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, network_hash)
);

-- When mails went to an address and its mailbox (or would have, had it an account). Keys are digests of both.
create table auth_private.mail_sends (
  id bigint generated always as identity primary key,
  key bytea not null,
  sent_at timestamptz not null
);
create index mail_sends_key_sent_at_idx on auth_private.mail_sends (key, sent_at desc);
create index mail_sends_sent_at_idx on auth_private.mail_sends (sent_at);

-- Requests per network, as token buckets: a bucket is empty until `full_at` minus its period. Keys are digests.
create table auth_private.allowances (
  key bytea primary key,
  full_at timestamptz not null
);
create index allowances_full_at_idx on auth_private.allowances (full_at);

-- ES256 key pairs; the private half is sealed with AUTH_SECRET.
create table auth_private.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  -- The key is published until then; null for the newest key.
  retired_at timestamptz
);

-- The last time step that each TOTP factor accepted: a code is never accepted twice (RFC 6238, 5.2).
create table auth_private.totp_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);

create table auth_private.recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- A visit to an outside provider, from departure to return.
create table auth_private.provider_visits (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  sealed_verifier text not null,
  redirect_to text not null,
  flow_state_id uuid references auth.flow_state on delete cascade,
  link_to_user_id uuid references auth.users on delete cascade,
  created_at timestamptz not null
);
create index provider_visits_created_at_idx on auth_private.provider_visits (created_at);

-- Only the server reads these. Supabase grants the API roles nothing on GoTrue's tables either.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.audit_log_entries enable row level security;
