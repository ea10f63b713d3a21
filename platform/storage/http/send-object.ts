import { byteRange } from "#primitives/byte-range.ts"
import { factsOf, type StoredObject } from "../objects/rows.ts"
import { fileOf } from "../objects/version-files.ts"
import { noSuchKey, Refusal } from "../refusal.ts"
import type { Storage } from "../storage.ts"
import { safetyHeaders } from "./safety-headers.ts"

/**
 * Sends an object's bytes as they were stored: the whole object, one range, nothing for HEAD, or 304 if the browser has
 * a current copy.
 */
export async function sendObject(
  { files }: Pick<Storage, "files">,
  request: Request,
  found: StoredObject,
): Promise<Response> {
  const { size, mimeType, cacheControl, contentEncoding, etag, lastModified } = factsOf(found)
  const headers = new Headers({
    ...safetyHeaders({
      mimeType,
      name: found.name,
      download: new URL(request.url).searchParams.get("download"),
    }),
    "cache-control": cacheControl,
    ...(contentEncoding && { "content-encoding": contentEncoding }),
    etag,
    "last-modified": lastModified.toUTCString(),
    "accept-ranges": "bytes",
  })
  if (isUnchanged(request.headers, etag, lastModified)) return new Response(null, { status: 304, headers })
  const asked = request.headers.get("range")
  const isCurrent = [null, etag, lastModified.toUTCString()].includes(request.headers.get("if-range"))
  const range = asked !== null && isCurrent ? byteRange(asked, size) : undefined
  if (range === "unsatisfiable") throw new Refusal("InvalidRange", "invalid range provided")
  headers.set("content-length", String(range ? range.end - range.start + 1 : size))
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`)
  const status = range ? 206 : 200
  const key = fileOf(found.version ?? "")
  if (request.method === "HEAD") return new Response(null, { status, headers })
  const file = await files.get(key, range).catch((error: unknown) => {
    // Versions assigned by another server do not refer to files of this one.
    if (Object(error).code === "invalid_key") return null
    throw error
  })
  if (!file) throw noSuchKey()
  return new Response(file.body, { status, headers })
}

/** RFC 9110, section 13.2.2: the tag decides when there is one. */
function isUnchanged(headers: Headers, etag: string, lastModified: Date): boolean {
  const tags = headers.get("if-none-match")
  if (tags !== null)
    return tags === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
  const since = Date.parse(headers.get("if-modified-since") ?? "")
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}
