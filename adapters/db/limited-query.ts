import pg, { type Connection, type QueryResult } from "pg"
import type { Wire } from "./wire.ts"

interface LimitedStatement {
  text: string
  values: readonly (string | Buffer | null)[]
  /** The time limit for PostgreSQL, in ms. */
  limitMs: number
}

/** Returns no row, so that the result contains only the rows of the statement. */
const limit = "select where set_config('statement_timeout', $1, true) is null"

/**
 * Runs a statement with a time limit that PostgreSQL itself enforces: both are sent together and form one transaction.
 */
export function runLimited(client: pg.ClientBase, statement: LimitedStatement): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
  const onEnd = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result))
  client.query(new LimitedQuery(statement, onEnd))
  return promise
}

/** Sends the driver's query behind another one, with a single Sync for both. */
class LimitedQuery extends (pg.Query as unknown as new (config: object, onEnd: unknown) => DriverQuery) {
  readonly #limitMs: number
  #isLimited = false

  constructor({ text, values, limitMs }: LimitedStatement, onEnd: unknown) {
    super({ text, values, queryMode: "extended" }, onEnd)
    this.#limitMs = limitMs
  }

  override prepare(connection: Connection): void {
    const wire = connection as unknown as Wire
    wire.parse({ text: limit, name: "", types: [] })
    wire.bind({ portal: "", statement: "", values: [String(this.#limitMs)] })
    wire.execute({ portal: "", rows: 0 })
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isLimited) super.handleCommandComplete(message, connection)
    this.#isLimited = true
  }
}

/** The parts of the driver's query that its types omit. */
interface DriverQuery {
  submit(connection: Connection): void
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
