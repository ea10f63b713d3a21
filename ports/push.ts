import type { Seal } from "#primitives/secrets.ts"

/** What a browser gives to be reached: the address at its maker's push service, and its keys (RFC 8291). */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** JSON, at most about 3,900 bytes. */
  payload: string
  /** Seconds after which it is worthless; the push service then drops it. */
  ttlSeconds: number
  urgency: "normal" | "high"
  /** A newer message replaces an undelivered older one of the same topic: at most 32 characters of base64url. */
  topic: string
}

/**
 * `gone`: the browser has ended the subscription. `later`: the service is busy or away, with the seconds that it asks to wait. `ours`: it
 * refuses the request, which a repeat does not help and the browser is not to blame for.
 */
export type PushDelivery =
  | { ok: true }
  | { ok: false; why: "gone" | "ours"; reason: string }
  | { ok: false; why: "later"; reason: string; waitSeconds: number | null }

/** Web push through the services of the makers of browsers. */
export interface Push {
  /** The installation's public key, made once: browsers accept messages of its owner alone. */
  publicKey(): Promise<string>
  /** Whether an address, which anybody can send us, belongs to a push service that we know. */
  accepts(endpoint: string): boolean
  send(target: PushTarget, message: PushMessage): Promise<PushDelivery>
  /** Encrypts targets for the database. */
  targets: Seal
}
