/** A piece of SQL. Awaited, it runs and returns rows; inside another template, it is inlined with its own parameters. */
export interface Query<Row> extends PromiseLike<Row[]> {
  /** Marks the piece as a fragment to compose, never awaited itself. */
  readonly fragment?: never
}

/**
 * The one tagged template. Every `${value}` becomes a bound parameter, never text.
 * Called as a function it builds an identifier (`sql("name")`), a list for `in`/`values`
 * or the columns and values of an insert or update (`sql(rows, "a", "b")`).
 */
export interface Sql {
  <Row extends object = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<Row>
  (value: string | readonly unknown[] | object, ...columns: string[]): Query<never>
  /** A value bound as `json`/`jsonb`. */
  json(value: unknown): unknown
}

export type AfterCommit = (db: Db) => void

export interface Db {
  readonly sql: Sql
  /** Runs `work` in one transaction (a savepoint when already inside one); an exception rolls back and is rethrown. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Calls `call` once the outermost transaction has committed, immediately outside one, and never when it or the
   * savepoint rolls back: for what must not reach others earlier. `call` gets the database outside of the transaction,
   * and must not throw.
   */
  afterCommit(call: AfterCommit): void
  /** Runs text with `$1` parameters, for libraries that bring their own SQL. Never build `text` from input. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
}
