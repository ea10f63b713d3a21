import type { Db } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"
import { fromDatabaseError } from "./database-errors.ts"

/** How long a statement may run per role, in milliseconds: Supabase's settings for its roles. 0 means no limit. */
const statementTimeoutMs: Record<string, string> = { anon: "3000", authenticated: "8000" }

/**
 * Applies row-level security to the rest of the transaction: statements run with the role and the claims of the caller.
 * A statement sent right after it is pipelined with it.
 */
export function takeRole(db: Db, caller: Caller, operation: string): void {
  const { role, claims } = caller
  // If this statement fails, so does the next one, and with it the transaction.
  db.sql`
    select set_config('role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ ...claims, role })}, true),
      set_config('request.jwt.claim.sub', ${caller.userId ?? ""}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('storage.operation', ${operation}, true),
      set_config('statement_timeout', ${statementTimeoutMs[role] ?? "0"}, true)
  `.then(undefined, () => {})
}

/** Runs a transaction and converts PostgreSQL errors to refusals. */
export async function transact<T>(db: Db, work: (db: Db) => PromiseLike<T>): Promise<T> {
  try {
    return await db.transaction(async (inner) => work(inner))
  } catch (error) {
    throw fromDatabaseError(error) ?? error
  }
}

/** Runs a transaction as the caller from its first statement. */
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

/** Runs `work` and rolls it back, to check whether the caller may do it. Throws a refusal if not. */
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
