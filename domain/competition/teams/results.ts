import { teamRule } from "#content/team-rule.ts"
import type { Db, Sql } from "#ports/db.ts"
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

/**
 * The frozen table of a race of teams. Points of athletes who were disqualified since are no longer in it, so a team may have a lower
 * place; of such a team the days are read as they are now, and it never gains.
 */
export async function frozenTeams(db: Pick<Db, "sql">, race: Race): Promise<FinishedTeam[]> {
  const rows = await db.sql<FinishedTeam>`
    select r.team_id as team, t.name, case when ${hasPlace(db.sql)} then r.rank end as place, r.value as points,
      r.days as "activeDays", r.recorded, r.restricted, coalesce(r.credits, '{}') as credits
    from race_results r join teams t on t.id = r.team_id
    where r.race_id = ${race.id}
    order by r.rank, r.line`
  const since = await db.sql<{ team: number }>`
    select distinct m.team_id as team
    from disqualifications d
    join team_members m on m.race_id = ${race.id} and m.athlete_id = d.athlete_id
    where d.season_id = ${race.seasonId} and d.at > ${race.closedAt}`
  if (since.length === 0) return rows
  const { placed } = await readTeams(db, race)
  const now = new Map(placed.map((one) => [one.team, finished(one)]))
  const left = rows.map((row) => {
    const without = since.some(({ team }) => team === row.team) ? now.get(row.team) : undefined
    return without && without.points < row.points
      ? { ...without, was: row.place }
      : { ...row, was: row.place }
  })
  const isLast = ({ was }: { was: number | null }) => Number(was === null)
  left.sort(
    (a, b) =>
      isLast(a) - isLast(b) ||
      b.points - a.points ||
      b.activeDays - a.activeDays ||
      (a.was ?? 0) - (b.was ?? 0),
  )
  return left.map(({ was, ...row }) => {
    const first = left.findIndex(
      (one) => one.points === row.points && one.activeDays === row.activeDays && one.was === was,
    )
    return { ...row, place: was !== null && row.points > 0 ? 1 + first : null }
  })
}

/** As `placesOf` decides: points, and enough members, former ones included. Rosters stay as they are in a frozen season. */
const hasPlace = (sql: Sql) => sql`(
  r.value > 0 and (
    select count(distinct m.athlete_id) + count(*) filter (where m.athlete_id is null) from team_members m
    where m.team_id = r.team_id
  ) >= ${teamRule.leastMembers}
)`

/**
 * Counts the teams of an athlete again, after an objection to a frozen season was granted: a total never decreases, and the places
 * follow.
 */
export async function countTeamsAgain(db: Db, race: Race, athlete: number): Promise<void> {
  const { placed, stays } = await readTeams(db, race)
  for (const one of placed.filter(({ team }) =>
    stays.some((stay) => stay.athlete === athlete && stay.team === team),
  )) {
    const { team, points, activeDays, recorded, restricted, credits } = finished(one)
    await db.sql`
      update race_results set value = ${points}, days = ${activeDays}, recorded = ${recorded}, restricted = ${restricted},
        credits = ${credits.length > 0 ? credits : null}::text[]
      where race_id = ${race.id} and team_id = ${team} and value < ${points}`
  }
  // Teams that shared a place, or were apart by the time of their totals, stay so.
  await db.sql`
    update race_results r set rank = placed.rank
    from (
      select line, rank() over (order by ${hasPlace(db.sql)} desc, value desc, days desc, rank) as rank
      from race_results r where race_id = ${race.id}
    ) placed
    where r.race_id = ${race.id} and r.line = placed.line and r.rank <> placed.rank`
}
