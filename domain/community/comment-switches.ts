import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Whether the site has comments: an operator is named as moderator, and nobody has switched comments off. */
export async function hasComments({ sql }: Pick<Db, "sql">, now: Date): Promise<boolean> {
  const { chosen, moderated } = await commentSetting({ sql }, now)
  return chosen && moderated
}

/** What operators have decided. `moderated`: whether somebody has the role moderator. */
export async function commentSetting(
  { sql }: Pick<Db, "sql">,
  now: Date,
): Promise<{ chosen: boolean; moderated: boolean }> {
  const [row] = (await sql<{ chosen: boolean; moderated: boolean }>`
    select coalesce((select value from private.settings where name = 'comments'), 'on') = 'on' as chosen,
      exists (
        select from auth.users
        where raw_app_meta_data ->> 'role' = 'moderator' and deleted_at is null
          and (banned_until is null or banned_until <= ${now})
      ) as moderated`) as [{ chosen: boolean; moderated: boolean }]
  return row
}

/** The operators' switch. Comments stay stored while they are off, and nobody sees them. */
export async function switchComments({ db }: Pick<World, "db">, state: "on" | "off"): Promise<void> {
  await db.sql`update private.settings set value = ${state} where name = 'comments'`
}

/** Whether new comments can be written on an athlete's day: the athlete's choice for all days, and for this one. */
export async function takesComments(
  { sql }: Pick<Db, "sql">,
  { athleteId, on }: { athleteId: number; on: string },
): Promise<boolean> {
  const [row] = await sql`
    select from athletes a left join private.athlete_pages p on p.athlete_id = a.id
    where a.id = ${athleteId} and coalesce(p.takes_comments, true)
      and not exists (select from private.closed_days c where c.athlete_id = a.id and c.local_on = ${on})`
  return row !== undefined
}

/** The owner's switch for one day. Comments that are there stay. Errors: `not_joined`. */
export async function closeDay(
  { db }: Pick<World, "db">,
  userId: string,
  { on, closed }: { on: string; closed: boolean },
): Promise<{ ok: true } | { ok: false; code: "not_joined" }> {
  const me = await athleteIdOf(db, userId)
  if (me === null) return { ok: false, code: "not_joined" }
  if (closed) await db.sql`insert into private.closed_days values (${me}, ${on}) on conflict do nothing`
  else await db.sql`delete from private.closed_days where athlete_id = ${me} and local_on = ${on}`
  return { ok: true }
}
