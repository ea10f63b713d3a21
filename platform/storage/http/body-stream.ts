import { Readable } from "node:stream"
import type { StorageContext } from "../storage.ts"

/**
 * The body of a request; null if it has none. Uses the connection's own stream if there is one, because Fetch API
 * streams cost several more promises and descriptor copies per 64 kB chunk.
 */
export function bodyOf(c: StorageContext): Readable | null {
  const { incoming } = Object(c.env) as { incoming?: unknown }
  if (incoming instanceof Readable && !incoming.readableDidRead) return incoming
  const { body } = c.req.raw
  return body && Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
}
