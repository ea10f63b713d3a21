import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import type { UserRow } from "../users/row.ts"
import {
  authenticationResponse,
  checkAuthentication,
  checkRegistration,
  creationOptions,
  registrationResponse,
  requestOptions,
  type StoredKey,
} from "../webauthn/ceremony.ts"
import type { StoredFactor } from "./find.ts"

/** The key of a factor as stored in mfa_factors.web_authn_credential. */
const storedCredential = z.object({ id: z.string(), public_key: z.string(), sign_count: z.number() })

/** What the client sends to verify; `rpId` and `rpOrigins` are the client's own view and are ignored. */
export const webauthnFields = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("create"), credential_response: registrationResponse }),
    z.object({ type: z.literal("request"), credential_response: authenticationResponse }),
  ])
  .nullish()

type WebauthnAnswer = NonNullable<z.output<typeof webauthnFields>>

async function keyOf(db: Db, factorId: string): Promise<StoredKey | null> {
  const [row] = (await db.sql`
    select web_authn_credential as credential from auth.mfa_factors where id = ${factorId}`) as [
    { credential: unknown },
  ]
  if (row.credential === null) return null
  const { id, public_key: key, sign_count: counter } = storedCredential.parse(row.credential)
  return { credentialId: id, publicKey: new Uint8Array(Buffer.from(key, "base64url")), counter }
}

/** The options of a challenge: to create a key if the factor has none, otherwise to use the existing one. */
export async function webauthnOptions(auth: Auth, db: Db, user: UserRow, factor: StoredFactor) {
  const key = await keyOf(db, factor.id)
  if (key)
    return {
      type: "request" as const,
      publicKey: await requestOptions(auth, { allowed: [key.credentialId], verification: "preferred" }),
    }
  const given = { existing: [], verification: "preferred", discoverable: false } as const
  return { type: "create" as const, publicKey: await creationOptions(auth, user, given) }
}

/**
 * Verifies the response to a challenge of a factor and stores its key or counter. The caller holds a lock on the
 * factor's row. Throws webauthn_verification_failed.
 */
export async function checkWebauthnFactor(
  auth: Auth,
  db: Db,
  factor: StoredFactor,
  { challenge, answer }: { challenge: string; answer: WebauthnAnswer },
): Promise<void> {
  const key = await keyOf(db, factor.id)
  const terms = { challenge, verification: "preferred" } as const
  if (answer.type === "create") {
    if (key) throw otherAnswer("request")
    const { credential, aaguid } = await checkRegistration(auth, answer.credential_response, terms)
    return store(auth, db, factor.id, {
      aaguid,
      key: { credentialId: credential.id, publicKey: credential.publicKey, counter: credential.counter },
    })
  }
  if (!key) throw otherAnswer("create")
  if (answer.credential_response.id !== key.credentialId)
    throw new Refusal(400, "webauthn_verification_failed", "Another security key belongs to this factor")
  const checked = { ...terms, key, userId: factor.user_id }
  const { newCounter } = await checkAuthentication(auth, answer.credential_response, checked)
  await store(auth, db, factor.id, { key: { ...key, counter: newCounter } })
}

const otherAnswer = (type: WebauthnAnswer["type"]) =>
  new Refusal(400, "validation_failed", `webauthn.type must be "${type}"`)

async function store(
  auth: Auth,
  db: Db,
  factorId: string,
  { key, aaguid }: { key: StoredKey; aaguid?: string },
): Promise<void> {
  const credential = {
    id: key.credentialId,
    public_key: Buffer.from(key.publicKey).toString("base64url"),
    sign_count: key.counter,
  }
  await db.sql`
    update auth.mfa_factors set web_authn_credential = ${db.sql.json(credential)}, updated_at = ${auth.now()},
      web_authn_aaguid = coalesce(${aaguid ?? null}::uuid, web_authn_aaguid)
    where id = ${factorId}`
}
