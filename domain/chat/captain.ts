import { ownDates } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import type { ChatSubject } from "./addresses.ts"

/** The team whose captain an account is in this race, looked up each time; null without one, and once the race is final. */
export async function captainSubject(
  { sql }: Pick<Db, "sql">,
  { season, name, userId }: { season: string; name: string; userId: string },
): Promise<ChatSubject | null> {
  const [row] = await sql<{ team: number; captain: number }>`
    select t.id as team, a.id::float8 as captain
    from races r left join seasons s on s.id = r.season_id
    join teams t on t.race_id = r.id
    join private.captains k on k.team_id = t.id
    join athletes a on a.id = k.athlete_id and a.user_id = ${userId}
    where coalesce(s.slug, ${ownDates}) = ${season} and r.name = ${name} and r.closed_at is null and r.ended_at is null`
  return row ?? null
}
