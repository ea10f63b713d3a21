import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Operator } from "../roles.ts"

/** Long enough to look at the evidence; every further look extends it. */
const claimMinutes = 5

/** Who looks at an activity now, and until when at the latest. */
interface Claim {
  operator: string
  until: Date
}

/**
 * Claims an activity for an operator who looks at it, so that two never decide the same at once. Answers the claim of another
 * operator, if there is one. In a shell nothing is claimed.
 */
export async function claim(world: World, operator: Operator, activityId: number): Promise<Claim | null> {
  const now = world.now()
  if (operator.id !== null)
    await world.db.sql`
      insert into private.review_claims as c (activity_id, operator_id, until)
      select x.id, ${operator.id}, ${new Date(now.getTime() + claimMinutes * 60_000)}
      from activities x where x.id = ${activityId}
      on conflict (activity_id) do update set operator_id = excluded.operator_id, until = excluded.until
      where c.operator_id = excluded.operator_id or c.until <= ${now}
    `
  return claimOfAnother(world.db, operator, { activityId, now })
}

/** The claim of somebody else, or null. */
export async function claimOfAnother(
  db: Db,
  operator: Operator,
  { activityId, now }: { activityId: number; now: Date },
): Promise<Claim | null> {
  const [found] = await db.sql<{ operator: string | null; until: Date }>`
    select u.email as operator, c.until
    from private.review_claims c join auth.users u on u.id = c.operator_id
    where c.activity_id = ${activityId} and c.until > ${now} and c.operator_id is distinct from ${operator.id}::uuid
  `
  return found ? { operator: found.operator ?? "Another operator", until: found.until } : null
}

/** Which other operators look at these activities now, by the activity's id. */
export async function claimsOfOthers(
  { db, now }: Pick<World, "db" | "now">,
  operator: Operator,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.sql<{ id: string; operator: string | null }>`
    select c.activity_id as id, u.email as operator
    from private.review_claims c join auth.users u on u.id = c.operator_id
    where c.activity_id = any(${ids}::bigint[]) and c.until > ${now()} and c.operator_id is distinct from ${operator.id}::uuid
  `
  return new Map(rows.map((row) => [Number(row.id), row.operator ?? "Another operator"]))
}

/** Gives an activity free that was decided or left. */
export async function release(db: Db, operator: Operator, activityId: number): Promise<void> {
  await db.sql`
    delete from private.review_claims where activity_id = ${activityId} and operator_id = ${operator.id}::uuid
  `
}
