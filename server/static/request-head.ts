/** What the fast lane needs to know of a request. */
export interface SimpleRequest {
  /** Path and query as they were sent. */
  url: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  forwardedProto: string | undefined
}

/** The first line of a GET in HTTP/1 (RFC 9112, section 3). */
const firstLine = /^GET (\/[\x21-\x7e]*) HTTP\/1\.([01])\r\n/

/** Headers and the empty line behind them (RFC 9112, section 5), without obsolete folding, and nothing after that. */
const wholeBlock = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/

/** Headers that change how a request is read or answered. */
const special =
  /^(?:content-length|transfer-encoding|upgrade|expect|range|if-match|if-unmodified-since|te|trailer|proxy-connection|http2-settings):/im

/** What a block of headers says, or why it is not for the lane. */
interface Block extends Omit<SimpleRequest, "url"> {
  hosts: number
  connection: string | undefined
}

/**
 * Reads the bytes that arrive on one connection, piece by piece, when they are exactly one plain GET.
 * Null for everything else, however harmless: that is for Node's own parser to read.
 * Clients repeat their headers from request to request, so a block that came before on the connection is not read twice.
 */
export function simpleRequests(): (bytes: Buffer) => SimpleRequest | null {
  let lastText = ""
  let last: Block | null = null
  return (bytes) => {
    if (bytes.length > 8192 || bytes[0] !== 0x47) return null
    const text = bytes.toString("latin1")
    const [line, url, minor] = firstLine.exec(text) ?? []
    if (line === undefined || url === undefined) return null
    const blockText = text.slice(line.length)
    if (blockText !== lastText) {
      last = readBlock(blockText)
      lastText = blockText
    }
    if (!last) return null
    // HTTP/1.1 demands one host and keeps the connection; HTTP/1.0 demands none and must ask for that.
    const { hosts, connection, acceptEncoding, ifNoneMatch, forwardedProto } = last
    if (hosts !== 1 && (minor === "1" || hosts > 1)) return null
    if (connection !== "keep-alive" && (minor === "0" || connection !== undefined)) return null
    return { url, acceptEncoding, ifNoneMatch, forwardedProto }
  }
}

function readBlock(text: string): Block | null {
  if (!wholeBlock.test(text) || special.test(text)) return null
  const values = new Map<string, string>()
  let hosts = 0
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":")
    if (colon === -1) continue
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === "host") hosts++
    // A header that comes twice is one list (RFC 9110, section 5.3).
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return {
    hosts,
    connection: values.get("connection")?.toLowerCase(),
    acceptEncoding: values.get("accept-encoding"),
    ifNoneMatch: values.get("if-none-match"),
    forwardedProto: values.get("x-forwarded-proto"),
  }
}
