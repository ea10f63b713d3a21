import type { World } from "#domain/world.ts"
import { announce } from "../boards/board.ts"

/**
 * Removes the sample athletes with all their data as soon as a member has points, so that no member competes with fictional
 * athletes. Idempotent, and cheap without samples.
 */
export async function retireSamples(world: World): Promise<void> {
  const gone = await world.db.sql`
    delete from athletes
    where demo and exists (
      select from athlete_days d join athletes member on member.id = d.athlete_id
      where not member.demo and d.points > 0
    )
    returning id
  `
  if (gone.length > 0) announce(world)
}
