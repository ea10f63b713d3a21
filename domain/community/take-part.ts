import type { Db } from "#ports/db.ts"
import { muteOf } from "./mute.ts"

/**
 * Why a member can address nobody now; null when they can. The one place that decides it, for cheers and for comments that
 * are written or changed.
 */
export async function whyNot(
  db: Pick<Db, "sql">,
  athleteId: number | null,
  now: Date,
): Promise<"not_joined" | "no_day_yet" | "hidden" | "muted" | null> {
  const [row] = await db.sql<{ hidden: boolean; hasDay: boolean }>`
    select visibility = 'hidden' as hidden,
      exists (select from athlete_days d where d.athlete_id = a.id and d.points > 0) as "hasDay"
    from athletes a where id = ${athleteId}`
  if (!row || athleteId === null) return "not_joined"
  if (!row.hasDay) return "no_day_yet"
  // Whoever is addressed may know by whom.
  if (row.hidden) return "hidden"
  return (await muteOf(db, athleteId, now)) ? "muted" : null
}
