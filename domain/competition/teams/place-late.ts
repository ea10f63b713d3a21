import { isRunning } from "#content/running.ts"
import type { Db } from "#ports/db.ts"
import { dayIn } from "#primitives/zones.ts"
import { racesOf } from "../races/race.ts"
import { teamForLate } from "./rosters.ts"
import { readTeams } from "./team-table.ts"

/**
 * Puts somebody who has just joined the competition into the smallest team of each running race of teams, until its third day.
 * Later on they score alone. Call it in the transaction that makes the athlete.
 */
export async function placeLate(
  db: Db,
  { athlete, timeZone }: { athlete: number; timeZone: string },
  now: Date,
): Promise<void> {
  const seasons = await db.sql<{ slug: string; opensAt: Date; closesAt: Date }>`
    select s.slug, s.opens_at as "opensAt", s.closes_at as "closesAt" from seasons s
    where s.closed_at is null and exists (select from races r where r.season_id = s.id and r.drawn_at is not null)`
  for (const season of seasons) {
    if (!isRunning(season, now)) continue
    for (const race of await racesOf(db, season.slug)) {
      if (race.drawnAt === null) continue
      // Two who join at the same moment go one after the other, so that both do not make the same team the largest.
      await db.sql`select from races where id = ${race.id} for update`
      const { placed } = await readTeams(db, race)
      const today = dayIn(now, timeZone)
      const teams = placed.map(({ team, roster, score }) => ({ team, members: roster, points: score.points }))
      const team = teamForLate(teams, { opensOn: race.from, joinsOn: today })
      if (team === null) continue
      await db.sql`
        insert into team_members (race_id, team_id, athlete_id, from_on, came)
        values (${race.id}, ${team}, ${athlete}, ${race.from > today ? race.from : today}, 'late')`
    }
  }
}
