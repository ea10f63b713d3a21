import { createHash } from "node:crypto"
import type { Db } from "#ports/db.ts"
import { type AuditActor, audit } from "../audit.ts"
import type { Auth } from "../auth.ts"

/**
 * Deletes the account and everything attached to it (sessions, factors, codes) in the transaction of `db`.
 * Its audit rows remain, without its address. Returns false when there is no such account.
 */
export async function deleteUser(
  auth: Pick<Auth, "now">,
  db: Db,
  userId: string,
  by: { actor: AuditActor; ip: string | null },
): Promise<boolean> {
  const [gone] = await db.sql<{ id: string }>`delete from auth.users where id = ${userId} returning id`
  if (!gone) return false
  await forgetAddress(db, userId)
  const self = by.actor.id === userId
  await audit(auth, db, "user_deleted", self ? { id: userId, email: null } : by.actor, by.ip, {
    user_id: userId,
  })
  return true
}

/**
 * Keeps only the id and digests of the addresses, so that the same person is recognized. Cannot be undone.
 */
export async function softDeleteUser(
  auth: Auth,
  db: Db,
  userId: string,
  by: { actor: AuditActor; ip: string | null },
): Promise<boolean> {
  const [user] = await db.sql<{ email: string | null; phone: string | null }>`
    select email, phone from auth.users where id = ${userId} and deleted_at is null for update`
  if (!user) return false
  const now = auth.now()
  const digest = (value: string | null) =>
    value ? createHash("sha256").update(`${userId}${value}`).digest("base64url") : null
  await db.sql`
    update auth.users set
      email = ${digest(user.email)}, phone = ${digest(user.phone)?.slice(0, 15) ?? null}, encrypted_password = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', email_change = '', phone_change = '',
      deleted_at = ${now}, updated_at = ${now}
    where id = ${userId}`
  await db.sql`delete from auth.identities where user_id = ${userId}`
  await db.sql`delete from auth.sessions where user_id = ${userId}`
  await db.sql`delete from auth.one_time_tokens where user_id = ${userId}`
  await db.sql`delete from auth.mfa_factors where user_id = ${userId}`
  await forgetAddress(db, userId)
  await audit(auth, db, "user_deleted", by.actor, by.ip, { user_id: userId })
  return true
}

async function forgetAddress(db: Db, userId: string): Promise<void> {
  await db.sql`delete from auth.flow_state where user_id = ${userId}`
  await db.sql`
    update auth.audit_log_entries
    set payload = (payload::jsonb || '{"actor_username": ""}' #- '{traits,user_email}')::json, ip_address = ''
    where payload ->> 'actor_id' = ${userId} or payload -> 'traits' ->> 'user_id' = ${userId}`
}
