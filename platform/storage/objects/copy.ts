import { randomUUID } from "node:crypto"
import { z } from "zod"
import { callerOf } from "../access/caller.ts"
import { transact } from "../access/transaction.ts"
import { parseMetadata, readJson } from "../http/body.ts"
import { safeCacheControl, safeEncoding } from "../http/upload-body.ts"
import { checkKey } from "../names.ts"
import { noSuchKey } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import { checkMimeType } from "./bucket-rules.ts"
import { findVisible } from "./find.ts"
import { checkFits } from "./fits.ts"
import { ownerOf } from "./upload.ts"
import { holdVersion } from "./version-files.ts"
import { forgetSoon } from "./versions.ts"
import { writeObject } from "./write-object.ts"

const shape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().nullish(),
  /** Only with `copyMetadata: false`; absent fields are copied. An empty encoding means none. */
  metadata: z
    .object({
      cacheControl: z.string().nullish(),
      contentEncoding: z.string().nullish(),
      mimetype: z.string().nullish(),
    })
    .nullish(),
  sourceVersionId: z.string().nullish(),
})

/** `POST /object/copy`: creates another row for the same bytes. */
export const copyObject: Endpoint = async (storage, c) => {
  const caller = callerOf(c)
  const body = await readJson(c.req.raw, shape)
  const name = checkKey(body.destinationKey)
  const bucketId = body.destinationBucket ?? body.bucketId
  const operation = "storage.object.copy"
  const from = { bucketId: body.bucketId, name: body.sourceKey, version: body.sourceVersionId }
  const source = await findVisible(storage.db, from, { caller, operation })
  const version = source.version ?? ""
  const given = parseMetadata(decoded(c.req.header("x-metadata")))
  const { cacheControl, contentEncoding, mimetype } = (body.copyMetadata === false && body.metadata) || {}
  const metadata = {
    ...source.metadata,
    ...(cacheControl && { cacheControl: safeCacheControl(cacheControl) }),
    ...(typeof contentEncoding === "string" && { contentEncoding: safeEncoding(contentEncoding) }),
    ...(mimetype && { mimetype }),
    lastModified: storage.now().toISOString(),
  }
  if (mimetype) checkMimeType({ mimeTypes: null }, mimetype)
  await checkFits(storage, bucketId, metadata)
  const row = {
    id: randomUUID(),
    bucketId,
    name,
    ownerId: ownerOf(caller),
    version,
    metadata,
    userMetadata: body.copyMetadata === false ? given : (source.user_metadata ?? undefined),
  }
  const mode = c.req.header("x-upsert") === "true" ? "upsert" : "insert"
  const { id, before } = await transact(storage.db, async (db) => {
    await holdVersion(db, version)
    const still = await db.sql`select 1 from storage.objects where id = ${source.id} and version = ${version}`
    if (still.length === 0) throw noSuchKey()
    return writeObject(db, row, { caller, operation, mode })
  })
  if (before !== null && before !== version) await forgetSoon(storage, [before])
  const answer = { id, name, bucket_id: bucketId, owner_id: row.ownerId, version, metadata: row.metadata }
  return c.json({ Id: id, Key: `${bucketId}/${name}`, ...answer })
}

function decoded(header: string | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(header, "base64").toString("utf8")
}
