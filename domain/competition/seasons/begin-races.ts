import { firstRaces, type SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { insert } from "../races/insert.ts"
import { racesOf, sideRaceColumns } from "../races/race.ts"
import { completeDraw } from "../teams/by-hand.ts"
import { drawTeams } from "../teams/draw-teams.ts"

/**
 * Sets up a new season's side races: those of the previous season that repeat or, in the first season of a series,
 * those of content/races.ts. Also draws the teams of team races, unless an operator has drawn them before. Races that an operator has already added stay.
 * Idempotent. Returns the number of races.
 */
export async function beginRaces(
  db: Db,
  { series, season }: { series: string; season: string },
): Promise<number> {
  const [known] = await db.sql`select from seasons where slug = ${season} and not races_begun`
  if (!known) return 0
  return db.transaction(async (inside) => {
    const [begun] = await inside.sql<{ id: number; opensAt: Date }>`
      update seasons set races_begun = true where slug = ${season} and not races_begun
      returning id, opens_at as "opensAt"`
    if (!begun) return 0
    const [before] = await inside.sql<{ id: number }>`
      select id from seasons where series = ${series} and opens_at < ${begun.opensAt} and races_begun
      order by opens_at desc limit 1`
    const races = before
      ? await repeating(inside, before.id)
      : ((firstRaces as Record<string, readonly SideRace[]>)[series] ?? [])
    let added = 0
    for (const [position, race] of races.entries()) added += await insert(inside, begun.id, race, position)
    for (const race of await racesOf(inside, season))
      if (race.entrants === "teams") await (race.drawnAt ? completeDraw : drawTeams)(inside, race)
    return added
  })
}

function repeating({ sql }: Db, season: number): Promise<SideRace[]> {
  return sql<SideRace>`
    select ${sideRaceColumns(sql)} from races r
    where r.season_id = ${season} and r.repeats and r.ended_at is null
    order by r.position, r.id` as Promise<SideRace[]>
}
