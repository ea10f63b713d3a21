/** Codes of the driver and of the socket for a database that cannot be reached. */
const unreachable =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN)$/

/**
 * SQLSTATEs after which the same statement can succeed later: the class of connection errors, too many connections, and the
 * end or the start of the server.
 */
const serverAway = /^(08\w{3}|53300|57P0[1235])$/

/** Code of an error, of the driver, the socket, PostgreSQL or primitives/deadline.ts; "" for none. */
function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === "string" ? code : ""
}

/** Whether the error means that the connection is lost or that there was none: of the socket, or PostgreSQL's own end. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  // Without a socket file there is no server; any other missing file is a bug.
  if (code === "ENOENT") return (error as NodeJS.ErrnoException).syscall === "connect"
  return unreachable.test(code) || serverAway.test(code)
}

/**
 * Whether an error of the Db port means that the database is away (frozen, stopped, unreachable, or too busy to answer by the
 * deadline): no bug, and the same request can succeed later. Whether a write was committed is unknown then.
 */
export function isDatabaseAway(error: unknown): boolean {
  return codeOf(error) === "deadline_exceeded" || isConnectionLost(error)
}

/** Header of an answer that says so: when to try again, in seconds. */
export const retryLater = { "retry-after": "5" } as const
