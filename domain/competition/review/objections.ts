import { countsShort, objectionRule } from "#content/objections.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { mailReplied } from "../activity-mails.ts"
import type { Verdict } from "../scoring/activity.ts"
import { settleAgain } from "../seasons/settle-again.ts"
import { decideOn } from "./decide.ts"

/** A verdict that an athlete can object to. */
interface Standing extends Verdict {
  counted_s: number | null
  athlete_id: number
  /** The operator's decision behind it; null for a verdict of the rules. */
  review_id: number | null
  /** The athlete's objection that has no reply yet. */
  open: boolean
  /** An objection to this same verdict. */
  again: boolean
  /** The athlete's objections within 24 hours. */
  lately: number
}

/**
 * Stores an athlete's objection to the verdict on an activity of their own: that it does not count, does not count yet,
 * or counts only in part. One objection for each verdict, and one open at a time. Errors: `unknown_activity`; `counts`:
 * it counts in full; `already_sent`; `too_many` within a day; `no_text`; `too_long`.
 */
export async function object(
  world: World,
  { userId, activityId, text }: { userId: string; activityId: number; text: string },
): Promise<
  | { ok: true; dueAt: Date }
  | Refusal<"unknown_activity" | "counts" | "already_sent" | "too_many" | "no_text" | "too_long">
> {
  const words = readable(text)
  if (words === "") return { ok: false, code: "no_text" }
  if (words.length > objectionRule.longest) return { ok: false, code: "too_long" }
  const now = world.now()
  const dueAt = new Date(now.getTime() + objectionRule.replyHours * 3_600_000)
  return world.db.transaction(async ({ sql }) => {
    // Serializes the objections of one account, so that concurrent ones cannot exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended('objections ' || ${userId}, 0))`
    const [standing] = await sql<Standing>`
      select x.status, x.reason, x.counted_s, x.athlete_id::float8 as athlete_id, v.review_id::float8 as review_id,
        exists (
          select from activity_objections o where o.activity_id = x.id and o.replied_at is null
        ) as open,
        exists (
          select from activity_objections o
          where o.activity_id = x.id and o.reason = x.reason and o.review_id is not distinct from v.review_id
        ) as again,
        (
          select count(*)::integer from activity_objections o join activities other on other.id = o.activity_id
          where other.athlete_id = x.athlete_id and o.at > ${new Date(now.getTime() - 86_400_000)}
        ) as lately
      from activities x
      join athletes a on a.id = x.athlete_id
      cross join lateral (
        select max(r.id) as review_id from activity_reviews r where r.activity_id = x.id and x.decision is not null
      ) v
      where x.id = ${activityId} and a.user_id = ${userId}
    `
    if (!standing) return { ok: false, code: "unknown_activity" }
    if (!countsShort(standing)) return { ok: false, code: "counts" }
    if (standing.open || standing.again) return { ok: false, code: "already_sent" }
    if (standing.lately >= objectionRule.mostInADay) return { ok: false, code: "too_many" }
    await sql`
      insert into activity_objections (activity_id, reason, review_id, text, at, due_at)
      values (${activityId}, ${standing.reason}, ${standing.review_id}, ${words}, ${now}, ${dueAt})
    `
    return { ok: true, dueAt }
  })
}

/**
 * Replies to an objection, by mail and in the account. `counts`: the activity counts after all, in full; otherwise it
 * stays as it is, and one that was waiting for a review is declined. Seasons that closed meanwhile are settled again.
 * Errors: `no_objection` (none is open), `no_text`; `stays_out`: the rules exclude it, or a part of it, whatever an
 * operator decides.
 */
export async function reply(
  world: World,
  { activityId, text, counts }: { activityId: number; text: string; counts: boolean },
): Promise<{ ok: true } | Refusal<"no_objection" | "no_text" | "stays_out">> {
  const words = readable(text)
  if (words === "") return { ok: false, code: "no_text" }
  try {
    return await world.db.transaction((db) => replyInside({ ...world, db }, { activityId, words, counts }))
  } catch (error) {
    if (error instanceof StaysOut) return { ok: false, code: "stays_out" }
    throw error
  }
}

async function replyInside(
  inside: World,
  { activityId, words, counts }: { activityId: number; words: string; counts: boolean },
): Promise<{ ok: true } | Refusal<"no_objection">> {
  const { sql } = inside.db
  const text = words.slice(0, objectionRule.longestReply)
  const [replied] = await sql<{ id: number }>`
    update activity_objections set reply = ${text}, replied_at = ${inside.now()}, upheld = ${counts}
    where activity_id = ${activityId} and replied_at is null returning id::float8 as id
  `
  if (!replied) return { ok: false, code: "no_objection" }
  // An activity that already counts needs no decision; the reply is stored anyway.
  if (counts) await decideOn(inside, { id: activityId, decision: "count" })
  const [now] = (await sql`select status, counted_s from activities where id = ${activityId}`) as [
    Pick<Standing, "status" | "counted_s">,
  ]
  if (counts && countsShort(now)) throw new StaysOut()
  const declines = !counts && now.status === "review"
  if (declines)
    await decideOn(inside, {
      id: activityId,
      decision: "decline",
      reason: text.slice(0, 1000),
      toldOtherwise: true,
    })
  await mailReplied(inside, activityId, { reply: text, counts, declines })
  await settleAgain(inside, replied.id)
  return { ok: true }
}

/** Rolls back a reply that would promise what the rules do not keep. */
class StaysOut extends Error {}

/** Removes characters that PostgreSQL cannot store or nobody can see; keeps line breaks. */
function readable(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]+/gu, " ")
    .toWellFormed()
    .trim()
}
