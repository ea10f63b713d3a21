import type { Db } from "#ports/db.ts"

/** The number of jobs of one queue by state; dead ones count for the queue in which they failed. */
export interface QueueCounts {
  queue: string
  waiting: number
  atWork: number
  dead: number
}

/** Current counts by queue name. */
export async function countQueues(db: Db): Promise<QueueCounts[]> {
  return db.sql<QueueCounts & Record<string, unknown>>`
    select coalesce(source_name, name) as queue,
      count(*) filter (where name <> 'dead' and state in ('created', 'retry'))::int as waiting,
      count(*) filter (where name <> 'dead' and state = 'active')::int as "atWork",
      count(*) filter (where name = 'dead' and state = 'created')::int as dead
    from pgboss.job group by 1 order by 1`
}
