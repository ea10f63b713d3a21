import type { ReportReason, ReportSubject } from "#content/reports.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import { type Mute, muteOf } from "./mute.ts"

/** A moderator's decision that hides something of the member's, as the member reads it. */
interface OwnDecision {
  id: number
  kind: ReportSubject
  rule: ReportReason
  automatic: boolean
  statement: string | null
  at: Date
  objection: string | null
  reply: string | null
}

/** What moderators have decided about the member, and what became of their own reports. */
interface OwnModeration {
  mute: Mute | null
  decisions: OwnDecision[]
  /** The latest 50. `state`: open, hide or keep. */
  reports: { id: number; reason: ReportReason; at: Date; state: "open" | "hide" | "keep" }[]
}

/** For the member alone. */
export async function ownModeration(
  { db, now }: Pick<World, "db" | "now">,
  userId: string,
): Promise<OwnModeration> {
  const me = await athleteIdOf(db, userId)
  if (me === null) return { mute: null, decisions: [], reports: [] }
  const decisions = await db.sql<OwnDecision>`
    select id::float8 as id, subject_kind as kind, rule, automatic, statement, at, objection, reply
    from private.moderation_decisions
    where athlete_id = ${me} and action = 'hide' and undone_at is null order by id desc`
  const reports = await db.sql<OwnModeration["reports"][number]>`
    select r.id::float8 as id, r.reason, r.at, coalesce(d.action, 'open') as state
    from private.reports r left join private.moderation_decisions d on d.id = r.decision_id
    where r.reporter_id = ${me} order by r.id desc limit 50`
  return { mute: await muteOf(db, me, now()), decisions, reports }
}
