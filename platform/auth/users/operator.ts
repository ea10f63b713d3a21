import type { Db } from "#ports/db.ts"
import type { UserRow } from "./row.ts"

/** The values of app_metadata.role that row-level security and functions check in the token. */
const roles = ["owner", "helper", "moderator", "writer", "host"] as const
type OperatorRole = (typeof roles)[number]

/** The role that an account holds as an operator; null for members. */
export function roleOf(user: Pick<UserRow, "raw_app_meta_data">): OperatorRole | null {
  return roles.find((role) => role === user.raw_app_meta_data?.role) ?? null
}

export async function grantOperator(
  db: Db,
  userId: string,
  { role, now }: { role: OperatorRole; now: Date },
): Promise<void> {
  await db.sql`
    update auth.users set updated_at = ${now},
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || ${db.sql.json({ role })}
    where id = ${userId}`
}

/** Gives the confirmed account of `email` a role, effective with its next token. */
export async function addOperator(
  db: Db,
  email: string,
  { role, now }: { role: OperatorRole; now: Date },
): Promise<{ ok: true } | { ok: false; code: "not_found" | "not_confirmed" }> {
  const [user] = await db.sql<{ id: string; email_confirmed_at: Date | null }>`
    select id, email_confirmed_at from auth.users where email = ${email.trim().toLowerCase()} and deleted_at is null`
  if (!user) return { ok: false, code: "not_found" }
  if (!user.email_confirmed_at) return { ok: false, code: "not_confirmed" }
  await grantOperator(db, user.id, { role, now })
  return { ok: true }
}

/** Removes the role and ends the account's sessions, so that no refreshed token carries it. */
export async function revokeOperator(db: Db, userId: string, now: Date): Promise<void> {
  await db.sql`
    update auth.users set updated_at = ${now}, raw_app_meta_data = raw_app_meta_data - 'role' where id = ${userId}`
  await db.sql`delete from auth.sessions where user_id = ${userId}`
}

/** The same by the address. */
export async function removeOperator(
  db: Db,
  email: string,
  now: Date,
): Promise<{ ok: true } | { ok: false; code: "not_found" }> {
  return db.transaction(async (tx) => {
    const [user] = await tx.sql<{ id: string }>`
      select id from auth.users
      where email = ${email.trim().toLowerCase()} and raw_app_meta_data ->> 'role' in ${tx.sql([...roles])}`
    if (!user) return { ok: false, code: "not_found" as const }
    await revokeOperator(tx, user.id, now)
    return { ok: true as const }
  })
}

export interface Operator {
  email: string
  role: OperatorRole
  lastSignInAt: Date | null
  /** Whether a second factor is enrolled. */
  secured: boolean
}

export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db.sql<{
    email: string
    role: OperatorRole
    last_sign_in_at: Date | null
    secured: boolean
  }>`
    select u.email, u.raw_app_meta_data ->> 'role' as role, u.last_sign_in_at,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as secured
    from auth.users u
    where u.raw_app_meta_data ->> 'role' in ${db.sql([...roles])} and u.deleted_at is null
    order by u.email`
  return rows.map((row) => ({
    email: row.email,
    role: row.role,
    lastSignInAt: row.last_sign_in_at,
    secured: row.secured,
  }))
}
