import type { Db } from "#ports/db.ts"
import { listSessions } from "../sessions/list.ts"
import { listPasskeys, presentPasskey } from "../webauthn/passkeys.ts"
import { presentUser } from "./present.ts"
import { findUser } from "./row.ts"

/**
 * Everything stored about how a member signs in, for "export my data". Contains no secrets. Null when there
 * is no such account.
 */
export async function exportAuthData(db: Db, userId: string): Promise<Record<string, unknown> | null> {
  const user = await findUser(db, userId)
  if (!user) return null
  const events = await db.sql<{ action: string; created_at: Date; ip_address: string }>`
    select payload ->> 'action' as action, created_at, ip_address from auth.audit_log_entries
    where payload ->> 'actor_id' = ${userId} order by created_at`
  return {
    account: presentUser(user),
    passkeys: (await listPasskeys(db, userId)).map(presentPasskey),
    sessions: await listSessions(db, userId),
    events: events.map((event) => ({
      action: event.action,
      at: event.created_at.toISOString(),
      from: event.ip_address,
    })),
  }
}
