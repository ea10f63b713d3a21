import { isConnectionLost, retryLater } from "#primitives/database-away.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import type { Claims, DataDatabase, DataReplica, DataSession, DataStatement } from "../gateway/contract.ts"
import { DataError } from "./errors.ts"
import { PreparedShapes } from "./prepared-shapes.ts"
import { type AnswerRow, answerColumns } from "./sql/answer.ts"

export type { DataSession } from "../gateway/contract.ts"

/** The data of a request that its statements can read. */
export interface RequestContext {
  claims: Claims & { role: string }
  method: string
  /** "/table" or "/rpc/name". */
  path: string
  schema: string
  /** What SQL functions may read as request.headers; never credentials. */
  headers: Record<string, string>
  /** Default UTC. */
  timezone: string | null
}

/** One statement with its values. */
export interface Query {
  text: string
  values: readonly (string | null)[]
}

/** How long one statement may run per role, in milliseconds: Supabase's settings for its roles. 0 means no limit. */
const statementTimeoutMs: Record<string, number> = { anon: 3_000, authenticated: 8_000 }
/** How long a request waits for a connection, in milliseconds (PostgREST's db-pool-acquisition-timeout, which is 10 s there). */
const acquireTimeoutMs = 5_000
/** The deadline in ms for roles without a statement timeout in PostgreSQL. */
const unlimitedMs = 30_000
/** How long the driver may take to report a timeout, in ms. */
const patienceMs = 250
/**
 * How much later than PostgreSQL's own timeout the deadline is, in ms, because PostgreSQL's error is more informative.
 */
const laterMs = 1_000

/**
 * Sets everything for the transaction of a request in one statement: role, claims and the data for SQL functions.
 * `role` comes first, so that the rest already runs with the caller's privileges. The result is a number, because
 * otherwise PostgreSQL would send all values back.
 */
const contextText = (more: string) => `select pg_catalog.num_nulls(${more}set_config('role', $1, true),
 set_config('request.jwt.claims', $2, true),
 set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true),
 set_config('request.method', $4, true), set_config('request.path', $5, true),
 set_config('request.headers', $6, true), set_config('search_path', $7, true),
 set_config('statement_timeout', $8, true), set_config('timezone', $9, true))`
const contexts = {
  "read only": contextText("set_config('transaction_read_only', 'on', true), "),
  "read write": contextText(""),
}
/** Codes of a statement that took too long, as it would anywhere. */
const tooLate = /^(57014|deadline_exceeded)$/

type Mode = keyof typeof contexts
type Rows = readonly (string | null)[][]

/**
 * The site's pool as the Data API uses it: a limited number of connections at once, each for one transaction under the
 * caller's role.
 */
export class Sessions {
  readonly #database: Pick<DataDatabase, "reserve">
  readonly #most: number
  readonly #replica: { state: DataReplica; sessions: Sessions } | undefined
  readonly #waiting: (() => void)[] = []
  readonly #shapes = new PreparedShapes()
  #taken = 0

  /** `replica`: for reads that may lag; with as many connections at once. */
  constructor(database: Pick<DataDatabase, "reserve">, most: number, replica?: DataReplica) {
    this.#database = database
    this.#most = most
    this.#replica = replica && { state: replica, sessions: new Sessions(replica, most) }
  }

  /**
   * Whether a read of these relations may be answered by the replica now: nobody is signed in who could miss a change of
   * their own.
   */
  mayLag({ claims }: RequestContext, relations: readonly string[]): boolean {
    const state = this.#replica?.state
    if (!state?.isUsable() || !isAnonymous(claims)) return false
    return !relations.some((name) => state.except.has(name))
  }

  /**
   * Reads in one round trip. Retried if the connection turns out to be lost. `more` is sent in the same round trip,
   * such as the EXPLAIN for an estimated count; its rows are returned as text. `mayLag`: on the replica, and on the primary
   * if that fails, because the replica may be gone, or lack a column that was added a moment ago.
   */
  async read(
    context: RequestContext,
    main: Query,
    { more = null, mayLag = false }: { more?: Query | null; mayLag?: boolean } = {},
  ): Promise<[AnswerRow, string[]]> {
    if (mayLag && this.#replica) {
      const { state, sessions } = this.#replica
      try {
        return await state.whileThere(sessions.read(context, main, { more }))
      } catch (error) {
        if (tooLate.test(String(Object(error).code))) throw error
      }
    }
    const run = () => this.#batch(context, "read only", main, more)
    try {
      return await run()
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      return run()
    }
  }

  /**
   * Runs a change or call in one round trip, if only the statement's success decides whether the change is committed.
   */
  async change(context: RequestContext, mode: Mode, main: Query): Promise<AnswerRow> {
    try {
      const [row] = await this.#batch(context, mode, main, null)
      return row
    } finally {
      this.#wrote(context, mode)
    }
  }

