import { athleteIdOf, viewerKind } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** The athlete with whom a member wants to be in one team. */
interface Wish {
  /** Null once members may not see the name. */
  slug: string | null
  /** As members may see it; null once they may not. */
  name: string | null
  /** Whether the other one names the member, too: only then are they drawn together. */
  mutual: boolean
}

/** The member's wish; null without one. Whether others name the member is told to nobody. */
export async function wishOf({ sql }: Db, userId: string): Promise<Wish | null> {
  const [row] = await sql<Wish>`
    select case when shown.name then a.slug end as slug, case when shown.name then a.display_name end as name,
      back.athlete_id is not null and how.viewer <> 'apart' as mutual
    from athletes own
    join private.team_wishes w on w.athlete_id = own.id
    join athletes a on a.id = w.with_athlete_id
    left join private.team_wishes back on back.athlete_id = a.id and back.with_athlete_id = own.id
    cross join lateral (select ${viewerKind({ sql }, userId)} as viewer) how
    cross join lateral private.display(how.viewer, a.visibility, a.restricted_data, false, null) shown
    where own.user_id = ${userId}`
  return row ?? null
}

/**
 * Sets with whom the member wants to be drawn, in place of an earlier wish. It applies to every later draw of a race
 * without a prize, if both name each other.
 * @param named the address of the other's page, the last part of it, or the name as boards show it
 * Errors: `not_joined`, `unknown_athlete` (nobody whom members may see), `several` (with that name), `yourself`.
 */
export async function wishFor(
  world: Pick<World, "db">,
  userId: string,
  named: string,
): Promise<{ ok: true } | { ok: false; code: "not_joined" | "unknown_athlete" | "several" | "yourself" }> {
  return world.db.transaction(async ({ sql }) => {
    const own = await athleteIdOf({ sql }, userId)
    if (own === null) return { ok: false, code: "not_joined" }
    const slug = /(?:^|\/athletes\/)([^/?#\s]+)\/?(?:[?#].*)?$/.exec(named.trim())?.[1] ?? ""
    const found = await sql<{ id: number; exact: boolean }>`
      select a.id::float8 as id, a.slug = ${slug} as exact
      from athletes a
      cross join lateral private.display(
        ${viewerKind({ sql }, userId)}, a.visibility, a.restricted_data, false, null
      ) shown
      where shown.name and not a.demo and (a.slug = ${slug} or lower(a.display_name) = lower(${named.trim()}))
      order by exact desc limit 3`
    const [first] = found
    if (!first) return { ok: false, code: "unknown_athlete" }
    if (!first.exact && found.length > 1) return { ok: false, code: "several" }
    if (first.id === own) return { ok: false, code: "yourself" }
    await sql`
      insert into private.team_wishes (athlete_id, with_athlete_id) values (${own}, ${first.id})
      on conflict (athlete_id) do update set with_athlete_id = excluded.with_athlete_id`
    return { ok: true }
  })
}

/** Takes the wish back; succeeds if there is none. */
export async function endWish({ db }: Pick<World, "db">, userId: string): Promise<void> {
  await db.sql`
    delete from private.team_wishes w using athletes a where a.id = w.athlete_id and a.user_id = ${userId}`
}
