import pg, { type Client, type ClientConfig, type Pool, type PoolClient } from "pg"
import type { AfterCommit, Db } from "#ports/db.ts"
import { deadlineError, remainingMs, workRemainingMs } from "#primitives/deadline.ts"
import { type Answer, Connection, type Single } from "./connection.ts"
import { type ConnectionSettings, settle } from "./connection-settings.ts"
import { ended, isStale, withCode } from "./failures.ts"
import { StatementNames } from "./statement-names.ts"
import { runTransaction } from "./transaction.ts"

interface ConnectionsOptions {
  /** Connections in the pool. */
  max: number
  /** The deadline in ms for statements that run outside any deadline. Default: none. */
  statementMs?: number
  onWarning?: (message: string) => void
}

/**
 * A pooled connection is replaced after this time, because the server's memory for a connection must not grow without
 * bound.
 */
const longestLifeSeconds = 3_600

interface Opened {
  pool: Pool
  config: ClientConfig
}

/** The pool, which applies a deadline to every wait. */
export class Connections {
  readonly #settings: ConnectionSettings
  readonly #options: ConnectionsOptions
  readonly #names = new StatementNames()
  readonly #inUse = new Set<Connection>()
  /** Called with an error for every caller still waiting for a connection when the pool closes. */
  readonly #waiting = new Set<(error: Error) => void>()
  #opened: Promise<Opened> | undefined
  #isEnded = false

  constructor(settings: ConnectionSettings, options: ConnectionsOptions) {
    this.#settings = settings
    this.#options = options
  }

  /** The name under which connections prepare the statement; undefined if it is sent unprepared. */
  nameOf(text: string): string | undefined {
    return this.#settings.prepares ? this.#names.of(text) : undefined
  }

  /** The time in ms until the caller's deadline. */
  remainingMs(): number {
    const ms = remainingMs()
    return ms === Number.POSITIVE_INFINITY ? (this.#options.statementMs ?? ms) : ms
  }

  async run(single: Single): Promise<Answer> {
    const connection = await this.take()
    try {
      return await connection.runAlone(single, this.remainingMs())
    } catch (error) {
      if (single.name === undefined || !isStale(withCode(error))) throw error
      return await connection.runAlone({ ...single, name: undefined }, this.remainingMs())
    } finally {
      this.give(connection)
    }
  }

  /** Adds to `afterwards` the callbacks to run after the commit. */
  async transaction<T>(work: (db: Db) => Promise<T>, afterwards: AfterCommit[]): Promise<T> {
    const connection = await this.take()
    const ms = workRemainingMs()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer =
      ms === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => reject(deadlineError("The transaction")), ms)
    // The deadline may pass before the work has begun.
    late.catch(() => {})
    const parts = {
      connection,
      nameOf: (text: string) => this.nameOf(text),
      remainingMs: () => this.remainingMs(),
      afterwards,
    }
    const run = runTransaction(parts, (db) =>
      // The deadline also applies while the work waits for something other than the database.
      connection.whileOpen(Promise.race([work(db), late])),
    )
    try {
      return await run
    } finally {
      clearTimeout(timer)
      this.give(connection)
    }
  }

  /** Waits for a free connection. The caller must release it. */
  async take(): Promise<Connection> {
    if (this.#isEnded) throw ended()
    const ms = this.remainingMs()
    if (ms <= 0) throw deadlineError("The wait for a connection")
    const { promise: refused, reject } = Promise.withResolvers<never>()
    const late = () => reject(deadlineError("The wait for a connection"))
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(late, ms)
    this.#waiting.add(reject)
    const arriving = this.#open().then(async ({ pool, config }) => ({ client: await pool.connect(), config }))
    try {
      const { client, config } = await Promise.race([arriving, refused])
      const connection = new Connection(client, config, !this.#settings.prepares)
      this.#inUse.add(connection)
      return connection
    } catch (error) {
      arriving.then(
        ({ client }) => client.release(),
        () => {},
      )
      throw withCode(error)
    } finally {
      this.#waiting.delete(reject)
      clearTimeout(timer)
    }
  }

  give(connection: Connection): void {
    if (this.#inUse.delete(connection)) connection.release()
  }

  /** Waits for connections in use up to `ms`, then closes them. */
  async end(ms: number): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const refuse of this.#waiting) refuse(ended())
    const opened = await this.#opened?.catch(() => undefined)
    if (!opened) return
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      // Callers that hold a connection get the error from their next statement.
      for (const connection of this.#inUse) connection.destroy()
      resolve()
    }, ms)
    await Promise.race([opened.pool.end(), late])
    clearTimeout(timer)
  }

  #open(): Promise<Opened> {
    if (!this.#opened) {
      this.#opened = settle(this.#settings).then((config) => ({ pool: this.#createPool(config), config }))
      this.#opened.catch(() => {
        this.#opened = undefined
      })
    }
    return this.#opened
  }

  #createPool(config: ClientConfig): Pool {
    const { max, onWarning } = this.#options
    // The pool's own timeout would also apply to waits for a free connection, which have deadlines.
    const { connectionTimeoutMillis: _only, ...shared } = config
    const pool = new pg.Pool({
      ...shared,
      max,
      idleTimeoutMillis: 0,
      // A pool of one connection keeps its session.
      maxLifetimeSeconds: max === 1 ? 0 : longestLifeSeconds,
      Client: class extends pg.Client {
        constructor() {
          super(config)
        }
      } as unknown as new () => Client & PoolClient,
    })
    // Without a listener, the error would end the process. The pool has already replaced the connection.
    pool.on("error", () => {})
    pool.on("connect", (client) => {
      client.on("error", () => {})
      if (!onWarning) return
      client.on("notice", ({ severity, message }) => {
        if (severity === "WARNING") onWarning(message ?? "")
      })
    })
    return pool
  }
}
