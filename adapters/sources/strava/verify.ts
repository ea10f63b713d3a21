import type { Db } from "#ports/db.ts"
import type { ServiceEvent, Verified } from "#ports/services.ts"
import { equal } from "#primitives/secrets.ts"
import { parsed } from "../protocol/parsed.ts"
import { eventShape } from "./shapes.ts"

interface VerifyOptions {
  db: Db
  /** The token that Strava must return when it validates the address; null rejects everything. */
  verifyToken: string | null
}

/**
 * Strava's webhook: the handshake of a subscription (GET) and its events (POST). Events are not signed, so the address is
 * secret and the subscription's id is checked.
 */
export async function verifyStrava({ db, verifyToken }: VerifyOptions, request: Request): Promise<Verified> {
  if (verifyToken === null) return { ok: false, code: "wrong_secret" }
  return request.method === "GET"
    ? handshake(new URL(request.url).searchParams, verifyToken)
    : events(db, request)
}

function handshake(query: URLSearchParams, verifyToken: string): Verified {
  const challenge = query.get("hub.challenge")
  const isRight =
    query.get("hub.mode") === "subscribe" && equal(query.get("hub.verify_token") ?? "", verifyToken)
  if (!challenge || !isRight) return { ok: false, code: "wrong_secret" }
  return { ok: true, events: [], answer: { "hub.challenge": challenge } }
}

async function events(db: Db, request: Request): Promise<Verified> {
  const read = eventShape.safeParse(parsed(await request.text()))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { data } = read
  const [known] = await db.sql<{ value: string }>`
    select value from private.settings where name = 'strava_subscription'
  `
  // An event of another subscription is acknowledged so that it is not sent again, but ignored.
  const isOurs = !known || known.value === data.subscription_id
  const about = isOurs ? aboutOf(data) : null
  if (!about) return { ok: true, events: [], answer: {} }
  const id = `${data.object_type} ${data.object_id} ${data.aspect_type} ${data.event_time}`
  return { ok: true, events: [{ id, accountId: data.owner_id, about }], answer: {} }
}

/** Null for events without effect here, such as an athlete's new name. */
function aboutOf(data: (typeof eventShape)["_output"]): ServiceEvent["about"] | null {
  if (data.object_type === "activity")
    return { kind: "activity", externalId: data.object_id, deleted: data.aspect_type === "delete" }
  return String(data.updates.authorized) === "false" ? { kind: "deauthorized" } : null
}
