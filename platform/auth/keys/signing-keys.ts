import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose"
import type { Db } from "#ports/db.ts"
import type { Secrets } from "../crypto/secrets.ts"

/** The curve and hash of every token issued here (RFC 7518, 3.4). */
export const algorithm = "ES256"

/** Clients and other servers cache the published keys this long (spec: signing-key cache 10 min). */
export const jwksCacheS = 600

interface KeyRow {
  kid: string
  public_jwk: JWK
  sealed_private_jwk: string
  signs_from: Date
  retired_at: Date | null
}

type PublicKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>

interface LoadedKey extends KeyRow {
  verifyKey: PublicKey
}

export interface SigningKeys {
  /**
   * Reloads the keys when they are stale. Await this before starting a transaction that signs something: the
   * reload needs its own connection, and waiting for one while holding another can exhaust the pool.
   */
  refresh(): Promise<void>
  /** The current private signing key and its id. */
  signer(): Promise<{ kid: string; key: PublicKey }>
  /** The public key with that id, or null. Reloads from the database for an unknown id. */
  verifier(kid: string): Promise<PublicKey | null>
  /** Public keys for /.well-known/jwks.json, newest first. */
  published(): Promise<JWK[]>
  /**
   * The id of the current signing key if it was sealed under another AUTH_SECRET, so that nothing can be signed;
   * otherwise null.
   */
  sealedElsewhere(): Promise<string | null>
  /**
   * Creates a key pair that starts signing eleven minutes later, or with `atOnce` immediately, for when the old one cannot be
   * opened; the old one stays published until its last token has expired.
   */
  rotate(options?: { atOnce?: boolean }): Promise<{ kid: string; signsFrom: Date }>
}

/** How long a loaded set is used before the database is queried again. */
const reloadMs = 60_000
/** At most one reload in this period for unknown ids, so that forged tokens do not reach the database. */
const unknownReloadMs = 5_000

interface SigningKeysOptions {
  db: Db
  now: () => Date
  secrets: Secrets
  accessTokenLifetimeS: number
}

export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { db, now, secrets } = options
  let loaded: { keys: LoadedKey[]; at: number } | undefined
  let loading: Promise<LoadedKey[]> | undefined
  let signing: { kid: string; key: PublicKey } | undefined

  async function load(): Promise<LoadedKey[]> {
    await addKey(options, { onlyIfNone: true })
    const rows = await db.sql<KeyRow>`
      select kid, public_jwk, sealed_private_jwk, signs_from, retired_at from auth_private.signing_keys
      where retired_at is null or retired_at > ${now()}
      order by signs_from desc, kid`
    const keys = await Promise.all(
      rows.map(async (row) => ({ ...row, verifyKey: await asymmetric(row.public_jwk) })),
    )
    loaded = { keys, at: now().getTime() }
    return keys
  }

  function keys(maxAgeMs = reloadMs): Promise<LoadedKey[]> {
    if (loaded && Math.abs(now().getTime() - loaded.at) < maxAgeMs) return Promise.resolve(loaded.keys)
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  const open = (key: KeyRow) => secrets.open("signing-key", key.sealed_private_jwk)
  const usable = (key: LoadedKey) => key.retired_at === null || key.retired_at > now()

  const inForce = (all: LoadedKey[]) => all.find((key) => key.signs_from <= now() && usable(key))

  return {
    async refresh() {
      await keys()
    },
    async signer() {
      const key = inForce(loaded?.keys ?? (await keys()))
      if (!key) throw new Error("No signing key is in force")
      if (signing?.kid !== key.kid) {
        const opened = await open(key)
        if (opened === null) throw new Error(`Signing key ${key.kid} was sealed under another AUTH_SECRET`)
        signing = { kid: key.kid, key: await asymmetric(JSON.parse(opened) as JWK) }
      }
      return signing
    },
    async verifier(kid) {
      const find = (all: LoadedKey[]) => all.find((key) => key.kid === kid && usable(key))?.verifyKey
      return find(await keys()) ?? find(await keys(unknownReloadMs)) ?? null
    },
    async published() {
      return (await keys()).filter(usable).map((key) => key.public_jwk)
    },
    async sealedElsewhere() {
      const key = inForce(await keys())
      return key && (await open(key)) === null ? key.kid : null
    },
    async rotate({ atOnce = false } = {}) {
      const made = await addKey(options, { onlyIfNone: false, atOnce })
      await load()
      return made
    },
  }
}

async function asymmetric(jwk: JWK): Promise<PublicKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error("A signing key must be a key pair, not a shared secret")
  return key
}

/** One process creates a key at a time; the lock ends with the transaction. */
async function addKey(
  { db, now, secrets, accessTokenLifetimeS }: SigningKeysOptions,
  { onlyIfNone, atOnce = false }: { onlyIfNone: boolean; atOnce?: boolean },
): Promise<{ kid: string; signsFrom: Date }> {
  const [existing] = await db.sql<KeyRow>`
    select kid, signs_from from auth_private.signing_keys where retired_at is null limit 1`
  if (existing && onlyIfNone) return { kid: existing.kid, signsFrom: existing.signs_from }

  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const published: JWK = { ...publicJwk, kid, alg: algorithm, use: "sig", key_ops: ["verify"] }
  const sealed = await secrets.seal("signing-key", JSON.stringify(await exportJWK(pair.privateKey)))

  return db.transaction(async (tx) => {
    await tx.sql`select pg_advisory_xact_lock(hashtextextended('auth_private.signing_keys', 0))`
    const [other] = await tx.sql<KeyRow>`
      select kid, signs_from from auth_private.signing_keys where retired_at is null limit 1`
    if (other && onlyIfNone) return { kid: other.kid, signsFrom: other.signs_from }
    const at = now().getTime()
    // The first key signs immediately; a later one once every reader of the key set has had time to see it.
    const signsFrom = new Date(other && !atOnce ? at + reloadMs + jwksCacheS * 1000 : at)
    const retiresAt = new Date(signsFrom.getTime() + (accessTokenLifetimeS + jwksCacheS) * 1000)
    await tx.sql`update auth_private.signing_keys set retired_at = ${retiresAt} where retired_at is null`
    await tx.sql`
      insert into auth_private.signing_keys (kid, public_jwk, sealed_private_jwk, created_at, signs_from)
      values (${kid}, ${tx.sql.json(published)}, ${sealed}, ${new Date(at)}, ${signsFrom})`
    return { kid, signsFrom }
  })
}
