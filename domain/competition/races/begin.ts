import { firstRaces, type SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { drawTeams } from "../teams/draw-teams.ts"
import { racesOf, sideRaceColumns } from "./race.ts"

/**
 * Sets up a new season's side races: those of the previous season that repeat or, in the first season of a series,
 * those of content/races.ts. Also draws the teams of team races. Races that an operator has already added stay.
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
      if (race.entrants === "teams") await drawTeams(inside, race)
    return added
  })
}

function repeating({ sql }: Db, season: number): Promise<SideRace[]> {
  return sql<SideRace>`
    select ${sideRaceColumns(sql)} from races r
    where r.season_id = ${season} and r.repeats and r.ended_at is null
    order by r.position, r.id` as Promise<SideRace[]>
}

/** Adds a race to a season, or (null) one with days of its own. Returns 0 if there already is one of that name. */
export async function insert(
  { sql }: Db,
  season: number | null,
  race: SideRace,
  position: number,
): Promise<number> {
  const added = await sql`
    insert into races (
      season_id, from_on, to_on, name, title, words, metric, kinds, weekdays, newcomers, cap_a_day, days_a_week, least_minutes, least_days,
      entrants, team_size, target, prize, most_prizes, listed, repeats, position
    ) values (
      ${season}, ${race.fromOn}::date, ${race.toOn}::date, ${race.name}, ${race.title}, ${race.words}, ${race.metric}, ${race.kinds}::text[],
      ${race.weekdays}::smallint[], ${race.newcomers}, ${race.capADay}, ${race.daysAWeek}, ${race.leastMinutes},
      ${race.leastDays}, ${race.entrants}, ${race.teamSize}, ${race.target}, ${race.prize}, ${race.mostPrizes}, ${race.listed}, ${race.repeats}, ${position}
    )
    on conflict do nothing
    returning id`
  return added.length
}
