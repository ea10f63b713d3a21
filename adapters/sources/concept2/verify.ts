import { createHash } from "node:crypto"
import type { Verified } from "#ports/services.ts"
import { parsed } from "../protocol/parsed.ts"
import { eventShape } from "./shapes.ts"

const kinds = new Set(["result-added", "result-updated", "result-deleted"])

/**
 * Concept2's webhook. Events do not identify their sender: the address is secret, the result is fetched again, and a
 * deletion takes effect only if the logbook no longer contains the result. A deletion contains only the result's id.
 */
export async function verifyConcept2(request: Request, now: () => Date): Promise<Verified> {
  if (request.method !== "POST") return { ok: false, code: "invalid_event" }
  const text = await request.text()
  const read = eventShape.safeParse(parsed(text))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { type, result, result_id, user_id } = read.data
  const externalId = result?.id ?? result_id
  if (!kinds.has(type) || externalId === undefined) return { ok: true, events: [], answer: {} }
  const accountId = result?.user_id ?? user_id ?? null
  const about = {
    kind: "activity",
    externalId,
    ...(type === "result-deleted" ? { deleted: true } : {}),
  } as const
  // Events have neither an id nor a time. A repeat within the minute is recognized; a later one costs a request.
  const minute = Math.floor(now().getTime() / 60_000)
  const id = `${externalId} ${createHash("sha256").update(text).digest("base64url").slice(0, 22)} ${minute}`
  return { ok: true, events: [{ id, accountId, about }], answer: {} }
}
