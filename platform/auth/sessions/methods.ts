import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import type { AuthenticationMethod } from "../keys/access-token.ts"

/** Records an authentication method of the session (amr, RFC 8176); a repeat updates its time. */
export async function noteMethod(auth: Auth, db: Db, sessionId: string, method: string): Promise<void> {
  const now = auth.now()
  await db.sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`
}

/** Newest first, as clients expect. */
export async function methodsOf(db: Db, sessionId: string): Promise<AuthenticationMethod[]> {
  const rows = await db.sql<{ authentication_method: string; updated_at: Date }>`
    select authentication_method, updated_at from auth.mfa_amr_claims
    where session_id = ${sessionId} order by updated_at desc, authentication_method desc`
  return rows.map((row) => ({
    method: row.authentication_method,
    timestamp: Math.floor(row.updated_at.getTime() / 1000),
  }))
}
