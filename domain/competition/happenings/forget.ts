import { happeningsRule } from "#content/happenings-rule.ts"
import type { Db } from "#ports/db.ts"

/** Deletes old facts. Run by a job every hour. */
export async function forgetHappenings({ sql }: Pick<Db, "sql">): Promise<void> {
  await sql`delete from happenings where at < clock_timestamp() - make_interval(days => ${happeningsRule.keptDays}::integer)`
}
