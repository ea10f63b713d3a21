import type { Db } from "#ports/db.ts"

/**
 * Ends one session of an account along with its refresh tokens. Returns false when it belongs to another
 * account.
 */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db.sql`
    delete from auth.sessions where id = ${sessionId} and user_id = ${userId} returning 1`
  return ended.length > 0
}

/** Ends every session of an account, except `except` if given. */
export async function endSessions(db: Db, userId: string, except?: string): Promise<void> {
  await db.sql`
    delete from auth.sessions where user_id = ${userId} and id is distinct from ${except ?? null}::uuid`
}

/** Ends the other sessions that have not passed a second factor. */
export async function endWeakerSessions(db: Db, userId: string, except: string): Promise<void> {
  await db.sql`
    delete from auth.sessions where user_id = ${userId} and id <> ${except} and coalesce(aal, 'aal1') < 'aal2'`
}
