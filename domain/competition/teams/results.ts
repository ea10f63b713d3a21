import type { Db } from "#ports/db.ts"
import type { Race } from "../races/race.ts"
import { type PlacedTeam, readTeams, type TeamDay } from "./team-table.ts"

/** A team as it finished. */
export interface FinishedTeam {
  team: number
  name: string
  /** Null without points, or with fewer than four members. */
  place: number | null
  points: number
  activeDays: number
  recorded: number
  restricted: boolean
  credits: readonly string[]
}

/** Freezes a team race, in the transaction that freezes its season. Its rosters remain in `team_members`. */
export async function freezeTeams(db: Db, race: Race): Promise<void> {
  const { placed } = await readTeams(db, race)
  const lines = placed.map((team, index) => ({ line: index + 1, ...finished(team) }))
  await db.sql`
    insert into race_results (race_id, line, team_id, rank, value, days, recorded, restricted, credits)
    select ${race.id}, line, team, coalesce(place, ${placed.length}), points, "activeDays", recorded, restricted,
      case when jsonb_array_length(credits) > 0 then array(select jsonb_array_elements_text(credits)) end
    from jsonb_to_recordset(${db.sql.json(lines)}::jsonb) as t (
      line integer, team integer, place integer, points integer, "activeDays" integer, recorded integer,
      restricted boolean, credits jsonb
    )`
}

/** What a team's table row shows. */
export function finished({ team, name, place, score }: PlacedTeam): FinishedTeam {
  const why = score.why as TeamDay[]
  return {
    team,
    name,
    place,
    points: score.points,
    activeDays: score.activeDays,
    recorded: score.recorded,
    restricted: why.some(({ restricted }) => restricted),
    credits: [...new Set(why.flatMap(({ credits }) => credits))].sort(),
  }
}

/** The frozen table of a team race. */
export async function frozenTeams({ sql }: Pick<Db, "sql">, race: Pick<Race, "id">): Promise<FinishedTeam[]> {
  const rows = await sql<FinishedTeam>`
    select r.team_id as team, t.name, case when r.value > 0 then r.rank end as place, r.value as points,
      r.days as "activeDays", r.recorded, r.restricted, coalesce(r.credits, '{}') as credits
    from race_results r join teams t on t.id = r.team_id
    where r.race_id = ${race.id}
    order by r.line`
  return rows
}
