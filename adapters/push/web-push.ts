import webPush from "web-push"
import type { Push, PushDelivery } from "#ports/push.ts"
import type { Seal } from "#primitives/secrets.ts"
import { isPushEndpoint } from "./endpoints.ts"

export interface PushKeys {
  publicKey: string
  privateKey: string
}

interface WebPushOptions {
  /** The installation's key pair. */
  keys(): Promise<PushKeys>
  targets: Seal
  /** Who sends, for the push services: an https address or mailto:. Apple refuses one that is not real. */
  subject: string
  /** The origin of a push service for tests. */
  standIn?: string | undefined
}

const timeoutMs = 10_000

/** A new key pair (RFC 8292). */
export function makePushKeys(): PushKeys {
  return webPush.generateVAPIDKeys()
}

/** Web push by RFC 8030, encrypted and signed by the library; posted here, without following redirects. */
export function createWebPush({ keys, targets, subject, standIn }: WebPushOptions): Push {
  return {
    targets,
    publicKey: async () => (await keys()).publicKey,
    accepts: (endpoint) => isPushEndpoint(endpoint, standIn),
    async send({ endpoint, p256dh, auth }, { payload, ttlSeconds, urgency, topic }) {
      if (!isPushEndpoint(endpoint, standIn))
        return { ok: false, why: "gone", reason: "not the address of a push service" }
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...(await keys()) },
        ...{ TTL: ttlSeconds, urgency, topic, contentEncoding: "aes128gcm" },
      })
      const headers = {
        ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        // Safari shows such a message by itself.
        "Content-Type": "application/notification+json",
      }
      try {
        const answer = await fetch(endpoint, {
          ...{ method: "POST", headers, body: new Uint8Array(request.body ?? []) },
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        })
        await answer.body?.cancel()
        return deliveryOf(answer)
      } catch (error) {
        return { ok: false, why: "later", reason: String(error), waitSeconds: null }
      }
    },
  }
}

function deliveryOf({ status, headers }: Response): PushDelivery {
  const reason = `the push service answered ${status}`
  if (status >= 200 && status < 300) return { ok: true }
  if (status === 404 || status === 410) return { ok: false, why: "gone", reason }
  if (status === 429 || status >= 500) {
    const wait = Number(headers.get("retry-after") ?? Number.NaN)
    return { ok: false, why: "later", reason, waitSeconds: Number.isFinite(wait) ? wait : null }
  }
  return { ok: false, why: "ours", reason }
}
