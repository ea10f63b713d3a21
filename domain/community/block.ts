import { athleteIdOf, displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { tellMembers } from "./tell.ts"

/** Somebody whom the member has blocked, by the name that they had for the member. */
interface Blocked {
  athlete: string
  name: string
  at: Date
}

type Done = { ok: true } | { ok: false; code: "not_joined" | "unknown_athlete" | "yourself" }

/** As many athletes as one member can block. */
const mostBlocked = 1_000

/**
 * Keeps the member and an athlete apart, without telling the athlete: to each other they look like athletes who are
 * hidden. Blocking somebody again changes nothing. Their cheers for each other come back with the end of the block.
 * Errors: `unknown_athlete`, also for one whose name the member may not see, and for a sample athlete, who can do nothing.
 */
export async function block(
  world: Pick<World, "db" | "live" | "now">,
  userId: string,
  slug: string,
): Promise<Done | { ok: false; code: "too_many" }> {
  return world.db.transaction(async (db) => {
    const pair = await pairOf(db, userId, slug)
    if (!pair.ok) return pair
    // Whoever is blocked already is seen no longer, and stays blocked.
    if (pair.name === null) return pair.blocked ? { ok: true } : { ok: false, code: "unknown_athlete" }
    const [counted] = await db.sql<{ n: number }>`
      select count(*)::integer as n from private.blocks where blocker_id = ${pair.own}`
    if ((counted?.n ?? 0) >= mostBlocked) return { ok: false, code: "too_many" }
    await db.sql`
      insert into private.blocks (blocker_id, blocked_id, blocked_name, at)
      values (${pair.own}, ${pair.other}, ${pair.name}, ${world.now()})
      on conflict do nothing`
    await tellMembers(world, db, { athletes: [pair.own, pair.other], news: "apart" })
    return { ok: true }
  })
}

/** Ends a block of the member's own; one of the other side stays. Errors: like `block`. */
export async function unblock(
  world: Pick<World, "db" | "live">,
  userId: string,
  slug: string,
): Promise<Done> {
  return world.db.transaction(async (db) => {
    const pair = await pairOf(db, userId, slug)
    if (!pair.ok) return pair
    await db.sql`delete from private.blocks where blocker_id = ${pair.own} and blocked_id = ${pair.other}`
    await tellMembers(world, db, { athletes: [pair.own, pair.other], news: "apart" })
    return { ok: true }
  })
}

/** Whom the member has blocked, the latest first. */
export async function blockedBy({ db }: Pick<World, "db">, userId: string): Promise<Blocked[]> {
  return db.sql<Blocked>`
    select a.slug as athlete, b.blocked_name as name, b.at
    from athletes me join private.blocks b on b.blocker_id = me.id join athletes a on a.id = b.blocked_id
    where me.user_id = ${userId} order by b.at desc, a.id`
}

/** The slugs of athletes from whom the account is kept apart, for surfaces that are made for all members together. */
export async function apartFrom({ db }: Pick<World, "db">, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.sql<{ slug: string }>`
    select slug from athletes where id = any ((select private.apart_from(${userId}::uuid))::bigint[])`
  return new Set(rows.map(({ slug }) => slug))
}

interface Pair {
  ok: true
  own: number
  other: number
  /** The other's name; null when the member may not see it. */
  name: string | null
  /** Whether the member has blocked the other. */
  blocked: boolean
}

async function pairOf(db: Db, userId: string, slug: string): Promise<Pair | Exclude<Done, { ok: true }>> {
  const own = await athleteIdOf(db, userId)
  if (own === null) return { ok: false, code: "not_joined" }
  const [other] = await db.sql<Pick<Pair, "name" | "blocked"> & { id: number }>`
    select a.id::float8 as id, case when seen.name then a.display_name end as name,
      exists (select from private.blocks b where b.blocker_id = ${own} and b.blocked_id = a.id) as blocked
    from athletes a
    cross join lateral ${displayTo(db, userId)} seen
    where a.slug = ${slug} and not a.demo`
  if (!other) return { ok: false, code: "unknown_athlete" }
  const { id, ...rest } = other
  return id === own ? { ok: false, code: "yourself" } : { ok: true, own, other: id, ...rest }
}
