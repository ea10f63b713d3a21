import { listById } from "#content/lists.ts"
import type { World } from "#domain/world.ts"
import { subscriberByToken } from "./preferences.ts"
import { agentOf, type Sender } from "./sender.ts"

/**
 * Removes an address from one list, immediately and without confirmation. Idempotent.
 * @param source "one-click" for mail clients (RFC 8058), "link" for the page
 */
export async function unsubscribe(
  world: World,
  {
    token,
    list,
    source,
    sender,
  }: { token: string; list: string; source: "one-click" | "link"; sender: Sender },
): Promise<{ ok: true } | { ok: false; code: "unknown" }> {
  const subscriber = await subscriberByToken(world, token)
  if (!subscriber || !listById(list)) return { ok: false, code: "unknown" }
  const now = world.now()
  await world.db.sql`
    with ended as (
      update subscriptions set state = 'unsubscribed', ended_at = ${now}
      where subscriber_id = ${subscriber.id} and list = ${list} and state <> 'unsubscribed'
      returning subscriber_id, list
    )
    insert into consent_log (subscriber_id, list, event, at, source, ip, user_agent)
    select subscriber_id, list, 'unsubscribed', ${now}, ${source}, ${sender.ip}, ${agentOf(sender)}
    from ended
  `
  return { ok: true }
}
