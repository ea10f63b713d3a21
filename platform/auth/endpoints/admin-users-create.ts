import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { emailTaken } from "../codes/email-change.ts"
import { readBody } from "../http/body.ts"
import { requireAdmin } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { invalid, refuseDuplicate } from "../refusal.ts"
import { confirmEmail } from "../users/confirm.ts"
import { createUser } from "../users/create.ts"
import { parseEmail } from "../users/email.ts"
import { addIdentity, emailIdentityData } from "../users/identities.ts"
import { parsePhone, phoneTaken } from "../users/phone.ts"
import { presentUser } from "../users/present.ts"
import { findUserByPhone, needUser } from "../users/row.ts"
import { type AdminAttributes, adminAttributes, banEnd, checkPasswordHash } from "./admin-attributes.ts"

interface Addresses {
  email?: string
  phone?: string
}

/**
 * POST /admin/users: creates an account without sending a mail. Unconfirmed unless `email_confirm` is set.
 */
export const adminUsersCreate = (auth: Auth) => async (c: Context) => {
  const actor = await requireAdmin(auth, c)
  const body = await readBody(c, adminAttributes)
  if (!body.email && !body.phone) throw invalid("Cannot create a user without either an email or phone")
  if (body.password && body.password_hash)
    throw invalid("Only a password or a password hash should be provided")
  const addresses: Addresses = {
    ...(body.email ? { email: parseEmail(body.email) } : {}),
    ...(body.phone ? { phone: parsePhone(body.phone) } : {}),
  }
  const { phone } = addresses
  const passwordHash = await hashFor(auth, body)
  const bannedUntil = body.ban_duration ? banEnd(body.ban_duration, auth.now()) : null
  const id = await auth.db
    .transaction(async (db) => {
      if (phone && (await findUserByPhone(db, phone))) throw phoneTaken()
      const made = await create(auth, db, body, addresses, passwordHash)
      await db.sql`update auth.users set banned_until = ${bannedUntil} where id = ${made}`
      await audit(auth, db, "user_signedup", actor, clientOf(auth, c).ip, { user_id: made })
      return made
    })
    .catch(refuseDuplicate(emailTaken))
  return c.json(presentUser(await needUser(auth.db, id)))
}

async function hashFor(auth: Auth, body: AdminAttributes): Promise<string> {
  if (body.password_hash) {
    checkPasswordHash(body.password_hash)
    return body.password_hash
  }
  if (!body.password) return ""
  auth.passwordRules.checkLength(body.password)
  return auth.hasher.hash(body.password)
}

async function create(
  auth: Auth,
  db: Db,
  body: AdminAttributes,
  addresses: Addresses,
  passwordHash: string,
): Promise<string> {
  const { email, phone } = addresses
  const userMetadata = body.user_metadata ?? {}
  const id = await createUser(auth, db, {
    id: body.id ?? randomUUID(),
    ...addresses,
    ...(body.role ? { role: body.role } : {}),
    passwordHash,
    userMetadata,
    appMetadata: body.app_metadata ?? {},
    provider: email ? "email" : "phone",
  })
  if (email)
    await addIdentity(auth, db, {
      userId: id,
      provider: "email",
      providerId: id,
      data: emailIdentityData(id, email, {}, false),
    })
  if (phone)
    await addIdentity(auth, db, {
      userId: id,
      provider: "phone",
      providerId: id,
      data: { sub: id, phone, phone_verified: false },
    })
  if (email && body.email_confirm) await confirmEmail(auth, db, { id, email }, { proven: true })
  if (phone && body.phone_confirm)
    await db.sql`update auth.users set phone_confirmed_at = ${auth.now()} where id = ${id}`
  return id
}
