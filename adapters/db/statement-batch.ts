import type { Connection, Submittable } from "pg"
import type { Wire } from "./wire.ts"

/** A statement of a batch. Values are texts, of which PostgreSQL finds the types. */
export interface BatchStatement {
  text: string
  values: readonly (string | null)[]
  /** Whether the connection is to remember it. */
  prepare: boolean
}

/** Rows of each statement, in the order of the statements. */
export type BatchRows = (string | null)[][][]

/** Names of the statements that a connection has prepared for batches, by their texts. */
export type PreparedTexts = Map<string, string>

/**
 * Statements that travel together, with one Sync at the end: outside of a transaction they are one, and after an error
 * PostgreSQL skips the rest. The driver itself ends every statement with a Sync of its own.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class StatementBatch implements Submittable {
  readonly rows: Promise<BatchRows>
  readonly #statements: readonly BatchStatement[]
  readonly #prepared: PreparedTexts
  /** Names of those that are new to the connection. */
  readonly #named: PreparedTexts = new Map()
  readonly #answer = Promise.withResolvers<BatchRows>()
  readonly #read: BatchRows = [[]]

  constructor(statements: readonly BatchStatement[], prepared: PreparedTexts) {
    this.#statements = statements
    this.#prepared = prepared
    this.rows = this.#answer.promise
  }

  submit(connection: Connection): void {
    const { stream } = connection
    stream.cork()
    for (const statement of this.#statements) this.#send(connection as unknown as Wire, statement)
    connection.sync()
    stream.uncork()
  }

  #send(wire: Wire, { text, values, prepare }: BatchStatement): void {
    const known = prepare ? (this.#prepared.get(text) ?? this.#named.get(text)) : undefined
    const name = known ?? (prepare ? `b4m_batch_${this.#prepared.size + this.#named.size + 1}` : "")
    if (known === undefined) {
      // After an error nobody knows which statements were prepared. Closing a name that does not exist is no error.
      if (prepare) wire.close({ type: "S", name })
      wire.parse({ text, name, types: [] })
      if (prepare) this.#named.set(text, name)
    }
    wire.bind({ portal: "", statement: name, values })
    wire.execute({ portal: "", rows: 0 })
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#read.at(-1)?.push(fields)
  }

  handleCommandComplete(): void {
    this.#read.push([])
  }

  handleEmptyQuery(): void {
    this.#read.push([])
  }

  handleError(error: Error): void {
    this.#answer.reject(error)
  }

  handleReadyForQuery(): void {
    for (const [text, name] of this.#named) this.#prepared.set(text, name)
    this.#read.pop()
    this.#answer.resolve(this.#read)
  }
}
