import type { IncomingMessage, ServerResponse } from "node:http"
import type { PagesOptions } from "./pages.ts"
import { acceptedEncodings, type Encoding } from "./static/encoding.ts"
import { loadFiles, type StaticFile, type Variant } from "./static/files.ts"
import { byteRange } from "./static/range.ts"

export interface StaticOptions extends Pick<PagesOptions, "buildDir" | "securityHeaders" | "isHttps"> {
  /** Public origin; written into prerendered pages when they were built for another one. */
  siteUrl: string
  onServed?: PagesOptions["onServed"]
}

export interface StaticFiles {
  /** Answers a GET or HEAD of a built file or prerendered page; false when this request is not for one. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/** Campaign marks that a page never reads: with only these a prerendered page is still the right answer. */
const ignoredQuery = /^\?(?:(?:utm_\w+|fbclid|gclid|igshid|mc_[ce]id|ref)=[^&]*(?:&|$))+$/

/** Everything in `buildDir`/client, held in memory with its headers ready to send. */
export async function createStatic(options: StaticOptions): Promise<StaticFiles> {
  const files = await loadFiles(options)
  const encodingsOf = acceptedEncodings()

  return {
    serve(incoming, outgoing) {
      const { method, url = "/" } = incoming
      if (method !== "GET" && method !== "HEAD") return false
      const mark = url.indexOf("?")
      const path = mark === -1 ? url : url.slice(0, mark)
      const file = files.get(path) ?? (path.includes("%") ? files.get(decoded(path)) : undefined)
      if (!file) return false
      // What a page shows may depend on its query: the renderer answers that.
      if (mark !== -1 && file.page && url.length > mark + 1 && !ignoredQuery.test(url.slice(mark)))
        return false

      const status = answer(file, variantFor(file, encodingsOf(incoming.headers["accept-encoding"])))
      options.onServed?.({ method, path, status })
      return true

      function answer(file: StaticFile, variant: Variant): number {
        const headers = options.isHttps(incoming) ? variant.secureHeaders : variant.headers
        if (isKnown(incoming.headers["if-none-match"], variant.etag)) {
          outgoing.writeHead(304, headers.notModified)
          outgoing.end()
          return 304
        }
        const range = incoming.headers.range && rangeOf(incoming, file, variant)
        if (range) return partial(outgoing, variant, headers.full, range, method === "HEAD")
        outgoing.writeHead(200, headers.full)
        outgoing.end(method === "HEAD" ? undefined : variant.body)
        return 200
      }
    },
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The smallest body that the client can read. */
function variantFor(file: StaticFile, accepted: readonly Encoding[]): Variant {
  for (const encoding of accepted) {
    const variant = file.variants[encoding]
    if (variant) return variant
  }
  return file.variants.identity
}

/** RFC 9110 section 13.1.2: `*`, or any of the listed tags; weak tags count here. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === "*") return true
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
}

/** The part that was asked for, "unsatisfiable", or undefined when the whole file is the answer. */
function rangeOf(incoming: IncomingMessage, file: StaticFile, variant: Variant) {
  if (!file.ranges || incoming.method !== "GET") return undefined
  // RFC 9110 section 13.1.5: a part of another version is of no use.
  const condition = incoming.headers["if-range"]
  if (condition && condition !== variant.etag) return undefined
  return byteRange(incoming.headers.range ?? "", variant.body.length)
}

function partial(
  outgoing: ServerResponse,
  variant: Variant,
  headers: readonly string[],
  range: { start: number; end: number } | "unsatisfiable",
  head: boolean,
): number {
  const kept = withoutLength(headers)
  const size = variant.body.length
  if (range === "unsatisfiable") {
    outgoing.writeHead(416, [...kept, "Content-Range", `bytes */${size}`, "Content-Length", "0"])
    outgoing.end()
    return 416
  }
  const body = variant.body.subarray(range.start, range.end + 1)
  const contentRange = `bytes ${range.start}-${range.end}/${size}`
  outgoing.writeHead(206, [...kept, "Content-Range", contentRange, "Content-Length", String(body.length)])
  outgoing.end(head ? undefined : body)
  return 206
}

function withoutLength(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== "Content-Length")
}
