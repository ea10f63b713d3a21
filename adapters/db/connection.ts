import { setTimeout as sleep } from "node:timers/promises"
import type { ClientConfig, PoolClient, QueryResult } from "pg"
import { deadlineError } from "#primitives/deadline.ts"
import { cancel } from "./cancel.ts"
import { closed, isCanceledByRequest, isStale, withCode } from "./failures.ts"
import { runLimited } from "./limited-query.ts"
import { type BatchRows, type BatchStatement, StatementBatch } from "./statement-batch.ts"

/** The time in ms that a statement past its deadline gets to end. After that, its connection is destroyed. */
const endWithinMs = 500

/** A single statement in the driver's format. */
export interface Single {
  text: string
  /** Undefined for a script, which may be several statements. */
  values?: readonly (string | Buffer | null)[]
  /** The name under which it is prepared. */
  name?: string | undefined
}

/** One result, or one for each statement of a script. */
export type Answer = QueryResult | QueryResult[]

/** A pooled connection in use by one caller until it is released. */
export class Connection {
  readonly #client: PoolClient
  readonly #config: ClientConfig
  readonly #isPooled: boolean
  /** Statements on one connection run one after another. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Set once the connection must not be used again. */
  #isSpoiled = false
  #isReleased = false
  /** Statements that have not completed yet. */
  #running = 0

  /** `isPooled`: whether the connection goes through a pooler in transaction mode. */
  constructor(client: PoolClient, config: ClientConfig, isPooled: boolean) {
    this.#client = client
    this.#config = config
    this.#isPooled = isPooled
  }

  get isSpoiled(): boolean {
    return this.#isSpoiled
  }

  /** Runs one statement or a script. `ms`: the time until its deadline, which may be Infinity. */
  run({ text, values, name }: Single, ms: number): Promise<Answer> {
    // The driver's types do not accept a readonly array.
    return this.#inTime(ms, () => this.#client.query({ text, name, values: values as unknown[] }))
  }

  /**
   * Runs a statement outside a transaction. Behind a pooler, PostgreSQL enforces the time limit itself; scripts run
   * without one.
   */
  runAlone({ text, values, name }: Single, ms: number): Promise<Answer> {
    if (!this.#isPooled || !values || ms === Number.POSITIVE_INFINITY)
      return this.run({ text, values, name }, ms)
    return this.#inTime(ms, () => runLimited(this.#client, { text, values, limitMs: limitOf(ms) }))
  }

  /** Begins a transaction. Behind a pooler, PostgreSQL enforces the time limit, unless the transaction sets its own. */
  begin(ms: number): Promise<Answer> {
    const isLimited = this.#isPooled && ms > 0 && ms !== Number.POSITIVE_INFINITY
    return this.run({ text: isLimited ? `begin; set local statement_timeout = ${limitOf(ms)}` : "begin" }, ms)
  }

  /** Runs statements in one round trip. */
  runBatch(statements: readonly BatchStatement[], ms: number): Promise<BatchRows> {
    const sent = this.#isPooled ? statements.map((one) => ({ ...one, prepare: false })) : statements
    return this.#inTime(ms, () => this.#client.query(new StatementBatch(sent)).rows)
  }

  /** Runs work that fails if the connection is lost in the meantime. */
  async whileOpen<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const onEnd = () => reject(closed())
    this.#client.once("end", onEnd)
    try {
      return await Promise.race([work, promise])
    } finally {
      this.#client.off("end", onEnd)
    }
  }

  /** Closes the connection immediately, even during a statement. */
  destroy(): void {
    this.#isSpoiled = true
    void this.#client.end()
  }

  /**
   * Returns the connection to the pool. The pool closes it if a statement is still running, because later statements
   * could otherwise run in another caller's context.
   */
  release(): void {
    this.#isReleased = true
    this.#client.release(this.#isSpoiled || this.#running > 0)
  }

  #inTime<T>(ms: number, send: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(() => this.#answer(ms, send))
    this.#turn = run.catch(() => {})
    return run
  }

  async #answer<T>(ms: number, send: () => Promise<T>): Promise<T> {
    if (ms <= 0) throw deadlineError("The statement")
    // The connection may be in use by another caller by now.
    if (this.#isReleased) throw closed()
    const answer = send()
    this.#running++
    let isLate = false
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => end(), ms)
    const end = () => {
      isLate = true
      this.#end(answer)
    }
    try {
      return await answer
    } catch (thrown) {
      const error = withCode(thrown)
      if (isStale(error)) this.#isSpoiled = true
      // The request has been delivered, so the connection can be used again.
      if (isLate && isCanceledByRequest(error)) this.#isSpoiled = false
      throw isLate ? deadlineError("The statement") : error
    } finally {
      this.#running--
      clearTimeout(timer)
    }
  }

  /** Cancels a statement past its deadline, and closes the connection if the statement does not end. */
  #end(answer: Promise<unknown>): void {
    // A pooler may forward the request late, to whichever client uses the backend by then; PgBouncer 1.18 exits when it
    // receives many.
    if (!this.#isPooled) {
      // The request may arrive after the response, and must not cancel the next statement.
      this.#isSpoiled = true
      cancel(this.#config, this.#client)
    }
    const settled = answer.then(
      () => true,
      () => true,
    )
    void Promise.race([settled, sleep(endWithinMs, false)]).then((isOver) => {
      if (!isOver) this.destroy()
    })
  }
}

/** PostgreSQL's own limit, set later than the deadline so that the caller gets the deadline's error. */
function limitOf(ms: number): number {
  return Math.ceil(ms) + 100
}
