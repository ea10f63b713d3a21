import type { Connection, Submittable } from "pg"
import { statementName } from "./statement-names.ts"
import type { Wire } from "./wire.ts"

/** A statement of a batch. Values are sent as text; PostgreSQL infers their types. */
export interface BatchStatement {
  text: string
  values: readonly (string | null)[]
  /** Whether the connection should keep it as a prepared statement. */
  prepare: boolean
}

/** The rows of each statement, in the order of the statements. */
export type BatchRows = (string | null)[][][]

/**
 * Sends statements together, with one Sync at the end: outside a transaction they form one, and after an error
 * PostgreSQL skips the rest. The driver itself sends a Sync after every statement.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class StatementBatch implements Submittable {
  readonly rows: Promise<BatchRows>
  readonly #statements: readonly BatchStatement[]
  /** The texts of statements that are new to the connection, by name. */
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
    // The driver's own statements use other names and are not affected by a failed batch.
    const name = prepare ? `${statementName(text)}_batch` : ""
    if (wire.parsedStatements[name] === undefined && this.#named[name] === undefined) {
      // After an error it is unknown which statements were prepared. Closing a name that does not exist is not an
      // error.
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
