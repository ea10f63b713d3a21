import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Until when a member may not take part; a moderator's reason. */
export interface Mute {
  until: Date
  reason: string
}

/**
 * The mute that applies to an athlete now; null when there is none. The one place that decides it: everything that a
 * member can address to another one asks here.
 */
export async function muteOf({ sql }: Pick<Db, "sql">, athleteId: number, now: Date): Promise<Mute | null> {
  const [row] = await sql<Mute>`
    select until_at as until, reason from private.mutes
    where athlete_id = ${athleteId} and from_at <= ${now} and until_at > ${now}
    order by until_at desc limit 1`
  return row ?? null
}

/**
 * Mutes an athlete for whole days. An earlier mute ends with it. `hidesEarlier`: comments that they wrote before are
 * hidden, until a moderator ends the mute. Errors: `unknown_athlete`.
 */
export async function mute(
  { db, now }: Pick<World, "db" | "now">,
  given: { athleteId: number; days: number; reason: string; hidesEarlier?: boolean },
): Promise<{ ok: true; until: Date } | { ok: false; code: "unknown_athlete" }> {
  const { athleteId, days, reason, hidesEarlier = false } = given
  const [from, until] = [now(), new Date(now().getTime() + days * 86_400_000)]
  return db.transaction(async (inside) => {
    await endMutes(inside, athleteId, from)
    const [row] = await inside.sql`
      insert into private.mutes (athlete_id, from_at, until_at, reason, hides_earlier)
      select id, ${from}, ${until}, ${reason}, ${hidesEarlier} from athletes where id = ${athleteId} returning 1`
    return row ? { ok: true, until } : { ok: false, code: "unknown_athlete" }
  })
}

/** Ends the mute of an athlete, and shows again what mutes have hidden. Errors: `not_muted`. */
export async function unmute(
  { db, now }: Pick<World, "db" | "now">,
  athleteId: number,
): Promise<{ ok: true } | { ok: false; code: "not_muted" }> {
  const ended = await endMutes(db, athleteId, now())
  await db.sql`update private.mutes set hides_earlier = false where athlete_id = ${athleteId}`
  return ended > 0 ? { ok: true } : { ok: false, code: "not_muted" }
}

async function endMutes({ sql }: Db, athleteId: number, now: Date): Promise<number> {
  const rows = await sql`
    update private.mutes set until_at = greatest(${now}::timestamptz, from_at)
    where athlete_id = ${athleteId} and until_at > ${now} returning 1`
  return rows.length
}
