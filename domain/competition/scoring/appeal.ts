import type { World } from "#domain/world.ts"
import { decideOn } from "./decide.ts"
import { mailAnswered } from "./review-mails.ts"

/**
 * The athlete's one objection to a declined activity of their own.
 * Errors: `unknown_activity`; `not_declined`: the last decision is no decline; `already_sent`.
 */
export async function appeal(
  world: World,
  { userId, activityId, text }: { userId: string; activityId: number; text: string },
): Promise<{ ok: true } | { ok: false; code: "unknown_activity" | "not_declined" | "already_sent" }> {
  return world.db.transaction(async ({ sql }) => {
    const [own] = await sql`
      select from activities x join athletes a on a.id = x.athlete_id
      where x.id = ${activityId} and a.user_id = ${userId}
    `
    if (!own) return { ok: false, code: "unknown_activity" }
    const reviews = await sql<{ id: number; decision: string | null; appealed: boolean }>`
      select id::float8 as id, decision, appeal is not null as appealed
      from activity_reviews where activity_id = ${activityId} order by id desc for update
    `
    if (reviews[0]?.decision !== "decline") return { ok: false, code: "not_declined" }
    if (reviews.some(({ appealed }) => appealed)) return { ok: false, code: "already_sent" }
    await sql`
      update activity_reviews set appeal = ${text}, appealed_at = ${world.now()} where id = ${reviews[0].id}
    `
    return { ok: true }
  })
}

/**
 * Answers an objection, and counts the activity after all if `counts`. The athlete gets the answer by mail and sees it in the account.
 * Errors: `no_appeal` (none is open).
 */
export async function answerAppeal(
  world: World,
  { activityId, answer, counts }: { activityId: number; answer: string; counts: boolean },
): Promise<{ ok: true } | { ok: false; code: "no_appeal" }> {
  return world.db.transaction(async (db) => {
    const inside = { ...world, db }
    const [answered] = await db.sql`
      update activity_reviews set answer = ${answer}, answered_at = ${world.now()}
      where activity_id = ${activityId} and appeal is not null and answer is null returning id
    `
    if (!answered) return { ok: false, code: "no_appeal" }
    // What counts already needs no decision; the answer stands.
    if (counts) await decideOn(inside, { id: activityId, decision: "count" })
    await mailAnswered(inside, activityId, { answer, counts })
    return { ok: true }
  })
}
