import { isConnectionLost, retryLater } from "#primitives/database-away.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import type { Claims, DataDatabase, DataSession, DataStatement } from "../gateway/contract.ts"
import { DataError } from "./errors.ts"
import { PreparedShapes } from "./prepared-shapes.ts"
import { type AnswerRow, answerColumns } from "./sql/answer.ts"

export type { DataSession } from "../gateway/contract.ts"

/** What a statement of a request may know of it. */
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

/** How long one statement may run per role, in milliseconds: what Supabase sets for its roles. 0 is without end. */
const statementTimeoutMs: Record<string, number> = { anon: 3_000, authenticated: 8_000 }
/** How long a request waits for a connection, in milliseconds (PostgREST's db-pool-acquisition-timeout, which is 10 s there). */
const acquireTimeoutMs = 5_000
/** The deadline in ms of roles whose statements have no limit of PostgreSQL. */
const unlimitedMs = 30_000
/** How long the driver may take to say that it was late, in ms. */
const patienceMs = 250
/** How much later than PostgreSQL's own limit the deadline is, in ms: PostgreSQL's answer says more. */
const laterMs = 1_000

/**
 * Everything that a request sets for its transaction, in one statement: role, claims and what SQL functions may read.
 * `role` comes first, so that the rest already runs with the caller's rights. The answer is a number, because otherwise
 * PostgreSQL would send back all that was set.
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
type Mode = keyof typeof contexts
type Rows = readonly (string | null)[][]

/** The site's pool as the Data API uses it: so many connections at once, each for one transaction under a caller's role. */
export class Sessions {
  readonly #database: DataDatabase
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  readonly #shapes = new PreparedShapes()
  #taken = 0

  constructor(database: DataDatabase, most: number) {
    this.#database = database
    this.#most = most
  }

  /**
   * Reads in one round trip. Done again when the connection turns out to have been lost. `more` travels along, such as the
   * plan that an estimate is taken from; its rows are answered as texts.
   */
  async read(context: RequestContext, main: Query, more: Query | null): Promise<[AnswerRow, string[]]> {
    const run = () => this.#batch(context, "read only", main, more)
    try {
      return await run()
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      return run()
    }
  }

  /** Changes or calls in one round trip, where nothing but the statement decides whether the change is kept. */
  async change(context: RequestContext, mode: Mode, main: Query): Promise<AnswerRow> {
    const [row] = await this.#batch(context, mode, main, null)
    return row
  }

  /**
   * One transaction, because the statements travel together: should setting the caller's role fail, PostgreSQL skips the rest.
   * All the same the answer counts only when it says that it was made under that role, and statements of changes do nothing
   * under another.
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
   * Runs a statement and keeps what it did unless `judge` throws, or answers false, when it has seen the row. The answer counts
   * only when it says that it was made under the caller's role.
   */
  async transact(
    context: RequestContext,
    mode: Mode,
    main: Query,
    judge: (row: AnswerRow) => boolean,
  ): Promise<AnswerRow> {
    return this.#transaction(context, mode, main, (rows) => {
      const row = answerRow(rows, context)
      return [row, judge(row)]
    })
  }

  /** The first column of what a statement answers, such as EXPLAIN. What it did is undone. */
  async explain(context: RequestContext, mode: Mode, query: Query): Promise<string[]> {
    return this.#transaction(context, mode, query, (rows) => [textsOf(rows), false])
  }

  /** `judge` says what the rows of the statement are, and whether it is kept. */
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

  /** Ends also when the database does not enforce its own limit, because it is frozen. */
  #asRole<T>({ claims }: RequestContext, work: (session: DataSession) => Promise<T>): Promise<T> {
    const limitMs = statementTimeoutMs[claims.role]
    const ms = limitMs === undefined ? unlimitedMs : limitMs + laterMs
    return this.use((session) => withOwnDeadline(ms, () => work(session)))
  }

  #prepared(query: Query) {
    return { ...query, prepare: this.#shapes.use(query.text) }
  }

  /** Lends a connection for one piece of work. Throws PGRST003 when none becomes free in time. */
  async use<T>(work: (session: DataSession) => Promise<T>): Promise<T> {
    const deadline = performance.now() + acquireTimeoutMs
    await this.#turn(deadline)
    try {
      const ms = deadline - performance.now()
      // The driver's error says that the database is away, so it may come first.
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
        // Its turn may have come in the same moment; then it is the next one's.
        if (this.#waiting.includes(resolve)) this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
        else this.#waiting.shift()?.()
        throw error
      }
    }
    this.#taken++
  }
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

/** The one row of a statement that answerSql() made, its columns in that order. Throws PGRST001 for another role's. */
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
