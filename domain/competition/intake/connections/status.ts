import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"

/** The status of the connections to a service, for operators. */
interface ConnectionsStatus {
  connected: number
  /** Athletes who must reconnect, and since when the first of them has had to. */
  refused: number
  refusedSince: Date | null
  /** The oldest comparison of any connection; null when one was never compared. */
  comparedAt: Date | null
  /** Events that were received but not handled yet. */
  waiting: number
  /** How much of the service's rate limits is used in the current windows. */
  windows: { name: string; used: number; most: number }[]
  /** Until when the service accepts no requests; null if it accepts them. */
  closedUntil: Date | null
}

export async function connectionsStatus(
  { db, now: clock }: Pick<World, "db" | "now">,
  source: ServiceName,
): Promise<ConnectionsStatus> {
  const now = clock()
  const [row] = (await db.sql`
    select
      count(*)::integer as connected,
      count(c.refused_at)::integer as refused,
      min(c.refused_at) as "refusedSince",
      case when count(*) = count(c.swept_at) then min(c.swept_at) end as "comparedAt",
      (select count(*)::integer from private.receipts where source = ${source} and done_at is null) as waiting,
      (
        select began_at + seconds * interval '1 second' from private.service_windows
        where source = ${source} and most = 0 and began_at + seconds * interval '1 second' > ${now}
      ) as "closedUntil"
    from private.connections c
    where c.source = ${source}
  `) as [Omit<ConnectionsStatus, "windows">]
  const windows = await db.sql<ConnectionsStatus["windows"][number]>`
    select name, used, most from private.service_windows
    where source = ${source} and most > 0 and began_at + seconds * interval '1 second' > ${now}
    order by seconds, name
  `
  return { ...row, windows: [...windows] }
}
