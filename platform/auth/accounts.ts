import type { Accounts } from "#ports/accounts.ts"
import { configFrom } from "./options.ts"
import { endSession, endSessions } from "./sessions/end.ts"
import { isOver } from "./sessions/lifetime.ts"
import { listSessions } from "./sessions/list.ts"
import { deleteUser } from "./users/delete.ts"
import { exportAuthData } from "./users/export.ts"
import { grantOperator, revokeOperator, roleOf } from "./users/operator.ts"
import { findUser, hasVerifiedFactor, isBanned } from "./users/row.ts"

/**
 * Account queries the product needs, run directly on GoTrue's tables. They work on the built-in auth schema
 * and, when SUPABASE_URL is set, on the database of the Supabase project.
 */
export function createAccounts(now: () => Date): Accounts {
  const config = configFrom()
  return {
    async find(db, userId) {
      const user = await findUser(db, userId)
      if (!user || isBanned(user, now())) return null
      const fullName = user.raw_user_meta_data?.full_name
      return {
        id: user.id,
        email: user.email,
        fullName: typeof fullName === "string" ? fullName : null,
        secured: hasVerifiedFactor(user),
        role: roleOf(user),
      }
    },
    async sessions(db, userId) {
      const at = now()
      const sessions = await listSessions(db, userId, at)
      return sessions
        .filter(
          ({ createdAt: created_at, lastUsedAt: refreshed_at }) =>
            // An expired session stays in its table until the hourly tidying. Its own end was compared above.
            !isOver({ created_at, refreshed_at, not_after: null }, at, config),
        )
        .map(({ id, createdAt, lastUsedAt, device, ip }) => ({ id, createdAt, lastUsedAt, device, ip }))
    },
    endSession,
    export: exportAuthData,
    async ban(db, userId, until) {
      const found = await db.sql`
        update auth.users set banned_until = ${until}, updated_at = ${now()}
        where id = ${userId} and deleted_at is null returning 1`
      if (until) await endSessions(db, userId)
      return found.length > 0
    },
    async confirm(db, userId) {
      const found = await db.sql`
        update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${now()}), updated_at = ${now()}
        where id = ${userId} and deleted_at is null and email is not null returning 1`
      return found.length > 0
    },
    async setRole(db, userId, role) {
      const found = await findUser(db, userId)
      if (!found) return false
      if (role) await grantOperator(db, userId, { role, now: now() })
      else await revokeOperator(db, userId, now())
      return true
    },
    remove: (db, userId) => deleteUser({ now }, db, userId, { actor: { id: userId, email: null }, ip: null }),
  }
}
