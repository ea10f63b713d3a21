import { z } from "zod"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { checkKey } from "../names.ts"
import { noSuchKey } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import { checkFits } from "./fits.ts"

const shape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
})

/** `POST /object/move`: renames the row; the bytes are not moved. */
export const moveObject: Endpoint = async (storage, c) => {
  const caller = callerOf(c)
  const body = await readJson(c.req.raw, shape)
  const to = checkKey(body.destinationKey)
  const version = body.sourceVersionId ?? null
  const bucket = body.destinationBucket ?? body.bucketId
  const moved = await asCaller(storage.db, { caller, operation: "storage.object.move" }, async (db) => {
    const [row] = await db.sql<{ id: string; metadata: { size?: number; mimetype?: string } | null }>`
      update storage.objects set bucket_id = ${bucket}, name = ${to}, updated_at = now()
      where bucket_id = ${body.bucketId} and name = ${body.sourceKey}
        and (${version}::text is null or version = ${version})
      returning id, metadata
    `
    if (!row) throw noSuchKey()
    if (bucket !== body.bucketId) await checkFits(storage, bucket, row.metadata)
    return row
  })
  return c.json({ message: "Successfully moved", Id: moved.id, Key: `${bucket}/${to}` })
}
