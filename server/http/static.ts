import type { IncomingMessage, ServerResponse } from "node:http"
import { byteRange } from "#primitives/byte-range.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"
import { acceptedEncodings, type Encoding } from "./static/encoding.ts"
import type { StaticFile, Variant } from "./static/file.ts"
import { loadFiles } from "./static/files.ts"
import type { StaticOptions } from "./static/options.ts"

interface StaticFiles {
  /** Serves a GET or HEAD of a built file, prerendered page or live page; calls `next` for everything else. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
}

/** The time left for a response after its page could not be rendered in time, in ms. */
const afterWaitMs = 250

/** Campaign parameters that pages never read: with only these a prerendered page is still correct. */
const ignoredQuery = /^\?(?:(?:utm_\w+|fbclid|gclid|igshid|mc_[ce]id|ref)=[^&]*(?:&|$))+$/

/** Feeds, sitemaps and the rules for crawlers. */
const prerenderedFile = /\.(?:xml|txt)(?:\?|$)/

/** Everything in `buildDir`/client, and live pages, kept in memory with their headers ready to send. */
export async function createStatic(options: StaticOptions): Promise<StaticFiles> {
  const files = await loadFiles(options)
  const encodingsOf = acceptedEncodings()

  function find(url: string): StaticFile | undefined {
    const mark = url.indexOf("?")
    const path = mark === -1 ? url : url.slice(0, mark)
    const file = files.get(path) ?? (path.includes("%") ? files.get(decoded(path)) : undefined)
    // The content may depend on the query: the renderer handles that.
    const asks = mark !== -1 && url.length > mark + 1 && !ignoredQuery.test(url.slice(mark))
    return file?.page && asks ? undefined : file
  }

  function fileOrPage(url: string, headers: IncomingMessage["headers"]) {
    const file = find(url)
    const mayChange = file?.page || prerenderedFile.test(url)
    // What is not a live page is rendered for each request.
    if (options.ownSite && mayChange) return options.live?.find(url, headers)
    if (!file || (mayChange && options.live?.supersedes(url))) return options.live?.find(url, headers) ?? file
    return file
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void {
    const { method, url = "/", headers } = incoming
    const asks = method === "GET" || method === "HEAD"
    const file = asks ? fileOrPage(url, headers) : undefined
    const answer = (found: StaticFile | null | undefined) => {
      if (found) send(found, incoming, outgoing)
      else next()
    }
    // If rendering fails, each waiting request is rendered and its failure logged individually; immediately, if it has
    // already waited for the database.
    if (file instanceof Promise)
      file.then(answer, (error) =>
        isDatabaseAway(error) ? void withOwnDeadline(afterWaitMs, async () => next()) : next(),
      )
    else answer(file)
  }

  function send(file: StaticFile, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = "GET", headers } = incoming
    const variant = variantFor(file, encodingsOf(headers["accept-encoding"]))
    const ready = options.isHttps(incoming) ? variant.secureHeaders : variant.headers
    const range = file.ranges && method === "GET" ? rangeOf(headers, variant) : undefined
    let status = 200
    if (file.asOf !== undefined) outgoing.appendHeader("Age", String(ageOf(file.asOf)))
    if (isKnown(headers["if-none-match"], variant.etag)) {
      status = 304
      outgoing.writeHead(304, ready.notModified).end()
    } else if (range) {
      status = sendPart(outgoing, variant, ready.full, range)
    } else {
      outgoing.writeHead(200, ready.full)
      // For HEAD, Node sends only the headers.
      outgoing.end(variant.body)
    }
    options.onServed?.({ method, status })
  }

  return { serve }
}

/** In whole seconds. */
function ageOf(asOf: number): number {
  return Math.max(0, Math.floor((performance.now() - asOf) / 1000))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The smallest encoded body that the client accepts. */
function variantFor(file: StaticFile, accepted: readonly Encoding[]): Variant {
  for (const encoding of accepted) {
    const variant = file.variants[encoding]
    if (variant) return variant
  }
  return file.variants.identity
}

/** RFC 9110 section 13.1.2: `*`, or any of the listed tags, compared weakly. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === "*") return true
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
}

/** The requested range, "unsatisfiable", or undefined when the whole file is sent. */
function rangeOf(headers: IncomingMessage["headers"], variant: Variant) {
  if (!headers.range) return undefined
  // RFC 9110 section 13.1.5: a range of another version is useless.
  const condition = headers["if-range"]
  return condition && condition !== variant.etag ? undefined : byteRange(headers.range, variant.body.length)
}

function sendPart(
  outgoing: ServerResponse,
  variant: Variant,
  headers: readonly string[],
  range: { start: number; end: number } | "unsatisfiable",
): number {
  const kept = headers.filter((_, index) => headers[index - (index % 2)] !== "Content-Length")
  const size = variant.body.length
  if (range === "unsatisfiable") {
    outgoing.writeHead(416, [...kept, "Content-Range", `bytes */${size}`, "Content-Length", "0"]).end()
    return 416
  }
  const body = variant.body.subarray(range.start, range.end + 1)
  const place = `bytes ${range.start}-${range.end}/${size}`
  outgoing.writeHead(206, [...kept, "Content-Range", place, "Content-Length", String(body.length)]).end(body)
  return 206
}
