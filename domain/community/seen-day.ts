import { displayTo } from "#domain/members/viewer.ts"
import type { Db } from "#ports/db.ts"

/** The athlete, and whether the day has points and may be seen; undefined when the account may not see the name. */
export async function seenDay(
  db: Db,
  userId: string,
  { athlete, on }: { athlete: string; on: string },
): Promise<{ id: number; hasDay: boolean } | undefined> {
  const [row] = await db.sql<{ id: number; hasDay: boolean }>`
    select a.id::float8 as id, exists (
      select from athlete_days d
      cross join lateral ${displayTo(db, userId, db.sql`d.restricted`)} shown
      where d.athlete_id = a.id and d.local_on = ${on} and d.points > 0 and shown.days
    ) as "hasDay"
    from athletes a
    cross join lateral ${displayTo(db, userId)} seen
    where a.slug = ${athlete} and seen.name`
  return row
}
