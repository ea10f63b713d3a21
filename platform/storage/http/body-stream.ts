import { Readable } from "node:stream"
import type { StorageContext } from "../storage.ts"

/**
 * The body of a request; null when it has none. The connection's own stream where there is one: through the streams of the
 * Fetch API each piece of 64 kB would cost several promises and copies of its descriptor more.
 */
export function bodyOf(c: StorageContext): Readable | null {
  const { incoming } = Object(c.env) as { incoming?: unknown }
  if (incoming instanceof Readable && !incoming.readableDidRead) return incoming
  const { body } = c.req.raw
  return body && Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
}
