import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "../commands.ts"
import type { Inverse } from "../inverse.ts"
import { act } from "../journal.ts"
import { holds, isRole, type Operator } from "../roles.ts"
import { subjectOf } from "./decide.ts"

/** The longest time for which a message is snoozed. */
const mostDays = 90

/** Who takes care of a message, until when it is snoozed, and whether it is done. */
export type Handling =
  | { do: "assign"; to: string | null }
  | { do: "snooze"; until: Date | null }
  | { do: "close" }
  | { do: "open" }

type Handled =
  | { ok: true }
  | { ok: false; code: "not_found" | "unchanged" | "past" | "too_far" | "not_theirs" }

/**
 * Handles a message. A reply of its sender brings it back, whether it is snoozed or closed. Errors: those of `act`; `not_found`;
 * `unchanged`; `past` and `too_far` (90 days), for snoozing; `not_theirs`: the person has no inbox.
 */
export async function handleSubmission(
  world: World,
  operator: Operator,
  { id, undoes = null, ...given }: Handling & { id: string; undoes?: number | null },
) {
  const look = async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<Record<string, unknown>>`
      select assigned_to as "assignedTo", snoozed_until as "snoozedUntil", closed_at is not null as closed
      from submissions where id = ${id}`
    return { ...row }
  }
  const command = {
    command: `inbox.${given.do}` as const,
    subject: await subjectOf(world.db, id),
    undoes,
    look,
  }
  return act(world, operator, command, async (inside): Promise<Handled> => {
    const { sql } = inside.db
    const [known] = await sql`select from submissions where id = ${id} for update`
    if (!known) return { ok: false, code: "not_found" }
    const now = world.now()
    if (given.do === "assign") {
      if (given.to && !(await readsInbox(inside, given.to))) return { ok: false, code: "not_theirs" }
      return changed(
        await sql`
        update submissions set assigned_to = ${given.to} where id = ${id} and assigned_to is distinct from ${given.to}
        returning 1`,
      )
    }
    if (given.do === "snooze") {
      const ahead = given.until ? given.until.getTime() - now.getTime() : 1
      if (ahead <= 0) return { ok: false, code: "past" }
      if (ahead > mostDays * 86_400_000) return { ok: false, code: "too_far" }
      return changed(
        await sql`
        update submissions set snoozed_until = ${given.until}
        where id = ${id} and snoozed_until is distinct from ${given.until} returning 1`,
      )
    }
    const close = given.do === "close"
    return changed(
      await sql`
      update submissions set closed_at = ${close ? now : null},
        waiting_since = case when ${close} then null else waiting_since end
      where id = ${id} and (closed_at is null) = ${close} returning 1`,
    )
  })
}

function changed(rows: readonly unknown[]): Handled {
  return rows.length > 0 ? { ok: true } : { ok: false, code: "unchanged" }
}

async function readsInbox({ db, accounts }: World, userId: string): Promise<boolean> {
  const role = (await accounts.find(db, userId))?.role
  return isRole(role) && holds(role, "helper")
}

/** Everybody to whom a message can be assigned. */
export async function inboxReaders({ sql }: Db): Promise<{ id: string; email: string }[]> {
  return sql<{ id: string; email: string }>`
    select id, email from auth.users
    where raw_app_meta_data ->> 'role' in ('owner', 'helper') and deleted_at is null order by email
  `
}

export const handlingInverses: Partial<Record<CommandName, Inverse>> = {
  "inbox.assign": (world, operator, { id: undoes, subjectId: id, before }) =>
    handleSubmission(world, operator, {
      ...{ id, undoes, do: "assign" },
      to: typeof before.assignedTo === "string" ? before.assignedTo : null,
    }),
  "inbox.snooze": (world, operator, { id: undoes, subjectId: id, before }) =>
    handleSubmission(world, operator, {
      ...{ id, undoes, do: "snooze" },
      until: typeof before.snoozedUntil === "string" ? new Date(before.snoozedUntil) : null,
    }),
  "inbox.close": (world, operator, { id: undoes, subjectId: id }) =>
    handleSubmission(world, operator, { id, undoes, do: "open" }),
  "inbox.open": (world, operator, { id: undoes, subjectId: id }) =>
    handleSubmission(world, operator, { id, undoes, do: "close" }),
}
