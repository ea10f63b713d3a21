import type { Log } from "#ports/log.ts"

/** Prints only errors. */
export const quietLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
