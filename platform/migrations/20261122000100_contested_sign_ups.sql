-- Accounts with an unconfirmed address for which a second sign-up gave a different password. The person who confirms
-- the mailbox chooses the password (platform/auth/users/contested.ts).
create table auth_private.contested_sign_ups (
  user_id uuid primary key references auth.users on delete cascade,
  contested_at timestamptz not null
);
