import type { IncomingMessage } from "node:http"

/** Why a request is refused before its path is examined. */
interface ProtocolFault {
  status: 400 | 505
  message: string
}

/**
 * Detects requests that Node's HTTP parser accepts although a server must refuse them: versions other than HTTP/1.0 and
 * HTTP/1.1 (the parser also accepts HTTP/0.9 and HTTP/2.0 request lines), and a second Host header (RFC 9112, section
 * 3.2), of which Node uses the first while a proxy in front may use the last. Returns null for a valid request.
 */
export function protocolFault(
  request: Pick<IncomingMessage, "httpVersionMajor" | "rawHeaders">,
): ProtocolFault | null {
  if (request.httpVersionMajor !== 1)
    return { status: 505, message: "This server supports HTTP/1.1 and HTTP/1.0." }
  // Names and values alternate.
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host")
  return hosts.length > 1 ? { status: 400, message: "A request must have exactly one Host header." } : null
}
