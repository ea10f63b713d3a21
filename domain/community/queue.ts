import type { ReportReason, ReportSubject } from "#content/reports.ts"
import { photoKey } from "#domain/members/photo.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { recordOf } from "./reporter-record.ts"

/** One subject with all of its open reports. No data of reporters. */
interface QueueEntry {
  kind: ReportSubject
  id: string
  /** A report of the entry, for its address in the console. */
  report: number
  athleteId: number | null
  /** The athlete's name, or the page's path. */
  shown: string
  /** The athlete's slug; null for a page. */
  slug: string | null
  /** What a comment says now; null for everything else, and for one that its writer has deleted. */
  text: string | null
  reports: number
  reasons: ReportReason[]
  oldest: Date
  /** Hidden automatically since. */
  hiddenSince: Date | null
}

/** Athletes with whom the operator cannot be impartial: themselves and their household. Null: a shell, which has nobody. */
export function concernedBy({ sql }: Pick<Db, "sql">, operatorId: string | null) {
  return sql`(
    select a.id from athletes a left join private.ties t on t.athlete_id = a.id
    where a.user_id = ${operatorId}::uuid or t.household_of = ${operatorId}::uuid
  )`
}

/** Entries that wait for a moderator, the oldest first, without those that concern the operator. */
export async function reportQueue(
  { db }: Pick<World, "db">,
  { operatorId, report = null }: { operatorId: string | null; report?: number | null },
): Promise<QueueEntry[]> {
  const { sql } = db
  return sql<QueueEntry>`
    select q.subject_kind as kind, q.subject_id as id, q.report::float8 as report, q.athlete_id::float8 as "athleteId",
      coalesce(a.display_name, q.subject_id) as shown, a.slug, c.body as text, q.reports, q.reasons, q.oldest, d.at as "hiddenSince"
    from (
      select subject_kind, subject_id, min(id) as report, max(athlete_id) as athlete_id, count(*)::integer as reports,
        array_agg(distinct reason order by reason) as reasons, min(at) as oldest
      from private.reports where decision_id is null
      group by subject_kind, subject_id
    ) q
    left join athletes a on a.id = q.athlete_id
    left join private.comments c on q.subject_kind = 'comment' and c.id::text = q.subject_id
    left join private.moderation_decisions d on d.subject_kind = q.subject_kind and d.subject_id = q.subject_id
      and d.automatic and d.undone_at is null
    where (q.athlete_id is null or q.athlete_id not in ${concernedBy(db, operatorId)})
      and (${report}::bigint is null or q.report = ${report}::bigint)
    order by d.at is null, q.oldest, q.report`
}

/** The subject of a report, open or not; undefined when there is no such report. */
export async function subjectOfReport(
  { sql }: Db,
  report: number,
): Promise<Pick<QueueEntry, "kind" | "id" | "athleteId"> | undefined> {
  const [row] = await sql<Pick<QueueEntry, "kind" | "id" | "athleteId">>`
    select subject_kind as kind, subject_id as id, athlete_id::float8 as "athleteId" from private.reports where id = ${report}`
  return row
}

/** One report as a moderator reads it: who sent it stays unknown, and how often people agreed with them is said. */
interface QueuedReport {
  id: number
  reason: ReportReason
  note: string | null
  /** What a comment said when it was reported. */
  quoted: string | null
  at: Date
  /** The record of a member; null for somebody without an account. */
  record: { agreed: number; declined: number } | null
}

/** Everything about an entry: its reports, earlier decisions, and the photo with an address that shows it while hidden. */
export async function queuedReports(
  world: Pick<World, "db" | "sign">,
  { kind, id }: Pick<QueueEntry, "kind" | "id">,
): Promise<{
  reports: QueuedReport[]
  photo: { version: string; key: string } | null
  before: EarlierDecision[]
}> {
  const { db } = world
  const rows = await db.sql<Omit<QueuedReport, "record"> & { reporter: number | null }>`
    select id::float8 as id, reason, note, quoted, at, reporter_id::float8 as reporter from private.reports
    where subject_kind = ${kind} and subject_id = ${id} and decision_id is null order by id`
  const reports: QueuedReport[] = []
  for (const { reporter, ...report } of rows)
    reports.push({ ...report, record: reporter === null ? null : await recordOf(db, reporter) })
  const before = await db.sql<EarlierDecision>`
    select action, rule, statement, at from private.moderation_decisions
    where subject_kind = ${kind} and subject_id = ${id} and not automatic and undone_at is null order by id desc limit 20`
  return {
    reports,
    photo: kind === "photo" ? { version: id, key: photoKey(world, id) } : null,
    before,
  }
}

interface EarlierDecision {
  action: "hide" | "keep"
  rule: ReportReason
  statement: string | null
  at: Date
}

/** An objection that waits for a reply. */
interface OpenObjection {
  decision: number
  kind: ReportSubject
  athleteId: number | null
  shown: string
  /** What a comment says now. */
  text: string | null
  rule: ReportReason
  /** Null: the reports were enough, without a person. */
  statement: string | null
  decidedBy: string | null
  at: Date
  objection: string
  objectedAt: Date
}

/** Objections that wait for a reply, the oldest first, without those that concern the operator. */
export async function openObjections(
  { db }: Pick<World, "db">,
  { operatorId, decision = null }: { operatorId: string | null; decision?: number | null },
): Promise<OpenObjection[]> {
  return db.sql<OpenObjection>`
    select d.id::float8 as decision, d.subject_kind as kind, d.athlete_id::float8 as "athleteId",
      coalesce(a.display_name, d.subject_id, '') as shown, c.body as text, d.rule, d.statement, d.decided_by as "decidedBy", d.at,
      d.objection, d.objected_at as "objectedAt"
    from private.moderation_decisions d left join athletes a on a.id = d.athlete_id
    left join private.comments c on d.subject_kind = 'comment' and c.id::text = d.subject_id
    where d.objected_at is not null and d.replied_at is null and d.undone_at is null
      and (d.athlete_id is null or d.athlete_id not in ${concernedBy(db, operatorId)})
      and (${decision}::bigint is null or d.id = ${decision}::bigint)
    order by d.objected_at`
}
