import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"

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
