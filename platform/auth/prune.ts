import type { Db } from "#ports/db.ts"
import type { AuthConfig } from "./options.ts"

const days = (count: number) => count * 86_400_000

/**
 * Removes expired rows and outdated rate-limit counters. Run it about hourly; safe at any time and from many processes.
 * Spent refresh tokens are kept for a week, so that their reuse is still detected.
 */
export async function prune(
  db: Db,
  now: Date,
  config: Pick<AuthConfig, "sessionInactivityS" | "sessionTimeboxS">,
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.sql`delete from auth.flow_state where created_at < ${before(days(1))}`
  await db.sql`
    delete from auth.one_time_tokens t using auth_private.one_time_codes c
    where c.token_id = t.id and c.expires_at < ${before(days(1))}`
  await db.sql`delete from auth.mfa_challenges where created_at < ${before(days(1))}`
  await db.sql`delete from auth.webauthn_challenges where expires_at < ${before(3_600_000)}`
  await db.sql`delete from auth_private.provider_visits where created_at < ${before(days(1))}`
  await db.sql`delete from auth_private.mail_sends where sent_at < ${before(7_200_000)}`
  await db.sql`delete from auth_private.allowances where full_at < ${now}`
  await db.sql`delete from auth_private.attempts where last_failed_at < ${before(days(2))}`
  await db.sql`delete from auth_private.known_networks where last_used_at < ${before(days(90))}`
  await db.sql`delete from auth_private.signing_keys where retired_at < ${before(days(1))}`
  await db.sql`delete from auth.refresh_tokens where revoked and updated_at < ${before(days(7))}`
  if (config.sessionInactivityS !== null)
    await db.sql`
      delete from auth.sessions
      where coalesce(refreshed_at at time zone 'utc', created_at) < ${before(config.sessionInactivityS * 1000)}`
  if (config.sessionTimeboxS !== null)
    await db.sql`delete from auth.sessions where created_at < ${before(config.sessionTimeboxS * 1000)}`
  await db.sql`delete from auth.audit_log_entries where created_at < ${before(days(365))}`
  // Never confirmed and never signed in: the address may belong to somebody who did not sign up.
  await db.sql`
    delete from auth.users
    where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
      and invited_at is null and not is_anonymous and deleted_at is null and created_at < ${before(days(30))}
      and not exists (select from auth.one_time_tokens t where t.user_id = users.id)`
}
