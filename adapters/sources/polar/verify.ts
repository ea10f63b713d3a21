import type { Db } from "#ports/db.ts"
import type { Verified } from "#ports/services.ts"
import type { Seal } from "#primitives/secrets.ts"
import { parsed } from "../protocol/parsed.ts"
import { isSigned } from "../protocol/signature.ts"
import { eventShape } from "./shapes.ts"
import { readSecret } from "./webhook.ts"

/**
 * Polar's webhook: signed with a secret that its creation returns once. Polar sends a ping to verify the address before
 * it returns the secret, so the ping is answered unverified; it has no effect.
 */
export async function verifyPolar(options: { db: Db; tokens: Seal }, request: Request): Promise<Verified> {
  if (request.method !== "POST") return { ok: false, code: "invalid_event" }
  const body = await request.text()
  const read = eventShape.safeParse(parsed(body))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { event, user_id: accountId, entity_id: externalId, timestamp = "" } = read.data
  if (event === "PING") return { ok: true, events: [], answer: {} }
  const secret = await readSecret(options)
  if (secret === null || !isSigned(body, request.headers.get("polar-webhook-signature"), secret))
    return { ok: false, code: "wrong_secret" }
  if (event !== "EXERCISE" || accountId === undefined || externalId === undefined)
    return { ok: true, events: [], answer: {} }
  const id = `${accountId} ${externalId} ${timestamp}`.slice(0, 200)
  return { ok: true, events: [{ id, accountId, about: { kind: "activity", externalId } }], answer: {} }
}
