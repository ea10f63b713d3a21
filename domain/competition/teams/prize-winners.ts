import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Race } from "../races/race.ts"

/** Somebody who was awarded the prize of a race of teams, as the viewer may see them. */
export interface PrizeWinner {
  /** Null where it is not shown, as `athlete`. */
  name: string | null
  /** Used in URLs: /leaderboard/athletes/<slug>. */
  athlete: string | null
}

/** In the order of their names; those who are not shown, and deleted accounts, come last. */
export async function prizeWinners(
  { db }: Pick<World, "db">,
  race: Pick<Race, "id" | "closedAt">,
  viewer: string | null,
): Promise<PrizeWinner[]> {
  if (race.closedAt === null) return []
  return db.sql<PrizeWinner>`
    select case when shown.name then a.display_name end as name, case when shown.name then a.slug end as athlete
    from prizes p
    left join athletes a on a.id = p.athlete_id
    left join lateral ${displayTo(db, viewer)} shown on a.id is not null
    where p.race_id = ${race.id} and p.status <> 'withdrawn'
    order by shown.name desc nulls last, lower(a.display_name), p.id`
}
