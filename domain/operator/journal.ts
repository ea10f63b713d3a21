import type { Db, World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { type CommandName, ruleOf } from "./commands.ts"
import { holds, isProven, type Operator } from "./roles.ts"

/** What an entry is about, and the person behind it, with whom its values are erased. */
export interface Subject {
  /** "activity", "order", "season". */
  kind: string
  id: string
  person?: { userId?: string | null; email?: string | null }
}

interface Command<Result> {
  command: CommandName
  /** What makes something new says what it was when it is there. */
  subject: Subject | ((made: Result) => Subject)
  /** Why, in the operator's words. */
  reason?: string | null
  /** Commands that were given together. */
  batch?: string | null
  /** The entry that this command reverses. */
  undoes?: number | null
  /**
   * Reads the fields whose change is recorded, before the verb and after it, then with its result; absent for what changes nothing
   * of ours.
   */
  look?: (db: Db, made?: Result) => Promise<Record<string, unknown>>
}

/** What `act` itself may refuse, before the verb is called. */
export type ActRefusal = Refusal<"not_allowed" | "proof_needed">

type Needed = Pick<World, "db" | "now"> & Partial<Pick<World, "live" | "jobs">>

/**
 * Runs a command of an operator: opens the transaction, calls the verb of the domain with it, and writes one entry into the
 * journal, whose id is `entry` of the result. A refusal of the verb rolls everything back and leaves no entry, as does an exception. Messages to other processes and
 * requests for jobs are sent after the commit.
 * Errors: `not_allowed` (the role), `proof_needed` (no second factor within ten minutes), and those of the verb.
 */
export async function act<W extends Needed, Result extends { ok: boolean }>(
  world: W,
  operator: Operator,
  command: Command<Extract<Result, { ok: true }>>,
  verb: (inside: W) => Promise<Result>,
): Promise<(Result & { entry?: number }) | ActRefusal> {
  return perform(world, operator, command, verb, "commit")
}

/** The same as `act`, rolled back: answers what the command would do, and leaves no entry. */
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
  if (!holds(operator.role, rule.needs)) return { ok: false, code: "not_allowed" }
  if (rule.proof && !isProven(operator, world.now())) return { ok: false, code: "proof_needed" }
  const afterwards: (() => void)[] = []
  const { look = async () => ({}) } = command
  try {
    const result = await world.db.transaction(async (db) => {
      const before = await look(db)
      const done = await verb({ ...world, ...deferred(world, afterwards), db })
      if (!done.ok) throw new RolledBack(done)
      const made = done as Extract<Result, { ok: true }>
      const after = await look(db, made)
      const { subject: about } = command
      const subject = typeof about === "function" ? about(made) : about
      const entry = await write(db, operator, { ...command, subject }, { at: world.now(), before, after })
      if (end === "roll back") throw new RolledBack(done)
      return { ...done, entry }
    })
    for (const send of afterwards) send()
    return result
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}

/** Ports whose calls would reach others before the transaction has committed. */
function deferred(world: Needed, afterwards: (() => void)[]): Partial<Pick<World, "live" | "jobs">> {
  const { db, live, jobs } = world
  return {
    ...(live
      ? {
          live: {
            subscribe: (topic, onMessage) => live.subscribe(topic, onMessage),
            publish: async (_db, topic, payload) => {
              // Who is not told sees it with the next read.
              afterwards.push(() => void live.publish(db, topic, payload).catch(() => {}))
            },
          },
        }
      : {}),
    ...(jobs
      ? {
          jobs: {
            add: (inside, queue, data, options) => jobs.add(inside, queue, data, options),
            wake: (queue) => void afterwards.push(() => jobs.wake(queue)),
          },
        }
      : {}),
  }
}

interface Change {
  at: Date
  before: Record<string, unknown>
  after: Record<string, unknown>
}

async function write(
  db: Db,
  operator: Operator,
  command: Omit<Command<never>, "subject" | "look"> & { subject: Subject },
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
      at, operator_id, shell_user, session_id, command, needs, needs_proof, subject, subject_id, fields, batch, undoes
    )
    values (
      ${at}, ${operator.id}, ${operator.id === null ? operator.name : null}, ${operator.sessionId}, ${command.command},
      ${needs}, ${proof}, ${kind}, ${id}, ${fields}, ${command.batch ?? null}, ${command.undoes ?? null}
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
