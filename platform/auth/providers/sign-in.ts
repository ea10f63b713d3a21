import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { Refusal } from "../refusal.ts"
import { confirmEmail } from "../users/confirm.ts"
import { createUser } from "../users/create.ts"
import { isEmail } from "../users/email.ts"
import { addIdentity } from "../users/identities.ts"
import { findUserByEmail, isBanned, needUser, type UserRow } from "../users/row.ts"
import type { Provider, ProviderProfile } from "./provider.ts"

/**
 * Finds the account of a person who signed in through a provider: the one linked to that identity, else the
 * one with the same verified address, else a new one. An address that the provider has not verified is
 * refused. Throws when the account may not be used.
 */
export async function userForProfile(
  auth: Auth,
  db: Db,
  provider: Provider["name"],
  profile: ProviderProfile,
  client: Client,
): Promise<UserRow> {
  const known = await findIdentity(db, provider, profile.id)
  const id = known ?? (await tieOrCreate(auth, db, provider, profile, client))
  const now = auth.now()
  // Apple says the name only once.
  await db.sql`
    update auth.identities set last_sign_in_at = ${now}, updated_at = ${now},
      identity_data = jsonb_strip_nulls(jsonb_build_object(
        'name', identity_data -> 'name', 'full_name', identity_data -> 'full_name'
      )) || ${db.sql.json(identityData(profile))}
    where provider = ${provider} and provider_id = ${profile.id}`
  const user = await needUser(db, id)
  if (isBanned(user, now)) throw new Refusal(403, "user_banned", "User is banned")
  return user
}

/** Links a provider to the account of a signed-in member. Throws identity_already_exists. */
export async function tieToUser(
  auth: Auth,
  db: Db,
  userId: string,
  provider: Provider["name"],
  profile: ProviderProfile,
): Promise<UserRow> {
  const owner = await findIdentity(db, provider, profile.id)
  if (owner)
    throw new Refusal(
      422,
      "identity_already_exists",
      owner === userId ? "Identity is already linked" : "Identity is already linked to another user",
    )
  await addIdentity(auth, db, { userId, provider, providerId: profile.id, data: identityData(profile) })
  return needUser(db, userId)
}

async function findIdentity(db: Db, provider: string, providerId: string): Promise<string | null> {
  const [row] = await db.sql<{ user_id: string }>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${providerId}`
  return row?.user_id ?? null
}

async function tieOrCreate(
  auth: Auth,
  db: Db,
  provider: Provider["name"],
  profile: ProviderProfile,
  client: Client,
): Promise<string> {
  const { email } = profile
  if (!email || !isEmail(email) || !profile.emailVerified)
    throw new Refusal(422, "provider_email_needs_verification", `Unverified email with ${provider}`)
  const existing = await findUserByEmail(db, email)
  if (!existing && !auth.config.signUps)
    throw new Refusal(422, "signup_disabled", "Signups not allowed for this instance")
  if (existing && !existing.email_confirmed_at) {
    // Set by somebody who never proved the mailbox, so the password and names are removed.
    await db.sql`
      update auth.users set encrypted_password = '', raw_user_meta_data = ${db.sql.json(profile.details)}
      where id = ${existing.id}`
    await db.sql`delete from auth_private.contested_sign_ups where user_id = ${existing.id}`
    await db.sql`delete from auth.identities where user_id = ${existing.id}`
  }
  const id = existing?.id ?? (await createUser(auth, db, { email, userMetadata: profile.details, provider }))
  await addIdentity(auth, db, { userId: id, provider, providerId: profile.id, data: identityData(profile) })
  if (!existing?.email_confirmed_at) {
    await confirmEmail(auth, db, { id, email }, { proven: true, withIdentity: false })
    await audit(auth, db, "user_signedup", { id, email }, client.ip, { provider })
  }
  return id
}

const identityData = (profile: ProviderProfile) => ({
  ...profile.details,
  sub: profile.id,
  provider_id: profile.id,
  ...(profile.email ? { email: profile.email } : {}),
  email_verified: profile.emailVerified,
})
