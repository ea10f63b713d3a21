import { setTimeout as sleep } from "node:timers/promises"
import type { ClientConfig, PoolClient, QueryResult } from "pg"
import { deadlineError } from "#primitives/deadline.ts"
import { cancel } from "./cancel.ts"
import { closed, isStale, withCode } from "./failures.ts"
import { type BatchRows, type BatchStatement, type PreparedTexts, StatementBatch } from "./statement-batch.ts"

/** How long a canceled statement may take to end, in ms. After that its connection is destroyed. */
const cancelWithinMs = 500

/** SQLSTATE of a statement that was canceled. */
const canceled = "57014"

/** What a single statement needs, as the driver takes it. */
export interface Single {
  text: string
  values: readonly (string | Buffer | null)[]
  /** Under which it is prepared. */
  name?: string | undefined
}

/** One result, or one for each statement of a script. */
export type Answer = QueryResult | QueryResult[]

/** A connection of the pool in the hands of one caller, until it is released. */
export class Connection {
  readonly #client: PoolClient
  readonly #config: ClientConfig
  readonly #prepared: PreparedTexts
  /** Statements of one connection take turns. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Set once the connection must not be used again. */
  #isSpoiled = false
  #isReleased = false
  /** Statements without an answer yet. */
  #running = 0

  constructor(client: PoolClient, config: ClientConfig, prepared: PreparedTexts) {
    this.#client = client
    this.#config = config
    this.#prepared = prepared
  }

  get isSpoiled(): boolean {
    return this.#isSpoiled
  }

  /** Runs one statement, or a script of several where there are no values. `ms`: until its deadline, may be Infinity. */
  run({ text, values, name }: Single, ms: number): Promise<Answer> {
    const client = this.#client
    if (name !== undefined)
      return this.#inTime(ms, () => client.query({ text, name, values: values as unknown[] }))
    return this.#inTime(ms, () =>
      values.length > 0 ? client.query(text, values as unknown[]) : client.query(text),
    )
  }

  /** Runs statements in one round trip. */
  runBatch(statements: readonly BatchStatement[], ms: number): Promise<BatchRows> {
    return this.#inTime(ms, () => this.#client.query(new StatementBatch(statements, this.#prepared)).rows)
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
      // The request may arrive after the answer, and must not meet the next statement.
      this.#isSpoiled = true
      this.#cancel(answer)
    }
    try {
      return await answer
    } catch (thrown) {
      const error = withCode(thrown)
      if (isStale(error)) this.#isSpoiled = true
      // It has arrived, so that the connection can go on.
      if (isLate && error.code === canceled) this.#isSpoiled = false
      throw isLate ? deadlineError("The statement") : error
    } finally {
      this.#running--
      clearTimeout(timer)
    }
  }

  #cancel(answer: Promise<unknown>): void {
    cancel(this.#config, this.#client)
    const settled = answer.then(
      () => true,
      () => true,
    )
    void Promise.race([settled, sleep(cancelWithinMs, false)]).then((isOver) => {
      if (!isOver) this.destroy()
    })
  }
}
