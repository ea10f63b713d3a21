import type { ServiceEvent, Verified } from "#ports/services.ts"
import { equal } from "#primitives/secrets.ts"
import { parsed } from "../protocol/parsed.ts"
import { eventShape, hintOf, workoutShape } from "./shapes.ts"

const answer = { message: "ok", result: "0000" }

/** COROS's webhook: its headers contain our own id and secret. A GET only checks that the webhook responds. */
export async function verifyCoros(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  request: Request,
): Promise<Verified> {
  if (request.method === "GET") return { ok: true, events: [], answer }
  const isId = equal(request.headers.get("client") ?? "", clientId)
  const isSecret = equal(request.headers.get("secret") ?? "", clientSecret)
  if (!isId || !isSecret) return { ok: false, code: "wrong_secret" }
  const read = eventShape.safeParse(parsed(await request.text()))
  if (!read.success) return { ok: false, code: "invalid_event" }
  return { ok: true, events: read.data.sportDataList.flatMap(eventOf), answer }
}

function eventOf(given: unknown): ServiceEvent[] {
  const read = workoutShape.safeParse(given)
  if (!read.success || read.data.openId === undefined) return []
  const { labelId: externalId, openId: accountId, endTime, distance } = read.data
  const id = `${accountId} ${externalId} event ${endTime ?? ""} ${distance ?? ""}`.slice(0, 200)
  return [{ id, accountId, about: { kind: "activity", externalId, hint: hintOf(read.data) } }]
}
