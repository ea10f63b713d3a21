import type { Log } from "#domain/world.ts"

/** Prints errors alone. */
export const quiet: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
