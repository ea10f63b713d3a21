import type { ReportReason } from "#content/reports.ts"
import { commentSetting, switchComments } from "#domain/community/comment-switches.ts"
import { decideReports, type ReportedSubject, reopenReports } from "#domain/community/decide.ts"
import { addressOf, mutedMail, sendMail } from "#domain/community/mails.ts"
import { mute, unmute } from "#domain/community/mute.ts"
import { replyToObjection } from "#domain/community/objection.ts"
import { concernedBy, openObjections, subjectOfReport } from "#domain/community/queue.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act, type Subject } from "../journal.ts"
import { type Operator, roles } from "../roles.ts"

interface Given {
  /** A report of the entry. */
  report: number
  action: "hide" | "keep"
  rule: ReportReason
  statement: string
}

/**
 * Decides everything that is reported about one subject. Errors: those of `act` and of `decideReports`, among them
 * `nothing_open` for a report that concerns the operator, because it is not in their queue.
 */
export async function decideEntry(world: World, operator: Operator, { report, action, ...given }: Given) {
  const about = await subjectOfReport(world.db, report)
  if (!about) return { ok: false as const, code: "nothing_open" as const }
  const subject = await subjectOf(world.db, about, about.athleteId)
  return act(
    world,
    operator,
    { command: `report.${action}`, subject, reason: given.statement, look: lookAt(about) },
    async (inside) => {
      if (await isConcerned(inside.db, operator, about.athleteId))
        return { ok: false as const, code: "nothing_open" as const }
      return decideReports(inside, about, { ...given, action, by: operator.id })
    },
  )
}

/** Puts the reports of a subject back into the queue. Errors: those of `act`, `not_decided`. @param subjectId "athlete 12" */
export async function reopen(
  world: World,
  operator: Operator,
  { subjectId, undoes }: { subjectId: string; undoes: number },
) {
  const about = readSubject(subjectId)
  const athleteId = await concernedAthlete(world.db, about)
  const subject = await subjectOf(world.db, about, athleteId)
  return act(
    world,
    operator,
    { command: "report.reopen", subject, undoes, look: lookAt(about) },
    async (inside) => {
      if (await isConcerned(inside.db, operator, athleteId))
        return { ok: false as const, code: "not_decided" as const }
      return reopenReports(inside, about)
    },
  )
}

/**
 * Replies to an objection. Errors: those of `act`; `unknown`, also for one that concerns the operator; `own_decision`:
 * they decided it themselves, and another moderator could reply.
 */
export async function replyToModerationObjection(
  world: World,
  operator: Operator,
  given: { decision: number; reply: string; upheld: boolean },
) {
  const { decision, reply, upheld } = given
  const look = async ({ sql }: Db) => {
    const [row] = await sql<{ upheld: boolean | null }>`
      select upheld from private.moderation_decisions where id = ${decision}`
    return { upheld: row?.upheld ?? null }
  }
  const [about] = await world.db.sql<{ athleteId: number | null }>`
    select athlete_id::float8 as "athleteId" from private.moderation_decisions where id = ${decision}`
  const userId = await accountOf(world.db, about?.athleteId ?? null)
  const subject = { kind: "decision", id: String(decision), person: { userId } }
  return act(world, operator, { command: "report.reply", subject, reason: reply, look }, async (inside) => {
    const [open] = await openObjections(inside, { operatorId: operator.id, decision })
    if (!open) return { ok: false as const, code: "unknown" as const }
    if (await mustAnotherReply(inside, operator, open))
      return { ok: false as const, code: "own_decision" as const }
    return replyToObjection(inside, { decision, reply, upheld })
  })
}

/** Whether the operator decided it, and another one with the role, whom it does not concern, could reply instead. */
export async function mustAnotherReply(
  { db, now }: Pick<World, "db" | "now">,
  operator: Pick<Operator, "id">,
  { decidedBy, athleteId }: { decidedBy: string | null; athleteId: number | null },
): Promise<boolean> {
  if (operator.id === null || decidedBy !== operator.id) return false
  const others = await db.sql<{ id: string }>`
    select id from auth.users
    where raw_app_meta_data ->> 'role' in ${db.sql([...roles])} and id <> ${operator.id}
      and deleted_at is null and (banned_until is null or banned_until <= ${now()})`
  for (const other of others) if (!(await isConcerned(db, other, athleteId))) return true
  return false
}

