import { createHash } from "node:crypto"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { type CommandName, ruleOf } from "./commands.ts"
import { holds, isProven, type Operator } from "./roles.ts"

/** The subject of an entry, and the person behind it: erasing the person erases the entry's values. */
export interface Subject {
  /** "activity", "order", "season". */
  kind: string
  id: string
  person?: { userId?: string | null; email?: string | null }
}

interface Command<Result> {
  command: CommandName
  /** A command that creates something sets the subject once it exists. */
  subject: Subject | ((made: Result) => Subject)
  /** Why, in the operator's words. */
  reason?: string | null
  /** Identifies commands that were given together. */
  batch?: string | null
  /** The entry that this command reverses. Refused if the fields that it changed have changed again since. */
  undoes?: number | null
  /** `look` also reads what others change, so these differences do not prevent an undo. */
  countsOnly?: true
  /**
   * Reads the fields whose change is recorded, before the verb and after it, then with its result; absent for commands
   * that change nothing in our database.
   */
  look?: (db: Db, made?: Result) => Promise<Record<string, unknown>>
}

/**
 * How often a command checks, and how long it waits in all, for the previous command about the same subject: ten
 * seconds in total.
 */
const waitMs = 25
const mostTries = 400

/**
 * Refusals by `act` itself, before the verb is called. `already_done`: done by the same button press, whose entry is
 * included; callers respond as if it had been done now.
 */
export type ActRefusal =
  | Refusal<"not_allowed" | "proof_needed" | "already_undone" | "changed" | "busy">
  | Refusal<"already_done", { entry: number }>

type Needed = Pick<World, "db" | "now">

/**
 * Runs a command of an operator: opens the transaction, calls the verb of the domain with it, and writes one entry into the
 * journal, whose id is `entry` of the result. A refusal of the verb rolls everything back and leaves no entry, as does an exception. Commands about one subject run one after another.
 * Errors: `not_allowed` (the role, or another's event), `proof_needed` (no second factor within ten minutes), `already_done` (by the same press), for a
 * command that undoes another one `already_undone` and `changed` (since), `busy` (another command about it has not ended within
 * ten seconds), and those of the verb.
 */
export async function act<W extends Needed, Result extends { ok: boolean }>(
  world: W,
  operator: Operator,
  command: Command<Extract<Result, { ok: true }>>,
  verb: (inside: W) => Promise<Result>,
): Promise<(Result & { entry?: number }) | ActRefusal> {
  return perform(world, operator, command, verb, "commit")
}

/** The same as `act`, but rolled back: returns what the command would do, and leaves no entry. */
export async function rehearse<W extends Needed, Result extends { ok: boolean }>(
  world: W,
  operator: Operator,
  command: Command<Extract<Result, { ok: true }>>,
  verb: (inside: W) => Promise<Result>,
): Promise<(Result & { entry?: number }) | ActRefusal> {
  return perform(world, operator, command, verb, "roll back")
}

/** Carries the result of a verb out of a transaction that is rolled back. */
class RolledBack<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super("rolled back")
    this.result = result
  }
}

async function perform<W extends Needed, Result extends { ok: boolean }>(
  world: W,
  operator: Operator,
  command: Command<Extract<Result, { ok: true }>>,
  verb: (inside: W) => Promise<Result>,
  end: "commit" | "roll back",
): Promise<(Result & { entry?: number }) | ActRefusal> {
  const rule = ruleOf(command.command)
  const isHost = operator.role === "host" && rule.hosts === true
  if (!isHost && !holds(operator.role, rule.needs)) return { ok: false, code: "not_allowed" }
  if (rule.proof && !isProven(operator, world.now())) return { ok: false, code: "proof_needed" }
  const rehearses = end === "roll back" || operator.rehearses === true
  const { look = async () => ({}) } = command
  const perform = () =>
    world.db.transaction(async (db) => {
      const about = typeof command.subject === "function" ? null : command.subject
      const press =
        rehearses || rule.everyTime || !operator.press
          ? null
          : pressOf(operator.press, command.command, about)
      if (!(await takesTurn(db, about ? `${about.kind} ${about.id}` : (press ?? command.command))))
        return "waits" as const
      const entryBefore = press && (await entryOf(db, press))
      if (entryBefore) throw new RolledBack({ ok: false, code: "already_done", entry: entryBefore })
      // Before the verb, whose refusals would tell about another's event.
      if (isHost && about && !(await isHosted(db, operator, about)))
        throw new RolledBack({ ok: false, code: "not_allowed" })
      const before = await look(db)
      const refusal =
        command.undoes == null
          ? null
          : await whyNotUndoable(db, command.undoes, command.look && !command.countsOnly ? before : null)
      if (refusal) throw new RolledBack(refusal)
      const done = await verb({ ...world, db })
      if (!done.ok) throw new RolledBack(done)
      const made = done as Extract<Result, { ok: true }>
      const after = await look(db, made)
      const subject = typeof command.subject === "function" ? command.subject(made) : command.subject
      if (isHost && !about && !(await isHosted(db, operator, subject)))
        throw new RolledBack({ ok: false, code: "not_allowed" })
      const entry = await write(
        db,
        operator,
        { ...command, subject, press },
        { at: world.now(), before, after },
      )
      if (rehearses) throw new RolledBack(done)
      return { ...done, entry }
    })
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      const result = await perform()
      if (result === "waits") {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        continue
      }
      return result
    }
    return { ok: false, code: "busy" }
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}

