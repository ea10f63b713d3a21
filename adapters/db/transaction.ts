import type { QueryResult } from "pg"
import type { AfterCommit, Db } from "#ports/db.ts"
import type { Answer, Connection, Single } from "./connection.ts"
import { closed } from "./failures.ts"
import { toParameter } from "./parameters.ts"
import { createSql, type Statement } from "./template.ts"

/** The time in ms for ending a transaction whose work has failed; its deadline may have passed already. */
const rollbackWithinMs = 1_000

interface DbParts {
  run(single: Single): Promise<Answer>
  /** The name under which the statement is prepared; undefined to send it unprepared. */
  nameOf(text: string): string | undefined
  transaction: Db["transaction"]
  afterCommit: Db["afterCommit"]
}

/** Implements the Db port on any function that runs a statement. */
export function asDb({ run, nameOf, transaction, afterCommit }: DbParts): Db {
  const runTemplate = async ({ text, values, isFixed }: Statement) =>
    rowsOf(await run({ text, values, name: isFixed ? nameOf(text) : undefined }))
  return {
    sql: createSql(runTemplate),
    transaction,
    afterCommit,
    query: async (text, values) =>
      rowsOf(await run({ text, values: values?.map((value) => toParameter(value).value) })),
  }
}

/** A script of several statements returns one list of rows per statement. */
function rowsOf(answer: Answer): Record<string, unknown>[] {
  return Array.isArray(answer) ? answer.map(({ rows }: QueryResult) => rows as never) : answer.rows
}

interface Scope {
  connection: Connection
  nameOf: DbParts["nameOf"]
  remainingMs(): number
  /** Whether the transaction or savepoint, or an enclosing one, has ended. */
  isOver(): boolean
  depth: number
  /** Callbacks to run after the commit. */
  afterwards: AfterCommit[]
}

/**
 * Runs work in a transaction on a connection and rolls back on failure. Adds to `afterwards` the callbacks that the
 * caller has to run after the commit.
 */
export function runTransaction<T>(
  scope: Omit<Scope, "isOver" | "depth">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const outer = { ...scope, isOver: () => false, depth: 0 }
  return runScope(outer, work, { end: "commit", undo: "rollback" })
}

function runSavepoint<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const name = `s${scope.depth}`
  return runScope(scope, work, {
    begin: `savepoint ${name}`,
    end: `release savepoint ${name}`,
    undo: `rollback to savepoint ${name}`,
  })
}

async function runScope<T>(
  scope: Scope,
  work: (db: Db) => Promise<T>,
  text: { begin?: string; end: string; undo: string },
): Promise<T> {
  const { connection } = scope
  let isOver = false
  const inner: Scope = {
    ...scope,
    isOver: () => isOver || scope.isOver(),
    depth: scope.depth + 1,
    afterwards: [],
  }
  try {
    if (text.begin === undefined) await connection.begin(scope.remainingMs())
    else await runIn(scope, { text: text.begin })
    const result = await work(dbOf(inner))
    isOver = true
    await runIn(scope, { text: text.end })
    scope.afterwards.push(...inner.afterwards)
    return result
  } catch (error) {
    isOver = true
    // A connection whose transaction cannot be ended is not reused.
    if (!connection.isSpoiled)
      await connection.run({ text: text.undo }, rollbackWithinMs).catch(() => connection.destroy())
    throw error
  }
}

function dbOf(scope: Scope): Db {
  return asDb({
    run: (single) => runIn(scope, single),
    nameOf: scope.nameOf,
    transaction: (work) => runSavepoint(scope, work),
    afterCommit(call) {
      if (scope.isOver()) throw closed()
      scope.afterwards.push(call)
    },
  })
}

/** Refuses statements after the end, because they would become part of the next transaction on the connection. */
async function runIn(scope: Scope, single: Single): Promise<Answer> {
  if (scope.isOver()) throw closed()
  return scope.connection.run(single, scope.remainingMs())
}
