import { type ServiceName, services } from "#content/services.ts"
import type { Db, World } from "#domain/world.ts"
import { connectionMails } from "./mails.ts"

const dayMs = 86_400_000
const retryAfterMs = 20 * 3_600_000

/**
 * The service refuses the athlete's grant, or our copy of it cannot be opened: the connection waits for its owner to
 * connect again. What it brought stays. One mail asks for it.
 */
export async function needReconnecting(
  world: World,
  db: Db,
  { source, athleteId }: { source: ServiceName; athleteId: number },
): Promise<void> {
  const row = await markRefused(world, db, { source, athleteId })
  const account = row?.user_id ? await world.accounts.find(db, row.user_id) : null
  if (!row || !account?.email) return
  const until = graceEnd(source, row.refused_at)
  const mail = connectionMails.reconnect(world, account.email, {
    source,
    title: services[source].title,
    until,
  })
  await world.mail.queue(db, mail, {
    key: `${source}.reconnect ${athleteId} ${row.refused_at.toISOString()}`,
  })
}

/** The grant is refused since now, unless it was before; it is tried again once a day. */
export async function markRefused(
  world: World,
  db: Db,
  { source, athleteId }: { source: ServiceName; athleteId: number },
): Promise<{ user_id: string | null; refused_at: Date } | undefined> {
  const now = world.now()
  const [row] = await db.sql<{ user_id: string | null; refused_at: Date }>`
    update private.connections c set
      refused_at = coalesce(c.refused_at, ${now}), retry_at = ${new Date(now.getTime() + retryAfterMs)}
    from athletes a
    where c.source = ${source} and c.athlete_id = ${athleteId} and a.id = c.athlete_id
    returning a.user_id, c.refused_at
  `
  return row
}

/** When what a refused connection brought is deleted. */
export function graceEnd(source: ServiceName, refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + services[source].graceDays * dayMs)
}
