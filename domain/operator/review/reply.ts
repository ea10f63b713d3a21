import { reply } from "#domain/competition/scoring/objections.ts"
import type { World } from "#domain/world.ts"
import { act } from "../journal.ts"
import { isRecused } from "../recusal.ts"
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
 * Why this operator does not reply to the open objection about an activity: `recused` when it concerns a place of their
 * own, and `own_decision` when it is against their own decision and there is another operator. Null when they may
 * reply. A shell belongs to no account, so it may reply to everything.
 */
export async function whyNotReply(
  { db, now }: Pick<World, "db" | "now">,
  operator: Operator,
  activityId: number,
): Promise<"recused" | "own_decision" | null> {
  const [found] = await db.sql<{
    athleteId: number
    athlete: string | null
    decider: string | null
    others: string[]
  }>`
    select a.id::float8 as "athleteId", a.user_id as athlete, d.operator_id as decider, array(
      select u.id::text from auth.users u
      where u.raw_app_meta_data ->> 'role' in ('owner', 'helper') and u.id <> ${operator.id}::uuid
        and u.deleted_at is null and (u.banned_until is null or u.banned_until <= ${now()})
    ) as others
    from activity_objections o
    join activities x on x.id = o.activity_id
    join athletes a on a.id = x.athlete_id
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
  if (await isRecused(db, operator, found.athleteId)) return "recused"
  const { athlete, decider, others } = found
  return operator.id === decider && others.some((id) => id !== athlete) ? "own_decision" : null
}
