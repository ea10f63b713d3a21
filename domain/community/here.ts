import { hereRule } from "#content/own-page.ts"
import { athleteIdOf, displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"

/** Somebody on a list, as this member may see them. */
export interface Listed {
  athlete: string
  name: string
  photo: string | null
  figure: string
}

/** What members see of who is here, and visitors do not. */
export interface Here {
  /** Who trained today, of those who show it: in no order that means something, and without a time. */
  trained: Listed[]
  /** Who comes to the session, of those who show it. */
  coming: Listed[]
  /** Slugs that were asked about and that the member may not see, although visitors do. */
  unseen: string[]
}

/**
 * Who is here, for one member; null for an account that has not joined.
 * @param session the next session of the page; null without one
 * @param athletes slugs that the page shows to everybody
 */
export async function here(
  world: Pick<World, "db" | "now">,
  userId: string,
  { session, athletes }: { session: Session | null; athletes: readonly string[] },
): Promise<Here | null> {
  const { db } = world
  if ((await athleteIdOf(db, userId)) === null) return null
  const seen = await db.sql<{ slug: string }>`
    select a.slug from athletes a ${seenBy(db, userId)} where a.slug = any(${[...athletes]}::text[]) and seen.name`
  const known = new Set(seen.map(({ slug }) => slug))
  return {
    trained: await trainedToday(world, userId),
    coming: session ? await comingTo(world, userId, session) : [],
    unseen: athletes.filter((slug) => !known.has(slug)),
  }
}

interface Session {
  event: string
  /** "2026-11-24" */
  on: string
}

/** Who comes to a session, by name, of those who show it to members; nobody for an account that has not joined. */
export async function comingTo(
  { db }: Pick<World, "db">,
  userId: string,
  { event, on }: Session,
): Promise<Listed[]> {
  if ((await athleteIdOf(db, userId)) === null) return []
  return db.sql<Listed>`
    select ${listed(db.sql)}
    from event_signups s
    join athletes a on a.user_id = s.user_id
    join private.athlete_pages p on p.athlete_id = a.id and p.shows_coming
    ${seenBy(db, userId)}
    where s.event = ${event} and s.held_on = ${on} and s.state = 'going' and seen.name
    order by lower(a.display_name), a.id limit ${hereRule.named}`
}

async function trainedToday({ db, now }: Pick<World, "db" | "now">, userId: string): Promise<Listed[]> {
  return db.sql<Listed>`
    select ${listed(db.sql)}
    from private.athlete_pages p
    join athletes a on a.id = p.athlete_id
    join athlete_days d on d.athlete_id = a.id and d.local_on = (${now()}::timestamptz at time zone a.time_zone)::date
    cross join lateral ${displayTo(db, userId, db.sql`d.restricted`)} seen
    where p.shows_trained and d.points > 0 and seen.name and seen.days
    -- Another order every day, that says nothing about when.
    order by md5(a.secret::text || d.local_on), a.id limit ${hereRule.named}`
}

const listed = (sql: Sql) => sql`
  a.slug as athlete, a.display_name as name, a.photo,
  private.figure(a.sport, a.look, a.restricted_data = 'none') as figure`

const seenBy = (db: Pick<Db, "sql">, userId: string) => db.sql`
  cross join lateral ${displayTo(db, userId)} seen`
