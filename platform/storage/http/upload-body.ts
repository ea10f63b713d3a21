import type { Readable } from "node:stream"
import { announcedLength } from "#primitives/body-limit.ts"
import { Refusal, tooLarge } from "../refusal.ts"
import type { StorageContext } from "../storage.ts"
import { parseMetadata } from "./body.ts"
import { bodyOf } from "./body-stream.ts"
import { readMultipart } from "./multipart.ts"

/** The data that a client sends with the bytes of an object. */
export interface UploadBody {
  /** As sent, including parameters: "text/plain;charset=UTF-8". */
  mimeType: string
  /** "max-age=3600", or "no-cache" if the client sent none. */
  cacheControl: string
  /** "gzip" if the sender has encoded the bytes; they are stored and served unchanged. Null for plain bytes. */
  contentEncoding: string | null
  metadata: Record<string, unknown> | undefined
  /** Fails if there are more than the limit, or if the sender disconnects. */
  bytes: AsyncIterable<Uint8Array>
}

/** Multipart forms add their fields and boundaries to the bytes of the file. */
const formOverhead = 1024 * 1024 + 64 * 1024

/**
 * Reads an upload as the official client sends it: a form, or the bytes alone with their metadata in headers.
 * `limitFor` is called when the type is known, before the bytes are read; it returns the limit in bytes or throws a
 * refusal.
 */
export async function readUpload(
  c: StorageContext,
  largest: number,
  limitFor: (mimeType: string, announced: number | null) => Promise<number>,
): Promise<UploadBody> {
  const request = c.req.raw
  const announced = announcedLength(request)
  const contentType = request.headers.get("content-type") ?? ""
  if (/^multipart\/form-data/i.test(contentType)) {
    if (announced !== null && announced > largest + formOverhead) throw tooLarge()
    const form = await readMultipart(c, largest)
    const limit = await limitFor(form.mimeType, null)
    return {
      mimeType: form.mimeType,
      cacheControl: maxAge(form.fields.get("cacheControl")),
      contentEncoding: safeEncoding(form.fields.get("contentEncoding")),
      metadata: parseMetadata(form.fields.get("metadata")),
      bytes: within(form.bytes, limit),
    }
  }
  const mimeType = contentType || "application/octet-stream"
  const limit = await limitFor(mimeType, announced)
  const given = request.headers.get("x-metadata")
  return {
    mimeType,
    cacheControl: safeCacheControl(request.headers.get("cache-control")),
    contentEncoding: safeEncoding(request.headers.get("content-encoding")),
    metadata: given === null ? undefined : parseMetadata(Buffer.from(given, "base64").toString("utf8")),
    bytes: within(bytesOf(bodyOf(c)), limit),
  }
}

/** The form's number of seconds, or a whole directive. */
function maxAge(given: string | undefined): string {
  return given !== undefined && /^\d+$/.test(given) ? `max-age=${given}` : safeCacheControl(given)
}

/** It becomes a header of every download, so it may contain only directives. */
export function safeCacheControl(given: string | null | undefined): string {
  const text = (given ?? "").trim()
  return /^[\w=, -]{1,100}$/.test(text) ? text : "no-cache"
}

/**
 * Names of encodings (RFC 9110, section 8.4); it becomes a header of every download. Null for none, and for invalid
 * names.
 */
export function safeEncoding(given: string | null | undefined): string | null {
  const text = (given ?? "").trim()
  return /^[\w-]{1,20}( ?, ?[\w-]{1,20}){0,3}$/.test(text) && text !== "identity" ? text : null
}

async function* bytesOf(body: Readable | null): AsyncGenerator<Uint8Array> {
  try {
    // A sender that exceeds the limit gets a response: the connection stays open.
    if (body) yield* body.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("InvalidRequest", "The body ended early")
  }
}

async function* within(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.byteLength
    if (seen > limit) throw tooLarge()
    yield chunk
  }
}
