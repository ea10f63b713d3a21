import { isOfTeams } from "#content/races.ts"
import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"

/** A member who recorded something while in the team, as its captain may see them. */
interface RecordedMember {
  name: string
  /** Points and active days of the season that counted while they were in the team. */
  points: number
  activeDays: number
  credits: string[]
}

/**
 * The members of a team who recorded, for its captain: never who did not, so that nobody is called to account. Members whose name
 * or days the captain may not see (private.display) are left out. Errors: `unknown_race`, also for a race without teams;
 * `not_captain`, also of a team that does not exist. The captain is looked up each time.
 */
export async function captainView(
  { db }: Pick<World, "db">,
  { season, name, number, captain }: RaceAddress & { number: number; captain: string },
): Promise<{ ok: true; members: RecordedMember[] } | { ok: false; code: "unknown_race" | "not_captain" }> {
  const race = await findRace(db, { season, name })
  if (!race || !isOfTeams(race)) return { ok: false, code: "unknown_race" }
  const [team] = await db.sql<{ id: number }>`
    select t.id from teams t
    join private.captains c on c.team_id = t.id
    join athletes a on a.id = c.athlete_id and a.user_id = ${captain}
    join team_members m on m.team_id = t.id and m.athlete_id = a.id and m.until_on is null
    where t.race_id = ${race.id} and t.number = ${number}`
  if (!team) return { ok: false, code: "not_captain" }
  return { ok: true, members: await recordedMembers(db, { race, team: team.id, viewer: captain }) }
}

/**
 * The members of a team who recorded, as an account, or a visitor (null), may see them; most points first.
 * @param among SQL: a further condition for the athlete `a`
 */
export async function recordedMembers(
  db: Db,
  { race, team, viewer }: { race: Race; team: number; viewer: string | null },
  among = db.sql`true`,
): Promise<RecordedMember[]> {
  return db.sql<RecordedMember>`
    select a.display_name as name, sum(d.points)::integer as points,
      (count(*) filter (where d.active))::integer as "activeDays",
      array(select distinct unnest(x.credits) from athlete_days x
        where x.athlete_id = a.id and x.local_on between ${race.from}::date and ${race.to}::date order by 1) as credits
    from team_members m
    join athletes a on a.id = m.athlete_id
    join athlete_days d on d.athlete_id = a.id and d.points > 0
      and d.local_on between greatest(m.from_on, ${race.from}::date) and least(coalesce(m.until_on - 1, 'infinity'), ${race.to}::date)
    cross join lateral ${displayTo(db, viewer, db.sql`d.restricted`)} shown
    where m.team_id = ${team} and shown.name and shown.points and ${among}
    group by a.id
    order by points desc, a.display_name, a.id`
}
