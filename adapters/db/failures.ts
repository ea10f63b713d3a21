/**
 * The driver reports lost connections by message alone; errors of PostgreSQL and of the socket carry a code already.
 * First match wins. https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/client.js
 */
const codes: readonly [RegExp, code: string][] = [
  [/^timeout exceeded|^timeout expired|due to connection timeout$/, "CONNECT_TIMEOUT"],
  [/^Connection terminated|is not queryable$/, "CONNECTION_CLOSED"],
  [/^Cannot use a pool after calling end/, "CONNECTION_ENDED"],
]

interface Failure extends Error {
  code?: string
  /** The function of PostgreSQL that reported the error. */
  routine?: string
}

/** Gives an error of the driver its code, and a sentence that names the setting where the driver's does not. */
export function withCode(thrown: unknown): Failure {
  const error: Failure = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (error.message === "The server does not support SSL connections")
    error.message = "The server does not encrypt connections, and sslmode demands it"
  const known = codes.find(([message]) => message.test(error.message))
  if (error.code === undefined && known) error.code = known[1]
  return error
}

/** The error of what is asked of a connection that has ended. */
export function closed(): Error & { code: string } {
  return Object.assign(new Error("The connection was closed"), { code: "CONNECTION_CLOSED" })
}

/** The error of what is asked of a pool that has ended. */
export function ended(): Error & { code: string } {
  return Object.assign(new Error("The database connections were ended"), { code: "CONNECTION_ENDED" })
}

/**
 * A cancel request ended the statement. A limit of PostgreSQL has the same code; where its messages are not in English the two
 * look the same, and this is false.
 */
export function isCanceledByRequest({ code, message }: Failure): boolean {
  return code === "57014" && message === "canceling statement due to user request"
}

/** PostgreSQL refused a prepared statement because its tables have changed, or because it is not there. Nothing was run. */
export function isStale({ code, routine }: Failure): boolean {
  return code === "26000" || (code === "0A000" && routine === "RevalidateCachedQuery")
}
