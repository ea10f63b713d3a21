/**
 * The driver reports lost connections only by message; errors of PostgreSQL and of the socket already carry a code. The
 * first match wins.
 * https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/client.js
 */
const codes: readonly [RegExp, code: string][] = [
  [/^timeout exceeded|^timeout expired|due to connection timeout$/, "CONNECT_TIMEOUT"],
  [/^Connection terminated|is not queryable$/, "CONNECTION_CLOSED"],
  [/^Cannot use a pool after calling end/, "CONNECTION_ENDED"],
]

interface Failure extends Error {
  code?: string
  /** The PostgreSQL function that reported the error. */
  routine?: string
}

/** Adds a code to an error of the driver, and a message that names the setting if the driver's does not. */
export function withCode(thrown: unknown): Failure {
  const error: Failure = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (error.message === "The server does not support SSL connections")
    error.message = "The server does not encrypt connections, and sslmode requires it"
  const known = codes.find(([message]) => message.test(error.message))
  if (error.code === undefined && known) error.code = known[1]
  return error
}

/** The error for using a closed connection. */
export function closed(): Error & { code: string } {
  return Object.assign(new Error("The connection was closed"), { code: "CONNECTION_CLOSED" })
}

/** The error for using a closed pool. */
export function ended(): Error & { code: string } {
  return Object.assign(new Error("The database connections were ended"), { code: "CONNECTION_ENDED" })
}

/**
 * Whether a cancel request ended the statement. A PostgreSQL timeout has the same code and differs only in its message,
 * so this returns false if messages are not in English.
 */
export function isCanceledByRequest({ code, message }: Failure): boolean {
  return code === "57014" && message === "canceling statement due to user request"
}

/**
 * Whether PostgreSQL refused a prepared statement because its tables have changed or because it does not exist. Nothing
 * was executed.
 */
export function isStale({ code, routine }: Failure): boolean {
  return code === "26000" || (code === "0A000" && routine === "RevalidateCachedQuery")
}
