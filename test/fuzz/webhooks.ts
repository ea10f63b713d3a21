import { createHmac } from "node:crypto"
import { standInKeys } from "#adapters/sources/stand-in/keys.ts"
import type { Target } from "./target.ts"

/** The token of the reports on mails, and the secret of the payment service's events. */
export interface WebhookSecrets {
  mailEvents: string
  payments: string
}

interface Webhook {
  /** A body that the endpoint accepts. */
  body: object
  /** Headers that authenticate the sender. */
  headers(body: Buffer, secrets: WebhookSecrets): Record<string, string>
}

const { webhookSecret: secret, clientId, clientSecret } = standInKeys
const unsigned = () => ({})
const hmac = (key: string, ...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHmac("sha256", key)).digest("hex")

/** Keyed by the word after /webhooks/. An endpoint missing here is fuzzed without a specific body. */
const webhooks: Record<string, Webhook> = {
  strava: {
    body: {
      ...{ object_type: "activity", object_id: 7, aspect_type: "create", owner_id: 5 },
      ...{ subscription_id: 314, event_time: 1, updates: { title: "Ana" } },
    },
    headers: unsigned,
  },
  polar: {
    body: { event: "EXERCISE", user_id: 5, entity_id: "e", timestamp: "2026-11-20T20:00:00Z" },
    headers: unsigned,
  },
  wahoo: {
    body: {
      ...{ webhook_token: secret, event_type: "workout_summary", user: { id: 5 } },
      workout_summary: { id: 1, updated_at: "2026-11-20T20:00:00Z", workout: { id: 7 } },
    },
    headers: unsigned,
  },
  intervals: {
    body: { secret, events: [{ athlete_id: "i5", type: "ACTIVITY_UPLOADED", activity: { id: "i7" } }] },
    headers: unsigned,
  },
  concept2: { body: { type: "result-added", result: { id: 7, user_id: 5 } }, headers: unsigned },
  suunto: {
    body: { type: "WORKOUT_CREATED", username: "ana", workout: { workoutKey: "w", lastModified: 1 } },
    headers: (body) => ({ "x-hmac-sha256-signature": hmac(secret, body) }),
  },
  coros: {
    body: { sportDataList: [{ openId: "o", labelId: "1", endTime: 1, distance: 1 }] },
    headers: () => ({ client: clientId, secret: clientSecret }),
  },
  garmin: {
    body: {
      activityFiles: [{ userId: "u", summaryId: "s", callbackURL: "https://apis.garmin.com/x?token=1" }],
      deregistrations: [{ userId: "u" }],
    },
    headers: () => ({ "garmin-client-id": clientId }),
  },
  stripe: {
    body: {
      ...{ id: "evt_1", object: "event", type: "checkout.session.completed", created: 1_800_000_000 },
      data: {
        object: {
          ...{
            id: "cs_1",
            status: "complete",
            payment_status: "paid",
            amount_total: 100,
            expires_at: 1_800_000_000,
          },
          ...{ client_reference_id: "o", customer: "cus_1", customer_details: { email: "a@example.com" } },
        },
      },
    },
    headers(body, { payments }) {
      const at = Math.floor(Date.now() / 1000)
      return { "stripe-signature": `t=${at},v1=${hmac(payments, `${at}.`, body)}` }
    },
  },
  "mail-events": {
    body: [{ email: "ana@example.com", type: "bounce", reason: "550", permanent: true }],
    headers: (_body, { mailEvents }) => ({ authorization: `Bearer ${mailEvents}` }),
  },
}

/** The body and the signature of a webhook; null for any other address. */
export function webhookAt(path: string, secrets: WebhookSecrets): Pick<Target, "bodies" | "sign"> | null {
  const [, name] = /^\/webhooks\/([\w-]+)/.exec(path) ?? []
  if (name === undefined) return null
  const { body, headers } = webhooks[name] ?? { body: {}, headers: unsigned }
  return { bodies: [body], sign: (sent) => headers(sent, secrets) }
}
