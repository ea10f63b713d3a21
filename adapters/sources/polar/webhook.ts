import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { ServiceAnswer } from "#ports/services.ts"
import type { Seal } from "#primitives/secrets.ts"
import type { Ask } from "../protocol/api.ts"
import { madeWebhookShape, webhooksShape } from "./shapes.ts"

interface WebhookOptions {
  db: Db
  tokens: Seal
  ask: Ask
  /** The credentials of the application itself. */
  authorization: string
}

/** The row of private.settings with the webhook's sealed secret. */
const setting = "polar_webhook"

/**
 * Ensures that the client's only webhook has this address, a secret that is known here, and is active. Polar
 * deactivates it after seven days of failures, and reveals its secret only on creation.
 */
export async function keepWebhook(
  { db, tokens, ask, authorization }: WebhookOptions,
  address: string,
): Promise<ServiceAnswer<null>> {
  const listed = await ask("/v3/webhooks", webhooksShape, { authorization })
  const known = listed.ok ? listed.value : []
  if (!listed.ok && listed.code !== "not_found") return listed
  const isKnown = (await readSecret({ db, tokens })) !== null
  const [kept] = known.filter(({ url, events }) => isKnown && url === address && events.includes("EXERCISE"))
  for (const { id } of known.filter((one) => one !== kept)) {
    const gone = await ask(`/v3/webhooks/${encodeURIComponent(id)}`, z.unknown(), {
      method: "DELETE",
      authorization,
    })
    if (!gone.ok) return gone
  }
  if (kept) {
    if (kept.active !== false) return { ok: true, value: null }
    const active = await ask("/v3/webhooks/activate", z.unknown(), { method: "POST", authorization })
    return active.ok ? { ok: true, value: null } : active
  }
  const made = await ask("/v3/webhooks", madeWebhookShape, {
    method: "POST",
    authorization,
    json: { events: ["EXERCISE"], url: address },
  })
  if (!made.ok) return made
  const sealed = await tokens.seal(made.value.signature_secret_key)
  await db.sql`
    insert into private.settings (name, value) values (${setting}, ${sealed})
    on conflict (name) do update set value = excluded.value
  `
  return { ok: true, value: null }
}

/**
 * The secret with which Polar signs events; null if there is no webhook, or if the stored secret cannot be decrypted.
 */
export async function readSecret({ db, tokens }: { db: Db; tokens: Seal }): Promise<string | null> {
  const [row] = await db.sql<{ value: string }>`select value from private.settings where name = ${setting}`
  return row ? tokens.open(row.value) : null
}
