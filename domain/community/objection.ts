import { objectionMonths, type ReportSubject } from "#content/reports.ts"
import type { World } from "#domain/world.ts"
import { addressOf, objectionMail, sendMail } from "./mails.ts"
import { show } from "./subject.ts"

/**
 * The objection of the person concerned to a decision that hides something of theirs; one for each. Errors: `unknown`:
 * no such decision of theirs, or it was taken back; `already_objected`; `too_late`.
 */
export async function objectToDecision(
  { db, now }: Pick<World, "db" | "now">,
  userId: string,
  { decision, text }: { decision: number; text: string },
): Promise<{ ok: true } | { ok: false; code: "unknown" | "already_objected" | "too_late" }> {
  return db.transaction(async ({ sql }) => {
    const [row] = await sql<{ objected: boolean; late: boolean }>`
      select d.objection is not null as objected, d.at < ${now()}::timestamptz - make_interval(months => ${objectionMonths}) as late
      from private.moderation_decisions d join athletes a on a.id = d.athlete_id
      where d.id = ${decision} and a.user_id = ${userId} and d.action = 'hide' and d.undone_at is null
      for update of d`
    if (!row) return { ok: false, code: "unknown" }
    if (row.objected) return { ok: false, code: "already_objected" }
    if (row.late) return { ok: false, code: "too_late" }
    await sql`
      update private.moderation_decisions set objection = ${text}, objected_at = ${now()} where id = ${decision}`
    return { ok: true }
  })
}

/**
 * The reply of a moderator, who is not the one who decided where there is another (domain/operator/reports). An upheld
 * objection shows the subject again. Errors: `unknown`, also for one that was replied to.
 */
export async function replyToObjection(
  world: World,
  { decision, reply, upheld }: { decision: number; reply: string; upheld: boolean },
): Promise<{ ok: true } | { ok: false; code: "unknown" }> {
  const now = world.now()
  return world.db.transaction(async (db): Promise<{ ok: true } | { ok: false; code: "unknown" }> => {
    const [row] = await db.sql<{ kind: ReportSubject; id: string | null; athleteId: number | null }>`
      update private.moderation_decisions
      set reply = ${reply}, replied_at = ${now}, upheld = ${upheld},
        undone_at = case when ${upheld} then ${now} else undone_at end
      where id = ${decision} and objected_at is not null and replied_at is null and undone_at is null
      returning subject_kind as kind, subject_id as id, athlete_id::float8 as "athleteId"`
    if (!row) return { ok: false, code: "unknown" }
    const { kind, id } = row
    if (upheld && id !== null) await show(world, db, { kind, id })
    const to = await addressOf(db, row.athleteId)
    if (to)
      await sendMail(world, db, {
        to,
        kind: "report.objection",
        key: `objection ${decision}`,
        content: objectionMail({ upheld, reply }),
      })
    return { ok: true }
  })
}
