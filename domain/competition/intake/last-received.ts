import type { Db } from "#ports/db.ts"

/** When each source of a member last brought a recording, by `activities.source`: "file" or a service's name. */
export async function lastReceived(db: Db, userId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.sql<{ source: string; at: Date }>`
    select c.source, max(c.received_at) as at
    from activities c join athletes a on a.id = c.athlete_id
    where a.user_id = ${userId}
    group by c.source
  `
  return new Map(rows.map(({ source, at }) => [source, at]))
}
