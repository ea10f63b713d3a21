import type { Db } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"
import { fromDatabaseError } from "./database-errors.ts"

/** How long a statement may run per role, in milliseconds: what Supabase sets for its roles. 0 is without end. */
const statementTimeoutMs: Record<string, string> = { anon: "3000", authenticated: "8000" }

/**
 * From here to the end of the transaction row-level security decides: statements run with the role and the claims of the
 * caller. What is sent right after it travels with it.
 */
export function takeRole(db: Db, caller: Caller, operation: string): void {
  const { role, claims } = caller
  // A failure of this statement fails the next one, and with it the transaction.
  db.sql`
    select set_config('role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ ...claims, role })}, true),
      set_config('request.jwt.claim.sub', ${caller.userId ?? ""}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('storage.operation', ${operation}, true),
      set_config('statement_timeout', ${statementTimeoutMs[role] ?? "0"}, true)
  `.then(undefined, () => {})
}

/** One transaction whose errors of PostgreSQL are refusals. */
export async function transact<T>(db: Db, work: (db: Db) => PromiseLike<T>): Promise<T> {
  try {
    return await db.transaction(async (inner) => work(inner))
  } catch (error) {
    throw fromDatabaseError(error) ?? error
  }
}

/** One transaction that runs as the caller from its first statement. */
export function asCaller<T>(
  db: Db,
  { caller, operation }: { caller: Caller; operation: string },
  work: (db: Db) => PromiseLike<T>,
): Promise<T> {
  return transact(db, async (inner) => {
    takeRole(inner, caller, operation)
    return work(inner)
  })
}

class RolledBack extends Error {}

/** Does what `work` does, and undoes it: whether the caller may. Throws the refusal when not. */
export async function rehearse(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  try {
    await transact(db, async (inner) => {
      await work(inner)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}
