import type { Log } from "#ports/log.ts"

/** Prints errors alone. */
export const quiet: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
