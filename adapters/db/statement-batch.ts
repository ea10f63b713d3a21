import type { Connection, Submittable } from "pg"
import { statementName } from "./statement-names.ts"
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

/**
 * Statements that travel together, with one Sync at the end: outside of a transaction they are one, and after an error
 * PostgreSQL skips the rest. The driver itself ends every statement with a Sync of its own.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class StatementBatch implements Submittable {
  readonly rows: Promise<BatchRows>
  readonly #statements: readonly BatchStatement[]
  /** Texts of those that are new to the connection, by name. */
  readonly #named: Record<string, string> = {}
  readonly #answer = Promise.withResolvers<BatchRows>()
  readonly #read: BatchRows = [[]]

  constructor(statements: readonly BatchStatement[]) {
    this.#statements = statements
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
    // The driver's own statements know nothing of those of a batch that failed, and have other names.
    const name = prepare ? `${statementName(text)}_batch` : ""
    if (wire.parsedStatements[name] === undefined && this.#named[name] === undefined) {
      // After an error nobody knows which statements were prepared. Closing a name that does not exist is no error.
      if (prepare) wire.close({ type: "S", name })
      wire.parse({ text, name, types: [] })
      if (prepare) this.#named[name] = text
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

  handleReadyForQuery(connection: Connection): void {
    Object.assign((connection as unknown as Wire).parsedStatements, this.#named)
    this.#read.pop()
    this.#answer.resolve(this.#read)
  }
}
