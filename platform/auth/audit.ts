import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Auth } from "./auth.ts"

/** Actions and their log type, as GoTrue writes them to auth.audit_log_entries. */
const kinds = {
  login: "account",
  logout: "account",
  user_signedup: "team",
  user_repeated_signup: "user",
  user_confirmation_requested: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_updated_password: "user",
  user_modified: "user",
  user_invited: "team",
  user_deleted: "team",
  token_refreshed: "token",
  token_revoked: "token",
  factor_in_progress: "factor",
  factor_unenrolled: "factor",
  factor_deleted: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  passkey_created: "factor",
  passkey_deleted: "factor",
  generate_recovery_codes: "recovery_codes",
  recovery_codes_deleted: "recovery_codes",
  identity_unlinked: "user",
} as const

export type AuditAction = keyof typeof kinds

export interface AuditActor {
  id: string
  email: string | null
  phone?: string | null
}

/** The actor of requests made with the secret key. */
export const serviceActor: AuditActor = { id: "00000000-0000-0000-0000-000000000000", email: "service_role" }

/** Records an action in the transaction that performs it. `traits` must not contain secrets. */
export async function audit(
  auth: Pick<Auth, "now">,
  db: Db,
  action: AuditAction,
  actor: AuditActor,
  ip: string | null,
  traits: Record<string, unknown> = {},
): Promise<void> {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email || actor.phone || "",
    actor_via_sso: false,
    log_type: kinds[action],
    ...(Object.keys(traits).length > 0 ? { traits } : {}),
  }
  await db.sql`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    values (${randomUUID()}, ${db.sql.json(payload)}, ${auth.now()}, ${ip ?? ""})`
}
