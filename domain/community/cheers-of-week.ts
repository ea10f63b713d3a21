import { displayToVisitors } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"

/** Who cheered an athlete. */
export interface WeekCheers {
  /** Names that everybody may see, the latest first; at most five. */
  names: string[]
  /** All who cheered and whom the receiver may see. */
  givers: number
}

/**
 * Who has cheered each of these athletes since an instant. A mail can be forwarded, so a giver is named only if visitors
 * see the name too; nobody counts whom the receiver does not see. By athlete; those without cheers are missing.
 */
export async function cheersSince(
  { db }: Pick<World, "db">,
  { athleteIds, since }: { athleteIds: readonly number[]; since: Date },
): Promise<Map<number, WeekCheers>> {
  const { sql } = db
  const rows = await sql<WeekCheers & { athleteId: number }>`
    select "athleteId", count(*)::integer as givers,
      coalesce((array_agg(name order by at desc) filter (where public))[1:5], '{}') as names
    from (
      select me.id::float8 as "athleteId", a.display_name as name, max(c.at) as at, anyone.name as public
      from athletes me
      join private.cheers c on c.receiver_id = me.id and c.taken_back_at is null and c.at >= ${since}
      join athletes a on a.id = c.giver_id
      cross join lateral ${displayToVisitors(db)} anyone
      where me.id = any(${[...athleteIds]}::bigint[]) and a.visibility <> 'hidden'
        and a.id <> all ((select private.apart_from(me.user_id))::bigint[])
      group by me.id, a.id, a.display_name, anyone.name
    ) given
    group by "athleteId"`
  return new Map(rows.map(({ athleteId, ...cheers }) => [athleteId, cheers]))
}
