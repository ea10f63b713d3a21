import type { Db } from "#ports/db.ts"
import type { SeasonRow } from "./season.ts"

/**
 * Other accounts whose activities the same recorder brought in a season, by the athlete, in words: one person with two accounts has two
 * chances in a race of teams with a prize, and no arithmetic prevents that. Looked for among the members of such races only, because
 * elsewhere a second account gains nothing, and an index of recorders would slow down every upload. Whoever lends a watch has the sign, too:
 * an operator looks at it.
 */
export async function sharedRecorders(
  { sql }: Db,
  season: Pick<SeasonRow, "id" | "opensAt" | "closesAt">,
  athleteIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ athleteId: number; others: string[] }>`
    with own as materialized (
      select distinct m.race_id, m.athlete_id, x.recorder_key
      from team_members m
      join races r on r.id = m.race_id and r.season_id = ${season.id} and r.prize is not null
      join activities x on x.athlete_id = m.athlete_id and x.status = 'counted' and x.recorder_key is not null
        and x.started_at >= ${season.opensAt} and x.started_at < ${season.closesAt}
      where m.athlete_id = any(${athleteIds}::bigint[])
    )
    select own.athlete_id::float8 as "athleteId", array_agg(distinct a.slug order by a.slug) as others
    from own
    join team_members m on m.race_id = own.race_id and m.athlete_id <> own.athlete_id
    join activities x on x.athlete_id = m.athlete_id and x.status = 'counted' and x.recorder_key = own.recorder_key
      and x.started_at >= ${season.opensAt} and x.started_at < ${season.closesAt}
    join athletes a on a.id = m.athlete_id
    group by own.athlete_id`
  return new Map(
    rows.map(({ athleteId, others }) => [
      athleteId,
      `The same recorder brought activities of ${others.join(" and ")}.`,
    ]),
  )
}
