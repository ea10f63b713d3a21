import type { Db } from "#ports/db.ts"
import type { Allocated } from "./allocate.ts"
import type { SeasonRow } from "./season.ts"
import type { TeamPrize } from "./team-prizes.ts"

/**
 * The part of an allocation of team prizes that no open objection could change. While somebody who was in a team of the race waits
 * for a reply about an activity of the season, sent before its prizes were awarded, its prizes stay where they are.
 */
export async function undisputedOfTeams(
  { sql }: Db,
  season: SeasonRow,
  prizes: readonly TeamPrize[],
  allocated: readonly Allocated[],
): Promise<Allocated[]> {
  const disputed = await sql<{ race: number }>`
    select distinct m.race_id as race
    from activity_objections o
    join activities x on x.id = o.activity_id
    join team_members m on m.athlete_id = x.athlete_id
    join seasons this on this.id = ${season.id}
    where m.race_id = any(${prizes.map(({ race }) => race.id)}::integer[])
      and o.replied_at is null and o.at < coalesce(this.settled_at, 'infinity')
      and x.started_at >= this.opens_at and x.started_at < this.closes_at`
  if (disputed.length === 0) return [...allocated]
  const waits = (id: number | undefined) => disputed.some(({ race }) => race === id)
  const kept = await sql<{ place: number; athleteId: number; race: number }>`
    select place::integer as place, athlete_id::float8 as "athleteId", race_id as race from prizes
    where season_id = ${season.id} and race_id = any(${disputed.map(({ race }) => race)}::integer[])
      and status in ('awarded', 'claimed') and athlete_id is not null`
  return [
    ...allocated.filter(({ team }) => !waits(team?.race.id)),
    ...kept.flatMap(({ race, ...one }) => {
      const team = prizes.find((prize) => prize.race.id === race)
      return team ? [{ ...one, team }] : []
    }),
  ]
}
