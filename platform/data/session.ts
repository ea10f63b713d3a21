import type { Claims, DataDatabase, DataSession } from "../gateway/contract.ts"
import { DataError, isLost } from "./errors.ts"
import { PreparedShapes } from "./prepared-shapes.ts"
import type { AnswerRow } from "./sql/answer.ts"

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

interface Batch {
  begin: "begin read only" | "begin read write"
  main: Query
  more: Query | null
  end: "commit" | "rollback"
}

/** How long one statement may run per role, in milliseconds: what Supabase sets for its roles. 0 is without end. */
const statementTimeoutMs: Record<string, number> = { anon: 3_000, authenticated: 8_000 }
/** How long a request waits for a connection, in milliseconds (PostgREST's db-pool-acquisition-timeout). */
const acquireTimeoutMs = 10_000

/**
 * Everything that a request sets for its transaction, in one statement: role, claims and what SQL functions may read.
 * `role` comes first, so that the rest already runs with the caller's rights.
 */
const contextStatement = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
 set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true),
 set_config('request.method', $4, true), set_config('request.path', $5, true),
 set_config('request.headers', $6, true), set_config('search_path', $7, true),
 set_config('statement_timeout', $8, true), set_config('timezone', $9, true)`

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
   * Reads in one round trip: everything is sent at once, and the answer counts only when it says that it was made under the
   * caller's role. Should opening the transaction fail, nothing that ran without it is handed out. Done again when the
   * connection turns out to have been lost. `more` travels along, such as the plan that an estimate is taken from.
   */
  async read(context: RequestContext, main: Query, more: Query | null): Promise<[AnswerRow, object[]]> {
    try {
      return await this.#batch(context, { begin: "begin read only", main, more, end: "commit" })
    } catch (error) {
      if (!isLost(error)) throw error
      return this.#batch(context, { begin: "begin read only", main, more, end: "commit" })
    }
  }

  /**
   * Changes in one round trip, where nothing but the statement decides whether the change is kept. The statement itself must
   * change nothing under another role than the caller's: it runs even if opening the transaction failed.
   */
  async change(context: RequestContext, main: Query, end: "commit" | "rollback"): Promise<AnswerRow> {
    const [row] = await this.#batch(context, { begin: "begin read write", main, more: null, end })
    return row
  }

  #batch(context: RequestContext, { begin, main, more, end }: Batch): Promise<[AnswerRow, object[]]> {
    return this.use(async (session) => {
      const sent = [
        session.send(begin, [], true),
        session.send(contextStatement, contextValues(context), true),
        session.send<AnswerRow>(main.text, main.values, this.#shapes.use(main.text)),
        more ? session.send(more.text, more.values) : Promise.resolve([]),
        session.send(end, [], true),
      ] as const
      const results = await Promise.allSettled(sent)
      const failed = results.find((result) => result.status === "rejected")
      if (failed) throw failed.reason
      const [, , [row], rows] = await Promise.all(sent)
      if (row?.role !== context.claims.role)
        throw new DataError(503, "PGRST001", "The transaction did not open")
      return [row, rows]
    })
  }

  /**
   * Runs `work` in a transaction that is open, under the caller's role, before anything is sent. Commits unless `work`
   * throws or answers `keep: false`.
   */
  async transact<T extends { keep: boolean }>(
    context: RequestContext,
    mode: "read only" | "read write",
    work: (run: (query: Query) => Promise<AnswerRow[]>) => Promise<T>,
  ): Promise<T> {
    return this.use(async (session) => {
      const opened = [
        session.send(`begin ${mode}`, [], true),
        session.send(contextStatement, contextValues(context), true),
      ]
      const results = await Promise.allSettled(opened)
      const failed = results.find((result) => result.status === "rejected")
      try {
        if (failed) throw failed.reason
        const result = await work(({ text, values }) =>
          session.send<AnswerRow>(text, values, this.#shapes.use(text)),
        )
        await session.send(result.keep ? "commit" : "rollback", [], true)
        return result
      } catch (error) {
        await session.send("rollback", [], true).catch(() => {})
        throw error
      }
    })
  }

  /** Lends a connection for one piece of work. Throws PGRST003 when none becomes free in time. */
  async use<T>(work: (session: DataSession) => Promise<T>): Promise<T> {
    const deadline = performance.now() + acquireTimeoutMs
    await this.#turn(deadline)
    try {
      const session = await inTime(this.#database.reserve(), deadline, (late) => late.release())
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
        const at = this.#waiting.indexOf(resolve)
        if (at >= 0) this.#waiting.splice(at, 1)
        else this.#waiting.shift()?.()
        throw error
      }
    }
    this.#taken++
  }
}

function contextValues({ claims, method, path, schema, headers, timezone }: RequestContext): string[] {
  return [
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
}

/** Waits until `deadline` (performance.now()); what arrives later goes to `giveBack`. */
async function inTime<T>(promise: Promise<T>, deadline: number, giveBack: (late: T) => void): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    promise.then(giveBack, () => {})
    reject(new DataError(504, "PGRST003", "Timed out acquiring connection from connection pool."))
  }, deadline - performance.now())
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
