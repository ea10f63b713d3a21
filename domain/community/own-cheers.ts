import type { CheerPhrase } from "#content/cheers.ts"
import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"

/** Somebody who has cheered, as the member may see them. */
interface Giver {
  athlete: string
  name: string
  photo: string | null
  figure: string
  phrase: CheerPhrase | null
}

/** The cheers of one own day. */
interface OwnCheers {
  /** "2026-11-20" */
  on: string
  /** The latest first; at most `mostNamed`. */
  givers: Giver[]
  count: number
}

/** As many faces as one day lists. */
const mostNamed = 60

/** Who has cheered the member's days, for the member alone: the days cheered last, without givers who are
 * hidden or kept apart. */
export async function ownCheers(
  { db }: Pick<World, "db">,
  userId: string,
  { days }: { days: number },
): Promise<OwnCheers[]> {
  const rows = await db.sql<Giver & { on: string; count: number }>`
    with given as (
      select c.*, count(*) over day as count, max(c.at) over day as latest, row_number() over (day order by c.at desc) as nth
      from athletes me
      join private.cheers c on c.receiver_id = me.id and c.taken_back_at is null
      join athletes a on a.id = c.giver_id
      cross join lateral ${displayTo(db, userId)} shown
      where me.user_id = ${userId} and shown.name
      window day as (partition by c.local_on)
    ),
    shown_days as (select local_on, latest from given group by local_on, latest order by latest desc limit ${days})
    select g.local_on::text as on, g.count::integer as count, g.phrase,
      a.slug as athlete, a.display_name as name, a.photo, private.figure(a.sport, a.look, a.restricted_data = 'none') as figure
    from given g
    join shown_days using (local_on)
    join athletes a on a.id = g.giver_id
    where g.nth <= ${mostNamed}
    order by g.local_on desc, g.at desc`
  return [...Map.groupBy(rows, ({ on }) => on)].map(([on, all]) => ({
    on,
    count: all[0]?.count ?? 0,
    givers: all.map(({ athlete, name, photo, figure, phrase }) => ({ athlete, name, photo, figure, phrase })),
  }))
}
