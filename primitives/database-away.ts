/** Error codes of the driver and of the socket for an unreachable database. */
const unreachable =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN)$/

/**
 * SQLSTATEs after which the same statement can succeed later: connection errors (class 08), too many connections, and a
 * server that is shutting down or starting up.
 */
const serverAway = /^(08\w{3}|53300|57P0[1235])$/

/** The code of an error from the driver, the socket, PostgreSQL or primitives/deadline.ts; "" if it has none. */
function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === "string" ? code : ""
}

/**
 * Whether the error means that the connection was lost or never established: a socket error, or a shutdown of
 * PostgreSQL.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  // A missing socket file means that no server is running; any other missing file is a bug.
  if (code === "ENOENT") return (error as NodeJS.ErrnoException).syscall === "connect"
  return unreachable.test(code) || serverAway.test(code)
}

/**
 * Whether an error of the Db port means that the database is unavailable (frozen, stopped, unreachable, or too busy to
 * respond before the deadline). This is not a bug, and the same request can succeed later. Whether a write was
 * committed is unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  return codeOf(error) === "deadline_exceeded" || isConnectionLost(error)
}

/** Header of a response during such an outage: when to retry, in seconds. */
export const retryLater = { "retry-after": "5" } as const
