import { createWebPush, makePushKeys, type PushKeys } from "#adapters/push/web-push.ts"
import type { Db } from "#ports/db.ts"
import type { Push } from "#ports/push.ts"
import { createSeal } from "#primitives/secrets.ts"
import type { Env } from "../process/env.ts"

interface PushParts {
  db: Db
  secret: string
  siteUrl: string
  now(): Date
}

/**
 * Web push for a site with a real address. Undefined on a computer of one's own: Apple's service refuses a sender that names
 * localhost, and browsers give no address to a page without https. PUSH_STAND_IN allows it for tests.
 */
export function openPush(
  { PUSH_STAND_IN: standIn }: Pick<Env, "PUSH_STAND_IN">,
  parts: PushParts,
): Push | undefined {
  const { db, secret, siteUrl, now } = parts
  const { protocol, hostname } = new URL(siteUrl)
  const isReal =
    protocol === "https:" &&
    hostname.includes(".") &&
    !/^[\d.]+$|\.(?:localhost|local|test|internal)$/.test(hostname)
  if (!isReal && !standIn) return undefined
  const seal = createSeal(secret, "push keys")
  let keys: Promise<PushKeys> | undefined
  return createWebPush({
    keys() {
      keys ??= readKeys(db, { seal, now }).catch((error) => {
        keys = undefined
        throw error
      })
      return keys
    },
    targets: createSeal(secret, "push targets"),
    subject: isReal ? siteUrl : "mailto:push@b4m.example",
    standIn,
  })
}

/** The key pair of this installation, made on first use: in the database, so that backups contain it. */
async function readKeys(
  { sql }: Db,
  { seal, now }: { seal: ReturnType<typeof createSeal>; now(): Date },
): Promise<PushKeys> {
  const made = makePushKeys()
  await sql`
    insert into private.push_keys (public_key, sealed_private_key, made_at)
    select ${made.publicKey}, ${await seal.seal(made.privateKey)}, ${now()}
    where not exists (select from private.push_keys)
    on conflict do nothing`
  const [row] = await sql<{ publicKey: string; sealed: string }>`
    select public_key as "publicKey", sealed_private_key as sealed from private.push_keys`
  const privateKey = row && (await seal.open(row.sealed))
  if (!row || privateKey === null || privateKey === undefined)
    throw new Error(
      "The key for push was encrypted under another AUTH_SECRET; see rotate-keys in docs/operations.md",
    )
  return { publicKey: row.publicKey, privateKey }
}

/** After AUTH_SECRET was lost: neither the key nor the addresses of devices can be read. The next use makes a new key. */
export async function dropPushKeys({ sql }: Db): Promise<void> {
  await sql`delete from private.push_subscriptions`
  await sql`delete from private.push_keys`
}
