import type { Db } from "#ports/db.ts"

/**
 * Returns the jobs that this process holds to their queues as if it had never taken them: they are available
 * immediately, and no attempt is used up. Only for a process that is about to exit, because its handlers lose the jobs.
 */
export async function giveBack(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.sql`update pgboss.job set state = 'created', started_on = null, start_after = now()
    where id in ${db.sql(ids)} and state = 'active'`
}
