import { displayTo } from "#domain/members/viewer.ts"
import type { Db } from "#ports/db.ts"

/**
 * The comments that an account may read, as a relation for statements: the rules of hiding, of blocks and of names in one
 * place. The caller asks about subjects that the account may see. To their writer, comments that are hidden are shown.
 */
export function shownComments(db: Pick<Db, "sql">, userId: string) {
  const { sql } = db
  return sql`(
    select c.id, c.athlete_id, c.event, c.local_on, c.body, c.at, c.edited_at, c.hidden, c.set_aside_at,
      c.author_id, a.slug as athlete, a.display_name as name, a.photo, a.sport, a.look, a.restricted_data,
      a.user_id is not distinct from ${userId}::uuid as mine
    from private.comments c
    join athletes a on a.id = c.author_id
    cross join lateral ${displayTo(db, userId)} seen
    where a.user_id is not distinct from ${userId}::uuid or (
      seen.name and not c.hidden
      -- The owner of a day can show again what they have hidden.
      and (c.set_aside_at is null or c.athlete_id = (select id from athletes where user_id = ${userId}::uuid))
      and not exists (
        select from private.mutes m where m.athlete_id = c.author_id and m.hides_earlier and c.at < m.from_at
      )
      -- Whoever is blocked stands on the day of the other for nobody.
      and not exists (
        select from private.blocks b
        where (b.blocker_id = c.author_id and b.blocked_id = c.athlete_id)
          or (b.blocker_id = c.athlete_id and b.blocked_id = c.author_id)
      )
    )
  )`
}
