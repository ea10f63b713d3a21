import { createHash } from "node:crypto"
import type { Bodies } from "./bodies.ts"
import type { Encoding } from "./encoding.ts"

/** Alternating names and values, in the format of ServerResponse.writeHead. */
type RawHeaders = string[]

/** One encoded body of a file with the headers sent with it. */
export interface Variant {
  body: Buffer
  /** Strong: each encoding has its own ETag. */
  etag: string
  headers: { full: RawHeaders; notModified: RawHeaders }
  /** The same for visitors over https. */
  secureHeaders: { full: RawHeaders; notModified: RawHeaders }
}

/** A file, prerendered page or live page in memory, with its headers ready to send. */
export interface StaticFile {
  /** A prerendered page or its data, whose content may depend on the query. */
  page: boolean
  /** Whether range requests are supported. */
  ranges: boolean
  /**
   * Set if it is outdated because the database is down: when it was last current, in ms of performance.now(). It is
   * sent with its age.
   */
  asOf?: number
  /** The same page with a line that states when it was last current; absent if this is not a page. */
  withAsOf?(at: Date): Promise<StaticFile>
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>
}

interface FileDescription {
  bodies: Bodies
  contentType: string
  cacheControl: string
  page: boolean
  /** Compressible text: the response varies by encoding, and range requests are not supported. */
  text: boolean
  /** The headers of every response, such as the security headers; they may depend on the visitor's connection. */
  headers(https: boolean): Readonly<Record<string, string>>
  /** Request headers besides Accept-Encoding on which responses depend. */
  varyBy?: readonly string[]
}

/** Prepares a file for sending: its ETags and all headers. */
export function describeFile(file: FileDescription): StaticFile {
  const { bodies, text } = file
  const digest = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)
  const vary = [...(text ? ["Accept-Encoding"] : []), ...(file.varyBy ?? [])].join(", ")

  const variant = (body: Buffer, encoding?: Encoding): Variant => {
    const etag = encoding ? `"${digest}-${encoding}"` : `"${digest}"`
    const headersFor = (https: boolean) => {
      const notModified = [
        ...Object.entries(file.headers(https)).flat(),
        ...["ETag", etag, "Cache-Control", file.cacheControl],
        ...(vary ? ["Vary", vary] : []),
      ]
      const full = [
        ...notModified,
        ...["Content-Type", file.contentType, "Content-Length", String(body.length)],
        ...(encoding ? ["Content-Encoding", encoding] : []),
        ...(text ? [] : ["Accept-Ranges", "bytes"]),
      ]
      return { full, notModified }
    }
    return { body, etag, headers: headersFor(false), secureHeaders: headersFor(true) }
  }

  return {
    page: file.page,
    ranges: !text,
    variants: {
      identity: variant(bodies.identity),
      ...(bodies.br ? { br: variant(bodies.br, "br") } : {}),
      ...(bodies.gzip ? { gzip: variant(bodies.gzip, "gzip") } : {}),
    },
  }
}
