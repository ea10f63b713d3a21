import { reply } from "#domain/competition/review/objections.ts"
import type { World } from "#domain/world.ts"
import { act } from "../journal.ts"
import { canAnotherDecide, whyRecused } from "../recusal.ts"
import type { Operator } from "../roles.ts"
import { lookAt, subjectOf } from "./decide.ts"

/**
 * Replies to an athlete's objection; `counts` decides in the athlete's favor.
 * Errors: those of `act` and `reply`, and those of `whyNotReply`.
 */
export async function replyToObjection(
  world: World,
  operator: Operator,
  { id, text, counts }: { id: number; text: string; counts: boolean },
) {
  const subject = await subjectOf(world.db, id)
  return act(
    world,
    operator,
    { command: "review.answer", subject, reason: text, look: lookAt(id) },
    async (inside) => {
      const code = await whyNotReply(inside, operator, id)
      return code ? { ok: false as const, code } : reply(inside, { activityId: id, text, counts })
    },
  )
}

/**
 * Why this operator does not reply to the open objection about an activity: `recused` or `nobody_else` when it concerns
 * a place of their own (`whyRecused`), and `own_decision` when it is against their own decision and another operator
 * could reply. Null when they may reply. A shell belongs to no account, so it may reply to everything.
 */
export async function whyNotReply(
  world: Pick<World, "db" | "now">,
  operator: Operator,
  activityId: number,
): Promise<"recused" | "nobody_else" | "own_decision" | null> {
  const [found] = await world.db.sql<{ athleteId: number; decider: string | null }>`
    select x.athlete_id::float8 as "athleteId", d.operator_id as decider
    from activity_objections o
    join activities x on x.id = o.activity_id
    -- Whose decision it is against: the last one by then, also one that took another back.
    left join lateral (
      select j.operator_id from private.journal j
      where j.subject = 'activity' and j.subject_id = o.activity_id::text and 'decision' = any(j.fields) and j.at <= o.at
        and o.review_id is not null
      order by j.id desc limit 1
    ) d on true
    where o.activity_id = ${activityId} and o.replied_at is null
  `
  if (!found || operator.id === null) return null
  const about = { athleteId: found.athleteId, needs: "helper" } as const
  const recused = await whyRecused(world, operator, about)
  if (recused || operator.id !== found.decider) return recused
  return (await canAnotherDecide(world, operator, about)) ? "own_decision" : null
}
