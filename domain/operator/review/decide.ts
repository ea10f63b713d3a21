import { type Decision, decideOn } from "#domain/competition/review/decide.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"
import { act, rehearse, type Subject } from "../journal.ts"
import { whyRecused } from "../recusal.ts"
import type { Operator } from "../roles.ts"
import { claimOfAnother, release } from "./claim.ts"

interface DecisionGiven {
  id: number
  decision: Decision
  reason?: string | null
  /** What the operator saw (`versionOf`). */
  seen?: string | null
  batch?: string | null
  /** The entry that this decision reverses. */
  undoes?: number | null
  /** Performs the decision and rolls it back. */
  dryRun?: boolean
}

/**
 * An operator's decision on an activity, with its entry in the journal.
 * Errors: those of `act` and `decideOn`; `claimed`: another operator is looking at it; those of `whyNotDecide`.
 */
export async function decideReview(world: World, operator: Operator, given: DecisionGiven) {
  const { id, decision, reason = null, batch = null, undoes = null } = given
  const perform = given.dryRun ? rehearse : act
  const command = {
    command: nameOf(decision),
    subject: await subjectOf(world.db, id),
    reason,
    batch,
    undoes,
    look: lookAt(id),
  }
  return perform(
    world,
    operator,
    command,
    async (
      inside,
    ): Promise<
      | { ok: true }
      | {
          ok: false
          code: "unknown_activity" | "changed" | "unchanged" | "claimed" | "recused" | "nobody_else"
        }
    > => {
      const now = inside.now()
      const code = await whyNotDecide(inside, operator, id)
      if (code) return { ok: false, code }
      if (await claimOfAnother(inside.db, operator, { activityId: id, now }))
        return { ok: false, code: "claimed" }
      const decided = await decideOn(inside, { id, decision, reason, seen: given.seen ?? null })
      // Rolled back if the decision is refused.
      await release(inside.db, operator, id)
      return decided
    },
  )
}

/** Stores an operator's note on an activity, for the other operators. */
export async function noteOn(world: World, operator: Operator, { id, text }: { id: number; text: string }) {
  const subject = await subjectOf(world.db, id)
  return act(world, operator, { command: "review.note", subject, reason: text }, async (inside) => {
    const [known] = await inside.db.sql`select from activities where id = ${id}`
    return known ? { ok: true as const } : { ok: false as const, code: "unknown_activity" as const }
  })
}

/** Why this operator does not decide on an activity (`whyRecused`); null when they may. */
export async function whyNotDecide(world: Pick<World, "db" | "now">, operator: Operator, id: number) {
  const [row] = await world.db.sql<{ athleteId: number }>`
    select athlete_id::float8 as "athleteId" from activities where id = ${id}
  `
  return row ? whyRecused(world, operator, { ...row, needs: "helper" }) : null
}

/** The subject of commands about an activity: the activity, and the account of its athlete. */
export async function subjectOf(db: Db, id: number): Promise<Subject> {
  const [row] = await db.sql<{ user_id: string | null }>`
    select a.user_id from activities x join athletes a on a.id = x.athlete_id where x.id = ${id}
  `
  return { kind: "activity", id: String(id), person: { userId: row?.user_id ?? null } }
}

/** The fields of an activity that a decision changes, for the journal. */
export function lookAt(id: number) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const [row] = await db.sql<Record<string, unknown>>`
      select status, decision from activities where id = ${id}
    `
    return { ...row }
  }
}

function nameOf(decision: Decision): CommandName {
  return decision === null ? "review.reset" : `review.${decision}`
}
