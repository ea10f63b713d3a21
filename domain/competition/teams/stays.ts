import type { Db } from "#ports/db.ts"
import type { Day } from "#primitives/zones.ts"

/** A stay in a team with all that is stored about it, so that it can be put back. */
export interface StoredStay {
  athlete: number
  /** The number of the team in its race. */
  team: number
  from: Day
  until: Day | null
  came: "drawn" | "late" | "transferred" | "joined"
  reason: string | null
  pick: number | null
  points: number | null
  pairMean: number | null
  teamPoints: number | null
  weighed: boolean
}

/** The stays of these athletes in a race, or of everybody who was in a team, the earliest first. */
export async function storedStays(
  { sql }: Pick<Db, "sql">,
  race: number,
  of: { athletes: readonly number[] } | { team: number },
): Promise<StoredStay[]> {
  const athletes = "athletes" in of ? of.athletes : null
  const team = "team" in of ? of.team : null
  return sql<StoredStay>`
    select m.athlete_id::float8 as athlete, t.number::integer as team, m.from_on::text as from, m.until_on::text as until,
      m.came, m.reason, m.pick, m.points, m.pair_mean as "pairMean", m.team_points as "teamPoints", m.weighed
    from team_members m join teams t on t.id = m.team_id
    where m.race_id = ${race} and m.athlete_id is not null
      and (m.athlete_id = any(${athletes}::bigint[]) or t.number = ${team}::integer)
    order by m.id`
}

/** Replaces all stays of these athletes in a race. Whoever has no account any more is left out. */
export async function replaceStays(
  { sql }: Db,
  race: number,
  { athletes, stays }: { athletes: readonly number[]; stays: readonly StoredStay[] },
): Promise<void> {
  await sql`delete from team_members where race_id = ${race} and athlete_id = any(${athletes}::bigint[])`
  await sql`
    insert into team_members (
      race_id, team_id, athlete_id, from_on, until_on, came, reason, pick, points, pair_mean, team_points, weighed
    )
    select ${race}, t.id, a.id, s.from, s.until, s.came, s.reason, s.pick, s.points, s."pairMean", s."teamPoints", s.weighed
    from rows from (
      jsonb_to_recordset(${sql.json(stays)}::jsonb) as (
        athlete bigint, team smallint, "from" date, until date, came text, reason text, pick integer, points integer,
        "pairMean" real, "teamPoints" integer, weighed boolean
      )
    ) with ordinality as s (athlete, team, "from", until, came, reason, pick, points, "pairMean", "teamPoints", weighed, nr)
    join teams t on t.race_id = ${race} and t.number = s.team
    join athletes a on a.id = s.athlete
    order by s.nr`
}
