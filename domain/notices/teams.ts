import { isOfTeams } from "#content/races.ts"
import { teamRule } from "#content/team-rule.ts"
import { racesOf } from "#domain/competition/races/race.ts"
import { readTeams, type TeamsInMemory } from "#domain/competition/teams/team-table.ts"
import type { World } from "#domain/world.ts"

/** The place of a member's team in a running race of teams. */
export interface OwnTeamPlace {
  /** The title of the race. */
  race: string
  /** Its name. */
  team: string
  place: number
  /** Points to the team ahead and from the team behind; null without one. */
  ahead: number | null
  behind: number | null
  /** What one strong day of one member adds to the team. */
  strongDay: number
}

/** The teams of these athletes in the running races that end before an instant, by athlete. Teams without a place are left out. */
export async function ownTeamPlaces(
  { db, now }: Pick<World, "db" | "now">,
  { athleteIds, endsBefore }: { athleteIds: readonly number[]; endsBefore: Date },
): Promise<Map<number, OwnTeamPlace[]>> {
  const found = new Map<number, OwnTeamPlace[]>()
  const seasons = await db.sql<{ slug: string }>`
    select distinct s.slug from seasons s join races r on r.season_id = s.id
    join team_members m on m.race_id = r.id and m.until_on is null
    where s.closed_at is null and s.opens_at <= ${now()} and s.closes_at > ${now()} and s.closes_at <= ${endsBefore}
      and m.athlete_id = any(${[...athleteIds]}::bigint[])`
  const asked = new Set(athleteIds)
  for (const { slug } of seasons)
    for (const race of (await racesOf(db, slug)).filter(isOfTeams)) {
      const table = await readTeams(db, race)
      for (const { athlete, team, until } of table.stays) {
        const own = athlete !== null && until === null && asked.has(athlete) && placeOf(table, team)
        if (own) found.set(athlete, [...(found.get(athlete) ?? []), { race: race.title, ...own }])
      }
    }
  return found
}

function placeOf({ placed }: TeamsInMemory, team: number): Omit<OwnTeamPlace, "race"> | undefined {
  const ranked = placed.filter(({ place }) => place !== null)
  const at = ranked.findIndex((one) => one.team === team)
  const own = ranked[at]
  if (!own || own.place === null) return undefined
  const [before, after] = [ranked[at - 1], ranked[at + 1]]
  return {
    team: own.name,
    place: own.place,
    ahead: before && before.place !== own.place ? before.score.points - own.score.points : null,
    behind: after && after.place !== own.place ? own.score.points - after.score.points : null,
    strongDay: teamRule.mostPointsADay / own.score.dividedBy,
  }
}
