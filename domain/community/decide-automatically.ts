import type { ReportReason } from "#content/reports.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { addressOf, hiddenMail, sendMail } from "./mails.ts"
import { hide, type Subject } from "./subject.ts"
import { isEnoughToHide } from "./weight.ts"

/** The decision to keep the same, for the same reason; undefined when there is none or what is shown has changed. */
export async function decidedBefore(
  { sql }: Db,
  { kind, id, fingerprint }: Subject,
  reason: ReportReason,
): Promise<{ id: number; statement: string | null } | undefined> {
  const [row] = await sql<{ id: number; statement: string | null }>`
    select id::float8 as id, statement from private.moderation_decisions
    where subject_kind = ${kind} and subject_id = ${id} and fingerprint = ${fingerprint} and rule = ${reason}
      and action = 'keep' and undone_at is null
    order by id desc limit 1`
  return row
}

/**
 * Hides a subject when its open reports weigh enough, until a moderator looks, and tells the person concerned why. Not
 * when a person has decided to keep the same, whatever the reason was. A photo that no operator has seen needs one report.
 */
export async function hideByWeight(world: World, db: Db, subject: Subject): Promise<void> {
  const { kind, id, athleteId, fingerprint } = subject
  const [decided] = await db.sql`
    select from private.moderation_decisions
    where subject_kind = ${kind} and subject_id = ${id} and undone_at is null
      and (action = 'hide' or fingerprint = ${fingerprint})`
  if (decided) return
  const open = await db.sql<{ weight: number; network: string | null; reason: ReportReason }>`
    select weight, network, reason from private.reports
    where subject_kind = ${kind} and subject_id = ${id} and decision_id is null
    order by id`
  if (!(subject.unseen || isEnoughToHide(open))) return
  const rule = mostFrequent(open.map(({ reason }) => reason))
  if (!rule) return
  const [decision] = (await db.sql<{ id: number }>`
    insert into private.moderation_decisions (subject_kind, subject_id, fingerprint, athlete_id, action, automatic, rule, at)
    values (${kind}, ${id}, ${fingerprint}, ${athleteId}, 'hide', true, ${rule}, ${world.now()})
    returning id::float8 as id`) as [{ id: number }]
  await hide(world, db, subject)
  const to = await addressOf(db, athleteId)
  if (!to) return
  const { siteUrl } = world.settings
  await sendMail(world, db, {
    to,
    kind: "report.hidden",
    key: `moderation ${decision.id}`,
    content: hiddenMail({ kind, rule, statement: null, siteUrl }),
  })
}

function mostFrequent(reasons: readonly ReportReason[]): ReportReason | undefined {
  const counted = Map.groupBy(reasons, (reason) => reason)
  return [...counted].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]
}
