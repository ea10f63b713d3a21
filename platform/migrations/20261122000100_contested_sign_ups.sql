-- Accounts whose address nobody has proven, and for which a second sign-up gave another password than the first.
-- Whoever proves the mailbox chooses the password (platform/auth/users/contested.ts).
create table auth_private.contested_sign_ups (
  user_id uuid primary key references auth.users on delete cascade,
  contested_at timestamptz not null
);
