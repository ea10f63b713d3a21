import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Operator } from "../roles.ts"

/** Long enough to examine the evidence; every further view extends it. */
const claimMinutes = 5

/** Which operator is looking at an activity, and when the claim expires. */
interface Claim {
  operator: string
  until: Date
}

/**
 * Claims an activity for an operator who opens it, so that two operators never decide on it at once. Returns the claim
 * of another operator, if there is one. A shell claims nothing.
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

/** Another operator's claim, or null. */
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

/** Which other operators are looking at these activities now, by activity id. */
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

/** Releases an activity that was decided on or closed. */
export async function release(db: Db, operator: Operator, activityId: number): Promise<void> {
  await db.sql`
    delete from private.review_claims where activity_id = ${activityId} and operator_id = ${operator.id}::uuid
  `
}
