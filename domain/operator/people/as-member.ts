import type { Db } from "#ports/db.ts"

/**
 * Runs `work` in a read-only transaction with the member's role and claims, so that row-level security decides what is seen and
 * the database refuses every change.
 */
export function asMember<Result>(db: Db, userId: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (inside) => {
    const claims = JSON.stringify({ sub: userId, role: "authenticated", aal: "aal2" })
    await inside.sql`set transaction read only`
    await inside.sql`
      select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${userId}, true), set_config('request.jwt.claim.role', 'authenticated', true)`
    return await work(inside)
  })
}
