import { setTimeout as sleep } from "node:timers/promises"
import type { ClientConfig, PoolClient, QueryResult } from "pg"
import { deadlineError } from "#primitives/deadline.ts"
import { cancel } from "./cancel.ts"
import { closed, isCanceledByRequest, isStale, withCode } from "./failures.ts"
import { runLimited } from "./limited-query.ts"
import { type BatchRows, type BatchStatement, StatementBatch } from "./statement-batch.ts"

/** How long a late statement may take to end, in ms. After that its connection is destroyed. */
const endWithinMs = 500

/** What a single statement needs, as the driver takes it. */
export interface Single {
  text: string
  /** Undefined for a script, which may be several statements. */
  values?: readonly (string | Buffer | null)[]
  /** Under which it is prepared. */
  name?: string | undefined
}

/** One result, or one for each statement of a script. */
export type Answer = QueryResult | QueryResult[]

/** A connection of the pool in the hands of one caller, until it is released. */
export class Connection {
  readonly #client: PoolClient
  readonly #config: ClientConfig
  readonly #isPooled: boolean
  /** Statements of one connection take turns. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Set once the connection must not be used again. */
  #isSpoiled = false
  #isReleased = false
  /** Statements without an answer yet. */
  #running = 0

  /** `isPooled`: a pooler in transaction mode is in between. */
  constructor(client: PoolClient, config: ClientConfig, isPooled: boolean) {
    this.#client = client
    this.#config = config
    this.#isPooled = isPooled
  }

  get isSpoiled(): boolean {
    return this.#isSpoiled
  }

  /** Runs one statement, or a script. `ms`: until its deadline, may be Infinity. */
  run({ text, values, name }: Single, ms: number): Promise<Answer> {
    // The driver's types know no list that cannot be changed.
    return this.#inTime(ms, () => this.#client.query({ text, name, values: values as unknown[] }))
  }

  /** The same outside of a transaction. Behind a pooler PostgreSQL ends the statement itself; scripts run as they are. */
  runAlone({ text, values, name }: Single, ms: number): Promise<Answer> {
    if (!this.#isPooled || !values || ms === Number.POSITIVE_INFINITY)
      return this.run({ text, values, name }, ms)
    return this.#inTime(ms, () => runLimited(this.#client, { text, values, limitMs: limitOf(ms) }))
  }

  /** Begins a transaction. Behind a pooler PostgreSQL ends its statements itself, unless it sets a limit of its own. */
  begin(ms: number): Promise<Answer> {
    const isLimited = this.#isPooled && ms > 0 && ms !== Number.POSITIVE_INFINITY
    return this.run({ text: isLimited ? `begin; set local statement_timeout = ${limitOf(ms)}` : "begin" }, ms)
  }

  /** Runs statements in one round trip. */
  runBatch(statements: readonly BatchStatement[], ms: number): Promise<BatchRows> {
    const sent = this.#isPooled ? statements.map((one) => ({ ...one, prepare: false })) : statements
    return this.#inTime(ms, () => this.#client.query(new StatementBatch(sent)).rows)
  }

  /** Work that ends with an error when the connection is lost meanwhile. */
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

  /** Ends the connection at once, whatever it is doing. */
  destroy(): void {
    this.#isSpoiled = true
    void this.#client.end()
  }

  /**
   * Gives the connection back to the pool, which ends it when a statement is still running: what follows that one belongs to
   * nobody else.
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
    // By now it may be somebody else's.
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
      // The request has arrived, so that the connection can go on.
      if (isLate && isCanceledByRequest(error)) this.#isSpoiled = false
      throw isLate ? deadlineError("The statement") : error
    } finally {
      this.#running--
      clearTimeout(timer)
    }
  }

  /** Cancels a late statement, and ends the connection when it goes on. */
  #end(answer: Promise<unknown>): void {
    // A pooler may pass the request on late, to whoever has the backend by then; PgBouncer 1.18 ends when it meets many.
    if (!this.#isPooled) {
      // The request may arrive after the answer, and must not meet the next statement.
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

/** PostgreSQL's own limit, behind the deadline: the caller's error is the deadline's. */
function limitOf(ms: number): number {
  return Math.ceil(ms) + 100
}
