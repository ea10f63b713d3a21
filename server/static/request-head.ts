/** What the fast lane needs to know of a request. */
export interface SimpleRequest {
  /** Path and query as they were sent. */
  url: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  forwardedProto: string | undefined
}

/** A whole GET request in HTTP/1 and nothing after it; grammar of RFC 9112, sections 3 and 5, without obsolete folding. */
const wholeGet =
  /^GET (\/[\x21-\x7e]*) HTTP\/1\.([01])\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/

/** Headers that change how a request is read or answered. */
const special =
  /\r\n(?:content-length|transfer-encoding|upgrade|expect|range|if-match|if-unmodified-since|te|trailer|proxy-connection|http2-settings)[ \t]*:/i

const connectionHeader = /\r\nconnection:([^\r]*)/gi
const hostHeader = /\r\nhost:/gi

/**
 * Reads the bytes that arrived on a connection when they are exactly one plain GET.
 * Null for everything else, however harmless: that is for Node's own parser to read.
 */
export function simpleRequest(bytes: Buffer): SimpleRequest | null {
  if (bytes.length > 8192 || bytes[0] !== 0x47) return null
  const text = bytes.toString("latin1")
  const [, url, minor] = wholeGet.exec(text) ?? []
  if (url === undefined || special.test(text)) return null
  // HTTP/1.1 demands one host and keeps the connection; HTTP/1.0 demands none and must ask for that.
  const hosts = text.match(hostHeader)?.length ?? 0
  if (hosts !== 1 && (minor === "1" || hosts > 1)) return null
  const connection = headerOf(text, connectionHeader)?.toLowerCase()
  if (connection !== "keep-alive" && (minor === "0" || connection !== undefined)) return null
  return {
    url,
    acceptEncoding: headerOf(text, acceptEncoding),
    ifNoneMatch: headerOf(text, ifNoneMatch),
    forwardedProto: headerOf(text, forwardedProto),
  }
}

const acceptEncoding = /\r\naccept-encoding:([^\r]*)/gi
const ifNoneMatch = /\r\nif-none-match:([^\r]*)/gi
const forwardedProto = /\r\nx-forwarded-proto:([^\r]*)/gi

/** All values of one header as one list (RFC 9110, section 5.3). */
function headerOf(text: string, pattern: RegExp): string | undefined {
  let joined: string | undefined
  for (const [, value = ""] of text.matchAll(pattern))
    joined = joined === undefined ? value.trim() : `${joined}, ${value.trim()}`
  return joined
}
