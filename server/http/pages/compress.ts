import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { acceptedEncodings, type Encoding } from "../static/encoding.ts"

const compressible = /^(?:text\/|application\/(?:json|xml|rss\+xml|manifest\+json|ld\+json)|image\/svg)/

/**
 * Compresses a complete response with the smallest encoding that the client accepts: pages and their data are complete
 * before they are sent. A board of fifty rows has 10 kB instead of 73. Compression cannot leak secrets to
 * attacker-chosen requests (RFC 3749 section 6), because documents contain no token and repeat nothing from the URL.
 */
export function createCompressor(): (request: Request, response: Response) => Promise<Response> {
  const encodingsOf = acceptedEncodings()
  return async (request, response) => {
    const { body, headers, status } = response
    if (!body || headers.has("content-encoding") || !compressible.test(headers.get("content-type") ?? ""))
      return response
    headers.append("vary", "Accept-Encoding")
    const [encoding] = encodingsOf(request.headers.get("accept-encoding") ?? undefined)
    if (!encoding) return response
    headers.set("content-encoding", encoding)
    headers.delete("content-length")
    const bytes = await compress[encoding](Buffer.from(await response.arrayBuffer()))
    return new Response(new Uint8Array(bytes), { status, headers })
  }
}

/** Medium effort: the last tenth of size costs five times the CPU time. */
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: (bytes) => promisify(gzip)(bytes, { level: 5 }),
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
}