/** Whether a subject belongs to the host's events. The database checks it again when the entry is written. */
async function isHosted({ sql }: Db, { id: host }: Operator, { kind, id }: Subject): Promise<boolean> {
  const [row] = await sql<{ own: boolean }>`select private.hosts(${host}, ${kind}, ${id}) as own`
  return row?.own === true
}

/** The same for every request caused by one press of a button, and different for each of its commands. */
function pressOf(press: string, command: CommandName, about: Subject | null): string {
  return createHash("sha256")
    .update(JSON.stringify([press, command, about?.kind, about?.id]))
    .digest("base64url")
}

/**
 * Takes the lock on a subject, until the transaction ends; false if another command about it is running. Callers wait
 * without holding a connection, because the running command may need another one.
 */
async function takesTurn({ sql }: Db, name: string): Promise<boolean> {
  const [turn] = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('operator ' || ${name}, 0)) as taken`
  return turn?.taken === true
}

async function entryOf({ sql }: Db, press: string): Promise<number | undefined> {
  const [found] = await sql<{
    id: number
  }>`select id::float8 as id from private.journal where press = ${press}`
  return found?.id
}

/** Why an entry cannot be taken back now, although its command has an inverse; null when it can. */
async function whyNotUndoable(
  { sql }: Db,
  entry: number,
  /** The current fields; null if they are not recorded. */
  now: Record<string, unknown> | null,
): Promise<Refusal<"already_undone" | "changed"> | null> {
  const [row] = await sql<{ undone: boolean; same: boolean | null }>`
    select exists (select from private.journal u where u.undoes = j.id) as undone,
      (select bool_and(coalesce(${sql.json(now ?? {})}::jsonb -> key = value, false)) from jsonb_each(v.after)) as same
    from private.journal j left join private.journal_values v on v.entry_id = j.id where j.id = ${entry}`
  if (row?.undone) return { ok: false, code: "already_undone" }
  if (!now) return null
  // Null: the entry records no field.
  return (row?.same ?? true) ? null : { ok: false, code: "changed" }
}

interface Change {
  at: Date
  before: Record<string, unknown>
  after: Record<string, unknown>
}

async function write(
  db: Db,
  operator: Operator,
  command: Omit<Command<never>, "subject" | "look"> & { subject: Subject; press: string | null },
  { at, before, after }: Change,
): Promise<number> {
  const { sql } = db
  const { needs, proof = false } = ruleOf(command.command)
  const { kind, id, person } = command.subject
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const fields = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (values: Record<string, unknown>) =>
    fields.length > 0
      ? sql.json(Object.fromEntries(fields.map((name) => [name, values[name] ?? null])))
      : null
  const [entry] = (await sql`
    insert into private.journal (
      at, operator_id, shell_user, session_id, command, needs, needs_proof, subject, subject_id, fields, batch, undoes, press
    )
    values (
      ${at}, ${operator.id}, ${operator.id === null ? operator.name : null}, ${operator.sessionId}, ${command.command},
      ${needs}, ${proof}, ${kind}, ${id}, ${fields}, ${command.batch ?? null}, ${command.undoes ?? null}, ${command.press}
    )
    returning id::float8 as id
  `) as [{ id: number }]
  if (fields.length === 0 && !command.reason) return entry.id
  await sql`
    insert into private.journal_values (entry_id, user_id, email, reason, before, after)
    values (
      ${entry.id}, ${person?.userId ?? null}, ${person?.email?.toLowerCase() ?? null}, ${command.reason || null},
      ${only(before)}, ${only(after)}
    )
  `
  return entry.id
}
