import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { PushMessage } from "#ports/push.ts"
import { payloadOf, type Shown } from "./payload.ts"
import { isLive } from "./subscriptions.ts"

export const pushQueue = "push"

/** Queues a message for each device of an athlete, in the transaction of `db`. Returns how many. */
export async function pushTo(world: World, db: Db, athleteId: number, shown: Shown): Promise<number> {
  const { urgency, topic, ttlSeconds } = shown
  const message: Omit<PushMessage, "ttlSeconds"> = {
    payload: payloadOf(world.settings.siteUrl, shown),
    urgency,
    topic,
  }
  const rows = await db.sql<{ id: string }>`
    insert into private.pushes (subscription_id, message, expires_at)
    select s.id, ${db.sql.json(message)}, ${new Date(world.now().getTime() + ttlSeconds * 1000)}
    from private.push_subscriptions s where s.athlete_id = ${athleteId} and ${isLive(db.sql)}
    returning id`
  for (const { id } of rows) await world.jobs.add(db, pushQueue, { id }, { key: id })
  return rows.length
}
