import { answerSubmission } from "#domain/leads/answer.ts"
import { type DecisionMail, decide, type SubmissionStatus, statuses } from "#domain/leads/inbox.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"
import { act, rehearse, type Subject } from "../journal.ts"
import type { Operator } from "../roles.ts"

const names: Record<SubmissionStatus, CommandName> = {
  new: "inbox.reopen",
  "in-review": "inbox.review",
  accepted: "inbox.accept",
  declined: "inbox.decline",
  spam: "inbox.spam",
}

export function isSubmissionStatus(value: unknown): value is SubmissionStatus {
  return statuses.some((one) => one === value)
}

interface StatusGiven {
  id: string
  status: SubmissionStatus
  note?: string | undefined
  /** Sends no mail. */
  quiet?: boolean
  batch?: string | null
  /** The entry that this decision reverses. */
  undoes?: number | null
  /** Performs the decision and rolls it back. */
  dryRun?: boolean
}

/** An operator's decision on a submission, with its entry in the journal. Errors: those of `act` and `decide`. */
export async function decideSubmission(world: World, operator: Operator, given: StatusGiven) {
  const { id, status, note, quiet = false, batch = null, undoes = null } = given
  const perform = given.dryRun ? rehearse : act
  return perform(
    world,
    operator,
    {
      command: names[status],
      subject: await subjectOf(world.db, id),
      reason: note ?? null,
      batch,
      undoes,
      look: lookAt(id),
    },
    (
      inside,
    ): Promise<{ ok: true; mailed: DecisionMail | null } | { ok: false; code: "not_found" | "unchanged" }> =>
      decide(inside, { id, status, by: operator.name, quiet, ...(note ? { note } : {}) }),
  )
}

/** Replies to a submission by mail, with an entry in the journal. Errors: those of `act` and `answerSubmission`. */
export async function answerFromInbox(
  world: World,
  operator: Operator,
  answer: { id: string; submissionId: string; text: string },
) {
  const { submissionId } = answer
  const subject = await subjectOf(world.db, submissionId)
  return act(world, operator, { command: "inbox.answer", subject, look: lookAt(submissionId) }, (inside) =>
    answerSubmission(inside, { ...answer, by: operator.name }),
  )
}

/** Stores a note on a submission for the other operators. Errors: those of `act`, and `not_found`. */
export async function noteOnSubmission(
  world: World,
  operator: Operator,
  { id, text }: { id: string; text: string },
) {
  const subject = await subjectOf(world.db, id)
  return act(world, operator, { command: "inbox.note", subject, reason: text }, async (inside) => {
    const [known] = await inside.db.sql`select from submissions where id = ${id}`
    return known ? { ok: true as const } : { ok: false as const, code: "not_found" as const }
  })
}

/** A submission as the subject of an entry, with the address behind it. */
export async function subjectOf(db: Db, id: string): Promise<Subject> {
  const [row] = await db.sql<{ email: string }>`select email from submissions where id = ${id}`
  return { kind: "submission", id, person: { email: row?.email ?? null } }
}

function lookAt(id: string) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const [row] = await db.sql<Record<string, unknown>>`
      select status, due_at as "dueAt" from submissions where id = ${id}
    `
    return { ...row }
  }
}
