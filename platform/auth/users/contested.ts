import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { findUserByEmail, type UserRow } from "./row.ts"

/** The values of a sign-up, with the hash of its password and the state of the account that has the address. */
export interface GivenPassword {
  passwordHash: string
  /** The stored hash that the given password was found to match; null when it matched none. */
  matches: string | null
}

/**
 * Hashes a password and compares it with the one that is stored for an address. Both are done for every address, so
 * that the response time does not reveal which ones exist. To be called outside a transaction: hashing takes its time.
 */
export async function hashGivenPassword(auth: Auth, email: string, password: string): Promise<GivenPassword> {
  const stored = (await findUserByEmail(auth.db, email))?.encrypted_password
  const passwordHash = await auth.hasher.hash(password)
  const matches = await auth.hasher.verify(password, stored)
  return { passwordHash, matches: matches && stored ? stored : null }
}

export const isSamePassword = (user: UserRow, { matches }: GivenPassword): boolean =>
  matches !== null && user.encrypted_password === matches

/**
 * Handles a repeated sign-up with an address that nobody has proven. The first sign-up's values are kept. If the
 * passwords differ, one of the two may be a stranger's, so the account is marked, and the person who proves the mailbox
 * chooses a password.
 */
export async function signUpAgain(auth: Auth, db: Db, user: UserRow, given: GivenPassword): Promise<void> {
  if (isSamePassword(user, given)) return
  await db.sql`
    insert into auth_private.contested_sign_ups (user_id, contested_at) values (${user.id}, ${auth.now()})
    on conflict do nothing`
}

/** To be called when the mailbox is proven: removes a contested password and asks for a new one. */
export async function settleContested(auth: Auth, db: Db, userId: string): Promise<void> {
  const contested = await db.sql`
    delete from auth_private.contested_sign_ups where user_id = ${userId} returning 1`
  if (contested.length > 0) await forgetPassword(auth, db, userId)
}

/**
 * Removes the password and sets `choose_password` in app_metadata, by which the page knows to ask for a new one;
 * setting a password clears it.
 */
export async function forgetPassword(auth: Auth, db: Db, userId: string): Promise<void> {
  await db.sql`
    update auth.users set encrypted_password = '', updated_at = ${auth.now()},
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"choose_password": true}'
    where id = ${userId}`
}

/** Stores the hash of a password that the owner or an administrator chose. */
export async function setPassword(auth: Auth, db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.sql`
    update auth.users set encrypted_password = ${passwordHash}, reauthentication_token = '',
      updated_at = ${auth.now()}, raw_app_meta_data = raw_app_meta_data - 'choose_password'
    where id = ${userId}`
}
