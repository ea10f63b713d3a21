import { constants, deflateRawSync } from "node:zlib"

/** A chunk of an event stream, encoded once for all pages that receive it. */
export interface EncodedEvent {
  plain: Buffer
  /** A part of a gzip stream that refers to no other part, so that it can be inserted in any stream. */
  gzip: Buffer
}

/** The header of a gzip stream (RFC 1952, section 2.3): deflate, no flags, no time, unknown operating system. */
export const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** A comment or setting, as the lines of an event stream (HTML standard, section 9.2). */
export function encodeLines(lines: string): EncodedEvent {
  const plain = Buffer.from(`${lines}\n\n`)
  return { plain, gzip: deflateRawSync(plain, { finishFlush: constants.Z_FULL_FLUSH }) }
}

/** @param id identifies the rows after the event, so that a page that reconnects receives only what it missed */
export function encodeEvent(name: string, id: string, data: object): EncodedEvent {
  return encodeLines(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}`)
}

/** Joins several chunks in order. */
export function joined(events: readonly EncodedEvent[]): EncodedEvent {
  const [only, ...others] = events
  if (only && others.length === 0) return only
  return {
    plain: Buffer.concat(events.map(({ plain }) => plain)),
    gzip: Buffer.concat(events.map(({ gzip }) => gzip)),
  }
}
