import { randomUUID } from "node:crypto"

const sane = /^[\w.:-]{8,64}$/

/** The id that a proxy or client gave its request when it is a plain short text, otherwise a new one. */
export function requestIdFrom(header: string | undefined): string {
  return header !== undefined && sane.test(header) ? header : randomUUID()
}
