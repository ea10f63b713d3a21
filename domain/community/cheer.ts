import { type CheerPhrase, type CheerRefusal, cheerLimits } from "#content/cheers.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { isDay } from "#primitives/days.ts"
import { seenDay } from "./seen-day.ts"
import { whyNot } from "./take-part.ts"
import { tellMembers } from "./tell.ts"

interface Cheer {
  /** The receiver's slug. */
  athlete: string
  /** "2026-11-20" */
  on: string
  phrase: CheerPhrase | null
}

type Cheered = { ok: true } | { ok: false; code: CheerRefusal }

/**
 * Cheers a day of another athlete. Given again, it changes the phrase and reaches nobody anew, also after it was taken
 * back. A receiver who is hidden, has blocked the giver or was blocked is `not_shown`, like one who does not exist.
 */
export async function cheer(world: World, userId: string, { phrase, ...asked }: Cheer): Promise<Cheered> {
  if (!isDay(asked.on)) return { ok: false, code: "no_such_day" }
  const now = world.now()
  return world.db.transaction(async (db): Promise<Cheered> => {
    const { sql } = db
    // Serializes what one giver does, so that the limits hold for requests that arrive together.
    const [giver] = await sql<{ id: number }>`
      select id::float8 as id from athletes where user_id = ${userId} for no key update`
    const refusal = await whyNot(db, giver?.id ?? null, now)
    if (!giver) return { ok: false, code: "not_joined" }
    if (refusal) return { ok: false, code: refusal }
    const receiver = await seenDay(db, userId, asked)
    if (!receiver) return { ok: false, code: "not_shown" }
    if (receiver.id === giver.id) return { ok: false, code: "yourself" }
    if (!receiver.hasDay) return { ok: false, code: "no_such_day" }
    const { on } = asked
    const [before] = await sql`
      update private.cheers set phrase = ${phrase}, taken_back_at = null
      where giver_id = ${giver.id} and receiver_id = ${receiver.id} and local_on = ${on} returning 1`
    if (before) return { ok: true }
    if (await isTooMany(db, giver.id, now)) return { ok: false, code: "too_many" }
    await sql`
      insert into private.cheers (giver_id, receiver_id, local_on, phrase, at)
      values (${giver.id}, ${receiver.id}, ${on}, ${phrase}, ${now})`
    await tellMembers(world, db, { athletes: [receiver.id], news: "cheers" })
    return { ok: true }
  })
}

/** Takes a cheer back; succeeds when there is none. Errors: `not_joined`. */
export async function takeBack(
  { db, now }: Pick<World, "db" | "now">,
  userId: string,
  { athlete, on }: { athlete: string; on: string },
): Promise<{ ok: true } | { ok: false; code: "not_joined" }> {
  // Nothing was cheered on a day that does not exist.
  if (!isDay(on)) return { ok: true }
  const rows = await db.sql`
    with giver as (select id from athletes where user_id = ${userId}),
    back as (
      update private.cheers c set taken_back_at = ${now()}
      from giver, athletes a
      where a.slug = ${athlete} and c.giver_id = giver.id and c.receiver_id = a.id and c.local_on = ${on}
    ),
    forgotten as (
      delete from private.cheers c using giver
      where c.giver_id = giver.id and c.taken_back_at < ${now()}::timestamptz - interval '1 day'
    )
    select id from giver`
  return rows.length > 0 ? { ok: true } : { ok: false, code: "not_joined" }
}

async function isTooMany({ sql }: Db, giver: number, now: Date): Promise<boolean> {
  const [given] = await sql<{ minute: number; day: number }>`
    select count(*) filter (where at > ${now}::timestamptz - interval '1 minute')::integer as minute, count(*)::integer as day
    from private.cheers where giver_id = ${giver} and at > ${now}::timestamptz - interval '1 day'`
  return given !== undefined && (given.minute >= cheerLimits.aMinute || given.day >= cheerLimits.aDay)
}