/** Mutes the athlete whom reports are about, and tells them why. Errors: those of `act`, `unknown_athlete`. */
export async function muteAthlete(
  world: World,
  operator: Operator,
  given: { athleteId: number; days: number; reason: string; hidesEarlier?: boolean },
) {
  const { athleteId, reason, hidesEarlier = false } = given
  return act(
    world,
    operator,
    { command: "member.mute", ...(await aboutAthlete(world.db, athleteId)), reason },
    async (inside) => {
      if (await isConcerned(inside.db, operator, athleteId))
        return { ok: false as const, code: "unknown_athlete" as const }
      const done = await mute(inside, given)
      const to = done.ok ? await addressOf(inside.db, athleteId) : null
      if (done.ok && to)
        await sendMail(inside, inside.db, {
          to,
          kind: "report.muted",
          key: `muted ${athleteId} ${done.until.toISOString()}`,
          content: mutedMail({ until: done.until, reason, hidesEarlier, siteUrl: inside.settings.siteUrl }),
        })
      return done
    },
  )
}

/** Ends a mute; nobody is told. Errors: those of `act`, `not_muted`. */
export async function endMute(
  world: World,
  operator: Operator,
  { athleteId, undoes = null }: { athleteId: number; undoes?: number | null },
) {
  return act(
    world,
    operator,
    { command: "member.unmute", ...(await aboutAthlete(world.db, athleteId)), undoes },
    async (inside) => {
      if (await isConcerned(inside.db, operator, athleteId))
        return { ok: false as const, code: "not_muted" as const }
      return unmute(inside, athleteId)
    },
  )
}

async function aboutAthlete(db: Db, athleteId: number) {
  const look = async ({ sql }: Db) => {
    const [row] = await sql<{ until: Date | null }>`
      select max(until_at) as until from private.mutes where athlete_id = ${athleteId}`
    return { mutedUntil: row?.until?.toISOString() ?? null }
  }
  const userId = await accountOf(db, athleteId)
  return { subject: { kind: "athlete", id: String(athleteId), person: { userId } }, look }
}

/** Whether something about this athlete concerns the operator: themselves or their household. */
async function isConcerned(db: Db, { id }: Pick<Operator, "id">, athleteId: number | null): Promise<boolean> {
  const [row] = await db.sql<{ concerned: boolean }>`
    select coalesce(${athleteId}::bigint in ${concernedBy(db, id)}, false) as concerned`
  return row?.concerned === true
}

function lookAt({ kind, id }: ReportedSubject) {
  return async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<Record<string, unknown>>`
      select (
        select count(*)::integer from private.reports
        where subject_kind = ${kind} and subject_id = ${id} and decision_id is null
      ) as open,
      (
        select max(id)::float8 from private.moderation_decisions
        where subject_kind = ${kind} and subject_id = ${id} and undone_at is null
      ) as decision`
    return { ...row }
  }
}

async function subjectOf(db: Db, { kind, id }: ReportedSubject, athleteId: number | null): Promise<Subject> {
  return { kind: "report", id: `${kind} ${id}`, person: { userId: await accountOf(db, athleteId) } }
}

function readSubject(subjectId: string): ReportedSubject {
  const at = subjectId.indexOf(" ")
  return { kind: subjectId.slice(0, at) as ReportedSubject["kind"], id: subjectId.slice(at + 1) }
}

async function concernedAthlete({ sql }: Db, { kind, id }: ReportedSubject): Promise<number | null> {
  const [row] = await sql<{ id: number | null }>`
    select athlete_id::float8 as id from private.moderation_decisions
    where subject_kind = ${kind} and subject_id = ${id} order by moderation_decisions.id desc limit 1`
  return row?.id ?? null
}

async function accountOf({ sql }: Db, athleteId: number | null): Promise<string | null> {
  const [row] = await sql<{
    userId: string | null
  }>`select user_id as "userId" from athletes where id = ${athleteId}`
  return row?.userId ?? null
}

/** Switches comments on or off for the whole site. Errors: those of `act`. */
export async function switchCommentsAsOperator(
  world: World,
  operator: Operator,
  { on, undoes = null }: { on: boolean; undoes?: number | null },
) {
  const look = async (db: Db) => ({ on: (await commentSetting(db, world.now())).chosen })
  const subject = { kind: "setting", id: "comments" }
  return act(world, operator, { command: "comments.switch", subject, undoes, look }, async (inside) => {
    await switchComments(inside, on ? "on" : "off")
    return { ok: true as const }
  })
}