  /**
   * One transaction, because the statements are pipelined: if setting the caller's role fails, PostgreSQL skips the
   * rest. Even so, a result is used only if it states that role, and statements that change rows do nothing under
   * another one.
   */
  #batch(
    context: RequestContext,
    mode: Mode,
    main: Query,
    more: Query | null,
  ): Promise<[AnswerRow, string[]]> {
    return this.#asRole(context, async (session) => {
      const sent = [contextOf(context, mode), this.#prepared(main)]
      if (more) sent.push({ ...more, prepare: false })
      const [, rows, planned] = await session.run(sent)
      return [answerRow(rows, context), textsOf(planned)]
    })
  }

  /**
   * Runs a statement and commits it unless `judge`, given the result row, throws or returns false. A result is used
   * only if it states the caller's role.
   */
  async transact(
    context: RequestContext,
    mode: Mode,
    main: Query,
    judge: (row: AnswerRow) => boolean,
  ): Promise<AnswerRow> {
    try {
      return await this.#transaction(context, mode, main, (rows) => {
        const row = answerRow(rows, context)
        return [row, judge(row)]
      })
    } finally {
      this.#wrote(context, mode)
    }
  }

  /** Callers who are not signed in cannot be told apart, so none of them reads an older state than what one has written. */
  #wrote({ claims }: RequestContext, mode: Mode): void {
    if (mode === "read write" && isAnonymous(claims)) this.#replica?.state.wrote()
  }

  /** The first column of a statement's result, such as EXPLAIN. The transaction is rolled back. */
  async explain(context: RequestContext, mode: Mode, query: Query): Promise<string[]> {
    return this.#transaction(context, mode, query, (rows) => [textsOf(rows), false])
  }

  /** `judge` converts the rows of the statement and decides whether to commit. */
  #transaction<T>(
    context: RequestContext,
    mode: Mode,
    main: Query,
    judge: (rows: Rows | undefined) => [T, boolean],
  ): Promise<T> {
    return this.#asRole(context, async (session) => {
      try {
        const [, , rows] = await session.run([
          { text: `begin ${mode}`, values: [], prepare: true },
          contextOf(context, "read write"),
          this.#prepared(main),
        ])
        const [result, keep] = judge(rows)
        await session.run([{ text: keep ? "commit" : "rollback", values: [], prepare: true }])
        return result
      } catch (error) {
        await session.run([{ text: "rollback", values: [], prepare: true }]).catch(() => {})
        throw error
      }
    })
  }

  /** Also times out when the database does not enforce its own limit because it is frozen. */
  #asRole<T>({ claims }: RequestContext, work: (session: DataSession) => Promise<T>): Promise<T> {
    const limitMs = statementTimeoutMs[claims.role]
    const ms = limitMs === undefined ? unlimitedMs : limitMs + laterMs
    return this.use((session) => withOwnDeadline(ms, () => work(session)))
  }

  #prepared(query: Query) {
    return { ...query, prepare: this.#shapes.use(query.text) }
  }

  /** Provides a connection for one task. Throws PGRST003 if none becomes free in time. */
  async use<T>(work: (session: DataSession) => Promise<T>): Promise<T> {
    const deadline = performance.now() + acquireTimeoutMs
    await this.#turn(deadline)
    try {
      const ms = deadline - performance.now()
      // The driver's error means that the database is unavailable, so it may be reported first.
      const reserving = withOwnDeadline(ms, () => this.#database.reserve(), {
        graceMs: Number.POSITIVE_INFINITY,
      })
      const session = await inTime(reserving, deadline + patienceMs, (late) => late.release())
      try {
        return await work(session)
      } finally {
        session.release()
      }
    } finally {
      this.#taken--
      this.#waiting.shift()?.()
    }
  }

  async #turn(deadline: number): Promise<void> {
    while (this.#taken >= this.#most) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      try {
        await inTime(promise, deadline, () => {})
      } catch (error) {
        // It may have been granted a connection at the same moment, which then goes to the next waiter.
        if (this.#waiting.includes(resolve)) this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
        else this.#waiting.shift()?.()
        throw error
      }
    }
    this.#taken++
  }
}

function isAnonymous({ role, sub }: Claims): boolean {
  return role === "anon" && sub === undefined
}

function contextOf(context: RequestContext, mode: Mode): DataStatement {
  const { claims, method, path, schema, headers, timezone } = context
  const values = [
    claims.role,
    JSON.stringify(claims),
    claims.sub ?? "",
    method,
    path,
    JSON.stringify(headers),
    `"${schema.replaceAll('"', '""')}", extensions`,
    String(statementTimeoutMs[claims.role] ?? 0),
    timezone ?? "UTC",
  ]
  return { text: contexts[mode], values, prepare: true }
}

/**
 * The single row of a statement built by answerSql(), with its columns in that order. Throws PGRST001 if it was run
 * under another role.
 */
function answerRow(rows: Rows = [], { claims }: RequestContext): AnswerRow {
  const [row = []] = rows
  const answer = Object.fromEntries(answerColumns.map((name, index) => [name, row[index]]))
  if (answer.role !== claims.role) throw new DataError(503, "PGRST001", "The transaction did not open")
  return answer as unknown as AnswerRow
}

/** The first column. */
function textsOf(rows: Rows = []): string[] {
  return rows.map(([text]) => text ?? "")
}

/** Waits until `deadline` (performance.now()); what arrives later goes to `giveBack`. */
async function inTime<T>(promise: Promise<T>, deadline: number, giveBack: (late: T) => void): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    promise.then(giveBack, () => {})
    reject(
      new DataError(504, "PGRST003", "Timed out acquiring connection from connection pool.", {
        headers: retryLater,
      }),
    )
  }, deadline - performance.now())
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
