import type postgres from "postgres"
import { DataError, isUnreachable } from "./errors.ts"

/** How long a request waits for a free connection, in milliseconds (PostgREST's db-pool-acquisition-timeout). */
const acquireTimeoutMs = 10_000

/** A transaction that is ended from outside, on a connection of its own. */
interface Transaction {
  /** Sends one statement; those sent without waiting travel together. */
  send(
    text: string,
    parameters: readonly unknown[],
    prepare: boolean,
  ): Promise<postgres.RowList<postgres.Row[]>>
  commit(): Promise<void>
  /** Never throws: a transaction that cannot be rolled back is gone with its connection. */
  rollback(): Promise<void>
}

/**
 * Opens a transaction. When its connection is lost nothing more is sent over it, not even a rollback: postgres.js
 * (3.4.9) ends the process when something is. The transaction is then left alone, and its pool clears up.
 * Throws a DataError when no connection becomes free in time.
 */
export async function beginTransaction(pool: postgres.Sql, mode: "read only" | ""): Promise<Transaction> {
  try {
    return await begin(pool, mode)
  } catch (error) {
    // The first answer of a connection that has been made anew may be the last error of the one before.
    if (!isLost(error)) throw error
    return begin(pool, mode)
  }
}

async function begin(pool: postgres.Sql, mode: string): Promise<Transaction> {
  const opened = Promise.withResolvers<postgres.TransactionSql>()
  const work = Promise.withResolvers<void>()
  let lost = false
  const ended = pool.begin(mode, async (sql) => {
    opened.resolve(sql)
    await work.promise
  })
  ended.catch((error: unknown) => {
    lost ||= isLost(error)
    opened.reject(error)
  })
  const rollback = async () => {
    if (lost) return
    work.reject(new Error("rollback"))
    await ended.catch(() => {})
  }
  const sql = await inTime(opened.promise, () => void opened.promise.then(rollback, () => {}))

  return {
    async send(text, parameters, prepare) {
      if (lost) throw connectionClosed()
      try {
        return await sql.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare })
      } catch (error) {
        lost ||= isLost(error)
        throw error
      }
    },
    async commit() {
      if (lost) throw connectionClosed()
      work.resolve()
      await ended
    },
    rollback,
  }
}

async function inTime<T>(promise: Promise<T>, giveUp: () => void): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    giveUp()
    reject(new DataError(504, "PGRST003", "Timed out acquiring connection from connection pool."))
  }, acquireTimeoutMs)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

/** Errors after which a connection is gone or about to go: of the socket, or PostgreSQL's own end (57P01 to 57P03). */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false
  return isUnreachable(error.code) || /^57P0[123]$/.test(String(error.code))
}

function connectionClosed(): Error {
  return Object.assign(new Error("The connection to the database was lost"), { code: "CONNECTION_CLOSED" })
}
