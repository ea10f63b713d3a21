import type { Db } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"

/** Applies row-level security to the rest of the transaction, with the caller's role and claims. */
export async function takeRole(db: Db, { role, claims, userId }: Caller, topic = ""): Promise<void> {
  await db.sql`
    select set_config('role', ${role}, true),
      set_config('realtime.topic', ${topic}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ ...claims, role })}, true),
      set_config('request.jwt.claim.sub', ${userId ?? ""}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('statement_timeout', '3000', true)
  `
}
