import { rulesets } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { holds, type Operator, type Role, roles } from "./roles.ts"

/** The maximum that one day can change in an athlete's points. */
const mostPoints = Math.max(...rulesets.map(({ maxPointsPerDay }) => maxPointsPerDay))

/**
 * Whether an operator must leave a decision about an athlete's activity to another operator, because it is their own or
 * their household's activity, or because it can change their place: one of them is within a day's points of the athlete
 * on a board, or in a final table whose prizes are not all awarded. Nobody is recused in a shell, because shell access
 * includes the database.
 */
async function isRecused(
  { sql }: Db,
  { id: operatorId }: Pick<Operator, "id">,
  athleteId: number,
): Promise<boolean> {
  if (operatorId === null) return false
  const [row] = await sql<{ recused: boolean }>`
    with own as (
      select a.id from athletes a left join private.ties t on t.athlete_id = a.id
      where a.user_id = ${operatorId} or t.household_of = ${operatorId}
    )
    select exists (select from own where id = ${athleteId})
      or exists (
        select from standings theirs
        join standings mine on mine.board_id = theirs.board_id and mine.athlete_id in (select id from own)
        where theirs.athlete_id = ${athleteId} and abs(mine.points - theirs.points) <= ${mostPoints}
      )
      or exists (
        select from season_results theirs
        join season_results mine on mine.season_id = theirs.season_id and mine.athlete_id in (select id from own)
        join seasons s on s.id = theirs.season_id
        where theirs.athlete_id = ${athleteId} and abs(mine.points - theirs.points) <= ${mostPoints}
          and (s.settled_at is null or exists (select from private.open_places o where o.season_id = s.id))
      ) as recused
  `
  return row?.recused === true
}

/**
 * Why an operator must leave a decision about an athlete's activity to another one: `recused`; or `nobody_else`, if no
 * other operator could decide either, so that it waits until somebody else has the role that it needs. Null if they may
 * decide.
 */
export async function whyRecused(
  world: Pick<World, "db" | "now">,
  operator: Pick<Operator, "id">,
  { athleteId, needs }: { athleteId: number; needs: Role },
): Promise<"recused" | "nobody_else" | null> {
  if (!(await isRecused(world.db, operator, athleteId))) return null
  return (await canAnotherDecide(world, operator, { athleteId, needs })) ? "recused" : "nobody_else"
}

/** Whether an operator other than this one has the role to decide about an athlete's activity, and is not recused. */
export async function canAnotherDecide(
  { db, now }: Pick<World, "db" | "now">,
  operator: Pick<Operator, "id">,
  { athleteId, needs }: { athleteId: number; needs: Role },
): Promise<boolean> {
  const { sql } = db
  const others = await sql<{ id: string; role: Role }>`
    select id, raw_app_meta_data ->> 'role' as role from auth.users
    where raw_app_meta_data ->> 'role' in ${sql([...roles])} and id is distinct from ${operator.id}::uuid
      and deleted_at is null and (banned_until is null or banned_until <= ${now()})
  `
  for (const other of others)
    if (holds(other.role, needs) && !(await isRecused(db, other, athleteId))) return true
  return false
}
