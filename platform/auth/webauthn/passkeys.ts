import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { Refusal } from "../refusal.ts"
import type { StoredKey } from "./ceremony.ts"

export interface Passkey extends StoredKey {
  id: string
  user_id: string
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

const columns = (db: Db) => db.sql`
  id, user_id, credential_id, public_key, sign_count, friendly_name, created_at, last_used_at`

interface Row extends Omit<Passkey, keyof StoredKey> {
  credential_id: Buffer
  public_key: Buffer
  sign_count: string
}

const read = ({ credential_id: id, public_key: key, sign_count: count, ...rest }: Row): Passkey => ({
  ...rest,
  credentialId: id.toString("base64url"),
  publicKey: new Uint8Array(key),
  counter: Number(count),
})

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db.sql<Row>`
    select ${columns(db)} from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`
  return rows.map(read)
}

/** Finds the passkey with which an authenticator responded, and locks its row. */
export async function lockPasskeyByCredential(db: Db, credentialId: string): Promise<Passkey | null> {
  const [row] = await db.sql<Row>`
    select ${columns(db)} from auth.webauthn_credentials
    where credential_id = ${Buffer.from(credentialId, "base64url")} for update`
  return row ? read(row) : null
}

/** Finds an account's own passkey and locks its row. Throws 404 for any other id. */
export async function lockPasskey(db: Db, userId: string, id: string): Promise<Passkey> {
  const [row] = z.uuid().safeParse(id).success
    ? await db.sql<Row>`
        select ${columns(db)} from auth.webauthn_credentials where id = ${id} and user_id = ${userId} for update`
    : []
  if (!row) throw new Refusal(404, "webauthn_credential_not_found", "Passkey not found")
  return read(row)
}

export const presentPasskey = (passkey: Passkey) => ({
  id: passkey.id,
  ...(passkey.friendly_name ? { friendly_name: passkey.friendly_name } : {}),
  created_at: passkey.created_at.toISOString(),
  ...(passkey.last_used_at ? { last_used_at: passkey.last_used_at.toISOString() } : {}),
})

/** The name of a passkey in mails. */
export const passkeyName = ({ friendly_name: name }: Pick<Passkey, "friendly_name">): string =>
  name ? `The passkey “${name}”` : "A passkey"
