import { z } from "zod"
import type { Verified } from "#ports/services.ts"
import { idShape } from "../protocol/grant.ts"
import { parsed } from "../protocol/parsed.ts"
import { isSigned } from "../protocol/signature.ts"

const eventShape = z.object({
  type: z.string(),
  username: z.string(),
  workout: z.object({ workoutKey: idShape, lastModified: z.number().optional() }).optional(),
})

/** Suunto's webhook: signed. It must be answered within two seconds; otherwise Suunto aborts and does not retry. */
export async function verifySuunto(secret: string, request: Request): Promise<Verified> {
  if (request.method !== "POST") return { ok: false, code: "invalid_event" }
  const body = await request.text()
  if (!isSigned(body, request.headers.get("x-hmac-sha256-signature"), secret))
    return { ok: false, code: "wrong_secret" }
  const read = eventShape.safeParse(parsed(body))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { type, username, workout } = read.data
  if (!type.startsWith("WORKOUT_") || !workout) return { ok: true, events: [], answer: {} }
  const { workoutKey: externalId, lastModified = "" } = workout
  const id = `${username} ${externalId} ${type} ${lastModified}`.slice(0, 200)
  const about = {
    kind: "activity",
    externalId,
    ...(type === "WORKOUT_DELETED" ? { deleted: true } : {}),
  } as const
  return { ok: true, events: [{ id, accountId: username, about }], answer: {} }
}
