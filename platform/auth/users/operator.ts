import type { Db } from "#domain/world.ts"

/** The value of app_metadata.role that row-level security and functions check in the token. */
export const operatorRole = "operator"

export async function grantOperator(db: Db, userId: string, now: Date): Promise<void> {
  await db.sql`
    update auth.users set updated_at = ${now},
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || ${db.sql.json({ role: operatorRole })}
    where id = ${userId}`
}

/** Makes the confirmed account of `email` an operator, effective with its next token. */
export async function addOperator(
  db: Db,
  email: string,
  now: Date,
): Promise<{ ok: true } | { ok: false; code: "not_found" | "not_confirmed" }> {
  const [user] = await db.sql<{ id: string; email_confirmed_at: Date | null }>`
    select id, email_confirmed_at from auth.users where email = ${email.trim().toLowerCase()} and deleted_at is null`
  if (!user) return { ok: false, code: "not_found" }
  if (!user.email_confirmed_at) return { ok: false, code: "not_confirmed" }
  await grantOperator(db, user.id, now)
  return { ok: true }
}

/** Takes the role away and ends the account's sessions, so that no refreshed token carries it. */
export async function removeOperator(
  db: Db,
  email: string,
  now: Date,
): Promise<{ ok: true } | { ok: false; code: "not_found" }> {
  return db.transaction(async (tx) => {
    const [user] = await tx.sql<{ id: string }>`
      update auth.users set updated_at = ${now}, raw_app_meta_data = raw_app_meta_data - 'role'
      where email = ${email.trim().toLowerCase()} and raw_app_meta_data ->> 'role' = ${operatorRole}
      returning id`
    if (!user) return { ok: false, code: "not_found" as const }
    await tx.sql`delete from auth.sessions where user_id = ${user.id}`
    return { ok: true as const }
  })
}

export interface Operator {
  email: string
  lastSignInAt: Date | null
  /** Has a second factor enrolled. */
  secured: boolean
}

export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db.sql<{ email: string; last_sign_in_at: Date | null; secured: boolean }>`
    select u.email, u.last_sign_in_at,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as secured
    from auth.users u
    where u.raw_app_meta_data ->> 'role' = ${operatorRole} and u.deleted_at is null
    order by u.email`
  return rows.map((row) => ({ email: row.email, lastSignInAt: row.last_sign_in_at, secured: row.secured }))
}
