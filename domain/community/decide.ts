import type { ReportReason, ReportSubject } from "#content/reports.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { addressOf, decidedMail, hiddenMail, sendMail, shownAgainMail } from "./mails.ts"
import { hide, show } from "./subject.ts"

/** The subject of reports, as the queue names it. */
export interface ReportedSubject {
  kind: ReportSubject
  id: string
}

interface Decision {
  action: "hide" | "keep"
  rule: ReportReason
  /** Why, for both sides. */
  statement: string
  /** The operator's account; null in a shell. */
  by: string | null
}

type Decided = { ok: true; decision: number } | { ok: false; code: "nothing_open" }

/**
 * A person's decision about everything that is reported about one subject. Both sides are told, with a statement of
 * reasons. Errors: `nothing_open`, also when another moderator was faster.
 */
export async function decideReports(
  world: World,
  { kind, id }: ReportedSubject,
  { action, rule, statement, by }: Decision,
): Promise<Decided> {
  const now = world.now()
  return world.db.transaction(async (db): Promise<Decided> => {
    const { sql } = db
    const open = await sql<OpenReport>`
      select r.id::float8 as id, r.athlete_id::float8 as "athleteId", r.fingerprint, r.contact_email as "contactEmail", u.email
      from private.reports r
      left join athletes a on a.id = r.reporter_id left join auth.users u on u.id = a.user_id and u.deleted_at is null
      where r.subject_kind = ${kind} and r.subject_id = ${id} and r.decision_id is null
      order by r.id
      for update of r`
    const latest = open.at(-1)
    if (!latest) return { ok: false, code: "nothing_open" }
    const replaced = await sql`
      update private.moderation_decisions set undone_at = ${now}
      where subject_kind = ${kind} and subject_id = ${id} and automatic and undone_at is null returning 1`
    const { athleteId, fingerprint } = latest
    const [decision] = (await sql<{ id: number }>`
      insert into private.moderation_decisions (
        subject_kind, subject_id, fingerprint, athlete_id, action, automatic, rule, statement, decided_by, at
      )
      values (${kind}, ${id}, ${fingerprint}, ${athleteId}, ${action}, false, ${rule}, ${statement}, ${by}, ${now})
      returning id::float8 as id`) as [{ id: number }]
    await sql`
      update private.reports set decision_id = ${decision.id}, network = null where id = any(${open.map((one) => one.id)})`
    if (action === "hide") await hide(world, db, { kind, id })
    else if (replaced.length > 0) await show(world, db, { kind, id })
    await tellReporters(world, db, open, { kind, action, statement })
    await tellAuthor(world, db, {
      ...{ kind, action, rule, statement, athleteId },
      decision: decision.id,
      wasHidden: replaced.length > 0,
    })
    return { ok: true, decision: decision.id }
  })
}

/**
 * Takes a decision back: state and counts are as before, and the reports are open again. Nothing is sent. Errors:
 * `not_decided`.
 */
export async function reopenReports(
  world: Pick<World, "db" | "live" | "now">,
  { kind, id }: ReportedSubject,
): Promise<{ ok: true } | { ok: false; code: "not_decided" }> {
  const now = world.now()
  return world.db.transaction(async (db) => {
    const { sql } = db
    const [last] = await sql<{ id: number; action: "hide" | "keep"; at: Date }>`
      select id::float8 as id, action, at from private.moderation_decisions
      where subject_kind = ${kind} and subject_id = ${id} and not automatic and undone_at is null
      order by id desc limit 1 for update`
    if (!last) return { ok: false, code: "not_decided" }
    await sql`update private.moderation_decisions set undone_at = ${now} where id = ${last.id}`
    // A reporter who has reported it again since has an open report already.
    await sql`
      update private.reports r set decision_id = null
      where r.decision_id = ${last.id} and not exists (
        select from private.reports o
        where o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.reporter_id = r.reporter_id
          and o.decision_id is null
      )`
    const automatic = await sql`
      update private.moderation_decisions set undone_at = null
      where subject_kind = ${kind} and subject_id = ${id} and automatic and undone_at = ${last.at} returning 1`
    if (automatic.length > 0) await hide(world, db, { kind, id })
    else if (last.action === "hide") await show(world, db, { kind, id })
    return { ok: true }
  })
}

interface OpenReport {
  id: number
  athleteId: number | null
  fingerprint: string
  contactEmail: string | null
  email: string | null
}

async function tellReporters(
  world: World,
  db: Db,
  reports: readonly OpenReport[],
  decided: { kind: ReportSubject; action: "hide" | "keep"; statement: string },
): Promise<void> {
  for (const { id, email, contactEmail } of reports) {
    const to = email ?? contactEmail
    if (!to) continue
    // The same decision after an undo is not told again.
    const key = `report ${id} ${decided.action}`
    const content = decidedMail({ id, ...decided, before: false })
    await sendMail(world, db, { to, kind: "report.decided", key, content })
  }
}

async function tellAuthor(
  world: World,
  db: Db,
  decided: Omit<Decision, "by"> & {
    kind: ReportSubject
    athleteId: number | null
    decision: number
    wasHidden: boolean
  },
): Promise<void> {
  const { kind, action, rule, statement, athleteId, decision, wasHidden } = decided
  const to = await addressOf(db, athleteId)
  if (!to || (action === "keep" && !wasHidden)) return
  const { siteUrl } = world.settings
  await sendMail(world, db, {
    to,
    kind: action === "hide" ? "report.hidden" : "report.shown",
    key: `moderation ${decision}`,
    content:
      action === "hide"
        ? hiddenMail({ kind, rule, statement, siteUrl })
        : shownAgainMail({ kind, statement }),
  })
}
