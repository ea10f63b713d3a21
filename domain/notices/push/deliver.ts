import type { World } from "#domain/world.ts"
import type { PushMessage, PushTarget } from "#ports/push.ts"
import { pushQueue } from "./queue.ts"
import { isLive } from "./subscriptions.ts"

/** A device that fails so often, over so many days, is given up. */
const givenUp = { failures: 5, days: 5 }

/** Seconds to wait when the push service names none, and the bounds of what it may name. */
const wait = { usual: 300, least: 30, most: 6 * 3600 }

/**
 * Sends one message. A repeat after a crash replaces the first one on the device, because it has the same topic; one that has
 * expired, or whose device or session is gone, is dropped. Returns why a repeat does not help, if the push service says so.
 */
export async function deliverPush(world: World, id: string): Promise<{ dead: string } | undefined> {
  const { db, push, log, now } = world
  const { sql } = db
  const [row] = await sql<{
    subscription: number
    sealed: string
    message: Omit<PushMessage, "ttlSeconds">
    expiresAt: Date
    live: boolean
  }>`
    select s.id::float8 as subscription, s.sealed_target as sealed, p.message, p.expires_at as "expiresAt", ${isLive(sql)} as live
    from private.pushes p join private.push_subscriptions s on s.id = p.subscription_id where p.id = ${id}`
  if (!row || !push) return undefined
  const { subscription } = row
  const ttlSeconds = Math.floor((row.expiresAt.getTime() - now().getTime()) / 1000)
  const opened = row.live ? await push.targets.open(row.sealed) : null
  if (opened === null) {
    await sql`delete from private.push_subscriptions where id = ${subscription}`
    return undefined
  }
  if (ttlSeconds > 0) {
    const sent = await push.send(JSON.parse(opened) as PushTarget, { ...row.message, ttlSeconds })
    if (!sent.ok) log.info({ subscription, why: sent.why, reason: sent.reason }, "Push not sent")
    if (!sent.ok && sent.why === "gone") {
      await sql`delete from private.push_subscriptions where id = ${subscription}`
      return undefined
    }
    if (!sent.ok && sent.why === "later") return postpone(world, { id, subscription, ...sent })
    if (!sent.ok) {
      await sql`update private.push_subscriptions set last_error = ${sent.reason} where id = ${subscription}`
      // Kept until it expires, so that an operator can send it again.
      return { dead: sent.reason }
    }
    await sql`
      update private.push_subscriptions set last_ok_at = ${now()}, failures = 0, failing_since = null, last_error = null
      where id = ${subscription}`
  }
  await sql`delete from private.pushes where id = ${id}`
  return undefined
}

async function postpone(
  world: World,
  failed: { id: string; subscription: number; reason: string; waitSeconds: number | null },
): Promise<undefined> {
  const { id, subscription, reason, waitSeconds } = failed
  const now = world.now()
  const seconds = Math.min(wait.most, Math.max(wait.least, waitSeconds ?? wait.usual))
  await world.db.transaction(async (db) => {
    await db.sql`
      update private.push_subscriptions
      set failures = least(failures + 1, 1000), failing_since = coalesce(failing_since, ${now}), last_error = ${reason}
      where id = ${subscription}`
    const givesUp = await db.sql`
      delete from private.push_subscriptions
      where id = ${subscription} and failures >= ${givenUp.failures}
        and failing_since <= ${now}::timestamptz - make_interval(days => ${givenUp.days})
      returning id`
    if (givesUp.length === 0)
      await world.jobs.add(db, pushQueue, { id }, { startAfter: new Date(now.getTime() + seconds * 1000) })
  })
}
