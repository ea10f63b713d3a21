import { teamRule } from "#content/team-rule.ts"
import type { Db } from "#ports/db.ts"
import { addDays, dayIn, startOfDay } from "#primitives/zones.ts"
import { competitionDay } from "../calendar/period.ts"
import { type Race, racesOf } from "../races/race.ts"
import { type Membership, placeLate } from "./rosters.ts"
import { readTeams } from "./team-table.ts"

/**
 * Puts those who have joined since a season began into the teams of its races, once its third day is over. Idempotent: each race
 * is done once. Run after every midnight. Returns how many were placed.
 */
export async function placeLateJoiners(db: Db, season: string, now: Date): Promise<number> {
  let placed = 0
  for (const race of await racesOf(db, season)) {
    const isOver = addDays(race.from, teamRule.lateDays) <= competitionDay(now)
    if (race.drawnAt === null || race.latePlacedAt !== null || race.closedAt !== null || !isOver) continue
    placed += await db.transaction((inside) => place(inside, race, now))
  }
  return placed
}

async function place(db: Db, race: Race, now: Date): Promise<number> {
  const [first] = await db.sql`
    update races set late_placed_at = ${now} where id = ${race.id} and late_placed_at is null returning id`
  if (!first) return 0
  // One more day, because west of the site's time zone the third day ends later.
  const until = startOfDay(addDays(race.from, teamRule.lateDays + 1), "UTC")
  const joined = await db.sql<{ athlete: number; joinedAt: Date; timeZone: string }>`
    select a.id::float8 as athlete, a.joined_at as "joinedAt", a.time_zone as "timeZone" from athletes a
    where not a.demo and a.joined_at >= ${race.opensAt} and a.joined_at < ${until}
      and not exists (select from team_members m where m.race_id = ${race.id} and m.athlete_id = a.id)`
  const late = joined.map(({ timeZone, ...one }) => {
    const on = dayIn(one.joinedAt, timeZone)
    return { ...one, joinsOn: on < race.from ? race.from : on }
  })
  const { placed: table } = await readTeams(db, race)
  const teams = table.map(({ team, roster, score }) => ({ team, members: roster, points: score.points }))
  const stays = placeLate(teams, { opensOn: race.from, late })
  await insertLate(db, race, stays)
  return stays.length
}

/** Stores stays that began after the draw. */
export async function insertLate({ sql }: Db, race: Race, stays: readonly Membership[]): Promise<void> {
  await sql`
    insert into team_members (race_id, team_id, athlete_id, from_on, came)
    select ${race.id}, s.team, s.athlete, s.from, 'late'
    from jsonb_to_recordset(${sql.json(stays)}::jsonb) as s (team integer, athlete bigint, "from" date)`
}
