import { callerOf } from "../access/caller.ts"
import type { Endpoint } from "../storage.ts"
import { askedObject, findPublic, findVisible } from "./find.ts"
import { factsOf, type StoredObject } from "./rows.ts"

/** `GET /object/info/{bucket}/{key}` and `/object/info/authenticated/…`. */
export const objectInfo: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const found = await findVisible(storage.db, askedObject(c, rest), {
    caller,
    operation: "storage.object.info",
  })
  return c.json(infoOf(found))
}

/** `GET /object/info/public/{bucket}/{key}`. */
export const publicInfo: Endpoint = async (storage, c, rest) =>
  c.json(infoOf(await findPublic(storage.db, askedObject(c, rest))))

function infoOf(found: StoredObject) {
  const { size, mimeType, cacheControl, contentEncoding, etag, lastModified } = factsOf(found)
  return {
    id: found.id,
    name: found.name,
    version: found.version,
    bucket_id: found.bucket_id,
    size,
    content_type: mimeType,
    content_encoding: contentEncoding,
    cache_control: cacheControl,
    etag,
    metadata: found.user_metadata ?? {},
    last_modified: lastModified,
    created_at: found.created_at,
  }
}
