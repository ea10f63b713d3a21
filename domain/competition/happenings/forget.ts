import type { Db } from "#ports/db.ts"

/** How long facts are kept, in days: longer than the longest season. Nothing is stored in them alone. */
export const keptDays = 35

/** Deletes old facts. Run by a job every hour. */
export async function forgetHappenings({ sql }: Pick<Db, "sql">): Promise<void> {
  await sql`delete from happenings where at < clock_timestamp() - make_interval(days => ${keptDays}::integer)`
}
