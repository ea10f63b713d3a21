import type { PushMessage } from "#ports/push.ts"

/** What a device shows. */
export interface Shown {
  title: string
  body: string
  /** Where a tap leads, a path of this site. */
  path: string
  /** A newer message of the same topic replaces an older one, undelivered or shown: at most 32 characters of base64url. */
  topic: string
  urgency: PushMessage["urgency"]
  /** Seconds after which it is worthless. */
  ttlSeconds: number
}

/**
 * The payload that Safari shows by itself (declarative web push), and from which the service worker of other browsers makes the same
 * (app/phone/notification.ts). Always visible: a silent message costs the permission.
 */
export function payloadOf(siteUrl: string, { title, body, path, topic }: Shown): string {
  const notification = {
    title,
    body: shortened(body),
    navigate: `${siteUrl}${path}`,
    lang: "en",
    dir: "ltr",
    silent: false,
    tag: topic,
  }
  return JSON.stringify({ web_push: 8030, notification })
}

/** A lock screen shows about three lines. */
function shortened(body: string): string {
  return body.length > 300 ? `${body.slice(0, 299).trimEnd()}…` : body
}
