import type { Db, Query } from "#ports/db.ts"

export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export interface FactorRow {
  id: string
  friendly_name: string | null
  factor_type: "totp" | "phone" | "webauthn" | "recovery_code"
  status: "verified" | "unverified"
  created_at: string
  updated_at: string
}

/** One account with its identities and factors. */
export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  identities: IdentityRow[] | null
  factors: FactorRow[] | null
}

/** `select ... from auth.users u`, to be followed by a condition. */
const selectUsers = (db: Db): Query<never> =>
  db.sql`
  select u.*,
    (select json_agg(i order by i.created_at, i.id) from auth.identities i where i.user_id = u.id) as identities,
    (select json_agg(json_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
        'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = u.id) as factors
  from auth.users u` as Query<never>

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [user] = await db.sql<UserRow>`${selectUsers(db)} where u.id = ${id} and u.deleted_at is null`
  return user ?? null
}

/** Same as findUser, but a missing account is a bug. */
export async function needUser(db: Db, id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new Error("The account disappeared in the middle of a transaction")
  return user
}

/** `email` in lower case, as users/email.ts returns it. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [user] = await db.sql<UserRow>`
    ${selectUsers(db)} where u.email = ${email} and u.is_sso_user = false and u.deleted_at is null`
  return user ?? null
}

export async function findUserByPhone(db: Db, phone: string): Promise<UserRow | null> {
  const [user] = await db.sql<UserRow>`${selectUsers(db)} where u.phone = ${phone} and u.deleted_at is null`
  return user ?? null
}

/** One page of accounts, newest first, and the total number. */
export async function listUsers(
  db: Db,
  page: { offset: number; limit: number; filter: string },
): Promise<{ users: UserRow[]; total: number }> {
  const like = `%${page.filter.replace(/[\\%_]/g, "\\$&")}%`
  const matching = page.filter
    ? db.sql`where u.email like ${like} or u.raw_user_meta_data ->> 'full_name' ilike ${like}`
    : db.sql``
  const users = await db.sql<UserRow>`
    ${selectUsers(db)} ${matching} order by u.created_at desc, u.id limit ${page.limit} offset ${page.offset}`
  const [counted] = (await db.sql`select count(*)::int as total from auth.users u ${matching}`) as [
    { total: number },
  ]
  return { users, total: counted.total }
}

export function isBanned(user: Pick<UserRow, "banned_until">, now: Date): boolean {
  return (user.banned_until?.getTime() ?? 0) > now.getTime()
}

export const hasVerifiedFactor = (user: Pick<UserRow, "factors">): boolean =>
  (user.factors ?? []).some(
    (factor) => factor.status === "verified" && factor.factor_type !== "recovery_code",
  )
