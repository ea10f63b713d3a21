import { displayToVisitors } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"

/** One step of the draw, as visitors see it. */
interface DrawStep {
  pick: number
  /** Null for an athlete whose name is not shown. */
  name: string | null
  /** The points by which the athlete was picked. */
  points: number | null
  /** Of a pair: the mean of both, by which it was picked. */
  pairMean: number | null
  team: string
  /** Points of the team after this pick; null where they would reveal those of an athlete whose points are hidden. */
  teamPoints: number | null
}

/** Every step of a draw in its order, and how many athletes an operator moved before the season, who have no step. Errors: `unknown_race`, also where no teams were drawn. */
export async function drawSteps(
  world: World,
  { season, name }: RaceAddress,
): Promise<
  { ok: true; race: Race; steps: DrawStep[]; byHand: number } | { ok: false; code: "unknown_race" }
> {
  const race = await findRace(world.db, { season, name })
  if (!race?.drawnAt) return { ok: false, code: "unknown_race" }
  const steps = await world.db.sql<DrawStep>`
    select m.pick, case when shown.name then a.display_name end as name, case when shown.points then m.points end as points,
      case when shown.points then m.pair_mean end as "pairMean", t.name as team,
      case when shown.points then m.team_points end as "teamPoints"
    from team_members m
    join teams t on t.id = m.team_id
    left join athletes a on a.id = m.athlete_id
    left join lateral ${displayToVisitors(world.db, world.db.sql`a.restricted_data <> 'none'`)} shown on a.id is not null
    where m.race_id = ${race.id} and m.pick is not null
    order by m.pick`
  const [moved] = await world.db.sql<{ n: number }>`
    select count(*)::integer as n from team_members
    where race_id = ${race.id} and came = 'transferred' and from_on <= ${race.from}::date`
  return { ok: true, race, steps, byHand: moved?.n ?? 0 }
}
