import type { Verified } from "#ports/services.ts"
import { equal } from "#primitives/secrets.ts"
import { parsed } from "../protocol/parsed.ts"
import { eventShape } from "./shapes.ts"

/** Wahoo's webhook: nothing is signed, but each body contains the token that was entered with the address. */
export async function verifyWahoo(webhookToken: string, request: Request): Promise<Verified> {
  if (request.method !== "POST") return { ok: false, code: "invalid_event" }
  const read = eventShape.safeParse(parsed(await request.text()))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { webhook_token, event_type, event, user, workout_summary: summary } = read.data
  if (!equal(webhook_token, webhookToken)) return { ok: false, code: "wrong_secret" }
  const externalId = summary?.workout?.id
  if ((event_type ?? event) !== "workout_summary" || !user || externalId === undefined)
    return { ok: true, events: [], answer: {} }
  const id = `${user.id} ${externalId} event ${summary?.updated_at ?? ""}`.slice(0, 200)
  return {
    ok: true,
    events: [{ id, accountId: user.id, about: { kind: "activity", externalId } }],
    answer: {},
  }
}
