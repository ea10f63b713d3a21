import type { ServerResponse } from "node:http"
import type { EncodedEvent } from "./encoded-event.ts"

/** One open page. */
export interface Follower {
  outgoing: ServerResponse
  gzip: boolean
}

/** A page that reads so slowly that this many bytes are pending is disconnected; it reconnects by itself. */
const mostWaiting = 512 * 1024

export function write({ outgoing, gzip }: Follower, { plain, gzip: packed }: EncodedEvent): void {
  if (outgoing.writableEnded) return
  if (outgoing.writableLength > mostWaiting) outgoing.destroy()
  else outgoing.write(gzip ? packed : plain)
}
