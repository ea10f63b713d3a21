import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { PushMessage } from "#ports/push.ts"
import { isLive } from "./subscriptions.ts"

export const pushQueue = "push"

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
  const notification = { title, body: shortened(body), navigate: `${siteUrl}${path}`, lang: "en", dir: "ltr", silent: false, tag: topic }
  return JSON.stringify({ web_push: 8030, notification })
}

/** A lock screen shows about three lines. */
function shortened(body: string): string {
  return body.length > 300 ? `${body.slice(0, 299).trimEnd()}…` : body
}

/** Queues a message for each device of an athlete, in the transaction of `db`. Returns how many. */
export async function pushTo(world: World, db: Db, athleteId: number, shown: Shown): Promise<number> {
  const { urgency, topic, ttlSeconds } = shown
  const message: Omit<PushMessage, "ttlSeconds"> = { payload: payloadOf(world.settings.siteUrl, shown), urgency, topic }
  const rows = await db.sql<{ id: string }>`
    insert into private.pushes (subscription_id, message, expires_at)
    select s.id, ${db.sql.json(message)}, ${new Date(world.now().getTime() + ttlSeconds * 1000)}
    from private.push_subscriptions s where s.athlete_id = ${athleteId} and ${isLive(db.sql)}
    returning id`
  for (const { id } of rows) await world.jobs.add(db, pushQueue, { id }, { key: id })
  return rows.length
}
