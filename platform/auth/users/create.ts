import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { audience } from "../keys/access-token.ts"
import { addIdentity, emailIdentityData } from "./identities.ts"

interface NewUser {
  id?: string
  email?: string
  phone?: string
  /** A bcrypt hash, never the password. */
  passwordHash?: string
  userMetadata?: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  role?: string
  /** "email", "phone", "google" ... ; absent for an anonymous account. */
  provider?: string
  invited?: boolean
}

/**
 * Adds an unconfirmed account without identities and returns its id. A taken address is a unique violation.
 */
export async function createUser(auth: Auth, db: Db, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID()
  const now = auth.now()
  const appMetadata = {
    ...user.appMetadata,
    ...(user.provider ? { provider: user.provider, providers: [user.provider] } : {}),
  }
  await db.sql`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at, invited_at, is_anonymous)
    values (
      '00000000-0000-0000-0000-000000000000', ${id}, ${audience}, ${user.role ?? "authenticated"},
      ${user.email ?? null}, ${user.phone ?? null}, ${user.passwordHash ?? ""},
      ${db.sql.json(appMetadata)}, ${db.sql.json(user.userMetadata ?? {})},
      ${now}, ${now}, ${user.invited ? now : null}, ${!user.provider})`
  return id
}

/**
 * Adds an unconfirmed account with this address and its identity, and returns its id. A taken address is a unique
 * violation. `claimed` is what the member said at sign-up, which the identity repeats.
 */
export async function createEmailUser(
  auth: Auth,
  db: Db,
  user: Pick<NewUser, "passwordHash" | "userMetadata" | "invited"> & { email: string },
  claimed: Record<string, unknown> = {},
): Promise<string> {
  const id = await createUser(auth, db, { ...user, provider: "email" })
  const data = emailIdentityData(id, user.email, claimed, false)
  await addIdentity(auth, db, { userId: id, provider: "email", providerId: id, data })
  return id
}
