import { createHash } from "node:crypto"
import { networkOf } from "#primitives/network.ts"
import { callerOf } from "../access/caller.ts"
import { safetyHeaders } from "../http/safety-headers.ts"
import { targetOf } from "../names.ts"
import { askedObject, findPublic, findSigned, findVisible } from "../objects/find.ts"
import { factsOf, type StoredObject } from "../objects/rows.ts"
import { invalidParameter, Refusal } from "../refusal.ts"
import type { Endpoint, Storage, StorageContext } from "../storage.ts"
import { largestSource, sourceTooLarge } from "./renderings.ts"
import { readTransform, type Transform, transformShape, writeTransform } from "./transform.ts"

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

/** `GET /render/image/sign/…?token=`: as signed; other parameters of the URL are ignored. */
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
  { openRendering }: Pick<Storage, "openRendering">,
  c: StorageContext,
  found: StoredObject,
  transform: Transform,
): Promise<Response> {
  const { size: sourceSize, cacheControl, lastModified } = factsOf(found)
  const transformations = writeTransform(transform)
  const accept = transform.format ? "" : (c.req.header("accept") ?? "")
  const isWebp = /image\/webp/.test(accept)
  const version = found.version ?? ""
  const id = createHash("sha256").update(`${version} ${transformations} ${isWebp}`).digest("hex").slice(0, 40)
  const headers = {
    "cache-control": cacheControl,
    etag: `"${id}"`,
    "last-modified": lastModified.toUTCString(),
    "x-transformations": transformations,
    ...(transform.format ? {} : { vary: "accept" }),
  }
  if (c.req.header("if-none-match") === headers.etag) return new Response(null, { status: 304, headers })
  if (sourceSize > largestSource) throw sourceTooLarge()
  const { signal } = c.req.raw
  const { body, size, mimeType } = await openRendering({
    id,
    version,
    transform,
    accept,
    caller: shareOf(c),
    signal,
  })
  if (c.req.method === "HEAD") await body.cancel()
  const download = c.req.query("download") ?? null
  return new Response(c.req.method === "HEAD" ? null : body, {
    headers: {
      ...headers,
      ...safetyHeaders({ mimeType, name: found.name, download }),
      "content-length": String(size),
    },
  })
}

/**
 * The caller to whom a rendering is attributed in the queue: the server's own key, a member, or a network for callers
 * without an account.
 */
function shareOf(c: StorageContext): string {
  const caller = c.get("caller")
  if (caller?.role === "service_role") return "service"
  return caller?.userId ?? `network ${networkOf(c.get("clientAddress") ?? "")}`
}
