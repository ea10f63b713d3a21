import { type ServiceName, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { connectionMails } from "./mails.ts"

const dayMs = 86_400_000
const retryAfterMs = 20 * 3_600_000

/**
 * Handles a grant that the service refuses, or that cannot be decrypted: the connection waits for its owner to reconnect.
 * Imported data is kept. One mail asks the owner.
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

/** Marks the grant as refused from now on, unless it already is; it is retried once a day. */
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

/** When the data of a refused connection is deleted. */
export function graceEnd(source: ServiceName, refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + services[source].graceDays * dayMs)
}
