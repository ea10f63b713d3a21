import { type ReportReason, reportsADay } from "#content/reports.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { networkOf } from "#primitives/network.ts"
import { decidedBefore, hideByWeight } from "./decide-automatically.ts"
import { addressOf, decidedMail, receivedMail, sendMail } from "./mails.ts"
import { recordOf } from "./reporter-record.ts"
import { pageFingerprint, type Subject, subjectSeenBy } from "./subject.ts"
import { weightOf } from "./weight.ts"

interface MemberReport {
  /** The athlete whose name, photo or comment it is about. */
  slug: string
  about: "athlete" | "photo" | { comment: number }
  reason: ReportReason
  note: string
  /** The reporter's address, of which a keyed hash of the network is kept; null when it is not known. */
  ip: string | null
}

/** `repeated`: the member's report about it is open already. `settled`: moderators have decided the same before. */
type Reported =
  | { ok: true; state: "received" | "repeated" | "settled" }
  | { ok: false; code: "not_joined" | "not_shown" | "yourself" | "too_many" }

/**
 * A member's report about an athlete whom they see. Enough weight hides the subject until a moderator looks; nothing is
 * deleted. What moderators have kept is not queued again for the same reason while it has not changed.
 */
export async function reportAthlete(world: World, userId: string, report: MemberReport): Promise<Reported> {
  const now = world.now()
  return world.db.transaction(async (db): Promise<Reported> => {
    const reporter = await athleteIdOf(db, userId)
    if (reporter === null) return { ok: false, code: "not_joined" }
    const subject = await subjectSeenBy(db, userId, report)
    if (!subject) return { ok: false, code: "not_shown" }
    if (subject.athleteId === reporter) return { ok: false, code: "yourself" }
    // Reports about one subject are counted one after another.
    await db.sql`select pg_advisory_xact_lock(hashtextextended(${`report ${subject.kind} ${subject.id}`}, 0))`
    const [open] = await db.sql`
      update private.reports set reason = ${report.reason}, note = ${report.note || null}
      where subject_kind = ${subject.kind} and subject_id = ${subject.id} and reporter_id = ${reporter}
        and decision_id is null
      returning 1`
    if (open) return { ok: true, state: "repeated" }
    if (await isTooMany(db, reporter, now)) return { ok: false, code: "too_many" }
    const settled = await decidedBefore(db, subject, report.reason)
    const network = report.ip && world.sign("report network", networkOf(report.ip)).slice(0, 32)
    const weight = await weightNow(db, reporter, now)
    const id = await insert(db, subject, {
      reporter,
      reason: report.reason,
      note: report.note || null,
      at: now,
      weight,
      network: settled ? null : network,
      decision: settled?.id ?? null,
    })
    await confirm(world, db, { id, reporter, subject, reason: report.reason, settled })
    if (!settled) await hideByWeight(world, db, subject)
    return { ok: true, state: settled ? "settled" : "received" }
  })
}

interface PageReport {
  /** The path on this site: "/blog/hill-repeats". */
  path: string
  reason: ReportReason
  note: string
  name: string | null
  email: string | null
  goodFaith: boolean
}

/**
 * A report by anybody, without an account, about an address of this site: a notice by Article 16 of Regulation (EU)
 * 2022/2065. It never hides anything by itself. Returns its number.
 */
export async function reportPage(world: World, report: PageReport): Promise<{ ok: true; id: number }> {
  const at = world.now()
  return world.db.transaction(async (db) => {
    const { path, reason, name, email } = report
    const athlete = await athleteAt(db, path)
    const subject: Pick<Subject, "kind" | "id" | "athleteId" | "fingerprint"> = athlete ?? {
      kind: "page",
      id: path,
      athleteId: null,
      fingerprint: "",
    }
    const [row] = (await db.sql<{ id: number }>`
      insert into private.reports (
        subject_kind, subject_id, fingerprint, athlete_id, reason, note, at, weight, contact_name, contact_email, good_faith
      )
      values (
        ${subject.kind}, ${subject.id}, ${subject.fingerprint}, ${subject.athleteId}, ${reason}, ${report.note}, ${at}, 0,
        ${name}, ${email}, ${report.goodFaith}
      )
      returning id::float8 as id`) as [{ id: number }]
    if (email)
      await sendMail(world, db, {
        to: email,
        kind: "report.received",
        key: `report received ${row.id}`,
        content: receivedMail({ id: row.id, kind: "page", about: path, reason, at }),
      })
    return { ok: true, id: row.id }
  })
}

/** The athlete whose public page has this address, so that all reports about one athlete are one entry of the queue. */
async function athleteAt(db: Db, path: string): Promise<Omit<Subject, "quoted" | "unseen"> | undefined> {
  const slug = /^\/leaderboard\/athletes\/([a-z0-9-]+)\/?$/.exec(path)?.[1]
  if (!slug) return undefined
  const [row] = await db.sql<{ id: number; fingerprint: string }>`
    select a.id::float8 as id, ${pageFingerprint(db)} as fingerprint from athletes a where a.slug = ${slug}`
  return row && { kind: "athlete", id: String(row.id), athleteId: row.id, fingerprint: row.fingerprint }
}

async function insert(
  { sql }: Db,
  { kind, id, athleteId, fingerprint, quoted }: Subject,
  report: {
    reporter: number
    reason: ReportReason
    note: string | null
    at: Date
    weight: number
    network: string | null
    decision: number | null
  },
): Promise<number> {
  const [row] = (await sql<{ id: number }>`
    insert into private.reports (
      subject_kind, subject_id, fingerprint, quoted, athlete_id, reporter_id, reason, note, at, weight, network, decision_id
    )
    values (
      ${kind}, ${id}, ${fingerprint}, ${quoted}, ${athleteId}, ${report.reporter}, ${report.reason}, ${report.note}, ${report.at},
      ${report.weight}, ${report.network}, ${report.decision}
    )
    returning id::float8 as id`) as [{ id: number }]
  return row.id
}

/** The mail that confirms it, or the decision that was made before. */
async function confirm(
  world: World,
  db: Db,
  given: {
    id: number
    reporter: number
    subject: Subject
    reason: ReportReason
    settled: { statement: string | null } | undefined
  },
): Promise<void> {
  const to = await addressOf(db, given.reporter)
  if (!to) return
  const { id, reason, settled } = given
  const { kind } = given.subject
  const content = settled
    ? decidedMail({ id, kind, action: "keep", statement: settled.statement ?? "", before: true })
    : receivedMail({ id, kind, about: null, reason, at: world.now() })
  await sendMail(world, db, {
    to,
    kind: settled ? "report.decided" : "report.received",
    key: `report received ${id}`,
    content,
  })
}

async function weightNow(db: Db, reporter: number, now: Date): Promise<number> {
  const [joined] = await db.sql<{ at: Date }>`select joined_at as at from athletes where id = ${reporter}`
  const days = (now.getTime() - (joined?.at ?? now).getTime()) / 86_400_000
  return weightOf(await recordOf(db, reporter), days)
}

async function isTooMany({ sql }: Db, reporter: number, now: Date): Promise<boolean> {
  const [sent] = await sql<{ n: number }>`
    select count(*)::integer as n from private.reports
    where reporter_id = ${reporter} and at > ${now}::timestamptz - interval '1 day'`
  return (sent?.n ?? 0) >= reportsADay
}
