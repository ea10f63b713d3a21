import { createHash } from "node:crypto"
import { callerOf } from "../access/caller.ts"
import { safetyHeaders } from "../http/safety-headers.ts"
import { targetOf } from "../names.ts"
import { askedObject, findPublic, findSigned, findVisible } from "../objects/find.ts"
import { factsOf, type StoredObject } from "../objects/rows.ts"
import { fileOf } from "../objects/versions.ts"
import { invalidParameter, noSuchKey, Refusal } from "../refusal.ts"
import type { Endpoint, Storage, StorageContext } from "../storage.ts"
import { readTransform, type Transform, transformShape, writeTransform } from "./transform.ts"

/** Largest file from which an image is made; it is read into memory. */
const largestSource = 25 * 1024 * 1024

/** `GET /render/image/authenticated/{bucket}/{key}?width&height&resize&quality&format`. */
export const renderAuthenticated: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const found = await findVisible(storage.db, askedObject(c, rest), {
    caller,
    operation: "storage.render.image",
  })
  return send(storage, c, found, queried(c))
}

/** `GET /render/image/public/…`. */
export const renderPublic: Endpoint = async (storage, c, rest) =>
  send(storage, c, await findPublic(storage.db, askedObject(c, rest)), queried(c))

/** `GET /render/image/sign/…?token=`: what was signed, whatever else the address says. */
export const renderSigned: Endpoint = async (storage, c, rest) => {
  const target = targetOf(rest)
  const token = await storage.tokens.readDownload(c.req.query("token"), `${target.bucketId}/${target.name}`)
  if (token.transformations === undefined)
    throw new Refusal("InvalidSignature", "The address is for the object, not for an image made from it")
  return send(
    storage,
    c,
    await findSigned(storage.db, { ...target, version: token.version }),
    readTransform(token.transformations),
  )
}

function queried(c: StorageContext): Transform {
  const result = transformShape.safeParse(c.req.query())
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidParameter(`${issue?.path.join(".")}: ${issue?.message}`)
}

async function send(
  { files, renderer }: Pick<Storage, "files" | "renderer">,
  c: StorageContext,
  found: StoredObject,
  transform: Transform,
): Promise<Response> {
  const { size, cacheControl, lastModified } = factsOf(found)
  const transformations = writeTransform(transform)
  const accept = transform.format ? "" : (c.req.header("accept") ?? "")
  const isWebp = /image\/webp/.test(accept)
  const tag = createHash("sha256").update(`${found.version} ${transformations} ${isWebp}`).digest("base64url")
  const headers = {
    "cache-control": cacheControl,
    etag: `"${tag}"`,
    "last-modified": lastModified.toUTCString(),
    "x-transformations": transformations,
    ...(transform.format ? {} : { vary: "accept" }),
  }
  if (c.req.header("if-none-match") === headers.etag) return new Response(null, { status: 304, headers })
  if (size > largestSource)
    throw new Refusal("InvalidRequest", "The file is too large to make an image from it")
  const file = /^[0-9a-f]{64}$/.test(found.version ?? "")
    ? await files.get(fileOf(found.version ?? ""))
    : null
  if (!file) throw noSuchKey()
  const source = new Uint8Array(await new Response(file.body).arrayBuffer())
  const { bytes, mimeType } = await renderer.render(source, transform, accept)
  const download = c.req.query("download") ?? null
  return new Response(c.req.method === "HEAD" ? null : bytes, {
    headers: {
      ...headers,
      ...safetyHeaders({ mimeType, name: found.name, download }),
      "content-type": mimeType,
      "content-length": String(bytes.byteLength),
    },
  })
}
