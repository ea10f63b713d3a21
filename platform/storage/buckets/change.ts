import { z } from "zod"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { bucketOf, checkBucketName } from "../names.ts"
import { ownerOf } from "../objects/upload.ts"
import { forgetSoon } from "../objects/versions.ts"
import { noSuchBucket, Refusal } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import { checkFeatures, parseSize, settingsShape } from "./settings.ts"

const createShape = settingsShape.extend({ id: z.string().nullish(), name: z.string() })

/** `POST /bucket`: returns {name}. */
export const createBucket: Endpoint = async (storage, c) => {
  const caller = callerOf(c)
  const body = await readJson(c.req.raw, createShape)
  const id = checkBucketName(body.id ?? body.name)
  const name = checkBucketName(body.name)
  if (storage.reservedNames.has(id))
    throw new Refusal("InvalidBucketName", "Bucket name invalid: it is a word of this service's addresses")
  checkFeatures(body)
  const size = parseSize(body.file_size_limit, storage.config.fileBytes)
  try {
    await asCaller(
      storage.db,
      { caller, operation: "storage.bucket.create" },
      (db) => db.sql`
        insert into storage.buckets (id, name, owner_id, public, file_size_limit, allowed_mime_types)
        values (${id}, ${name}, ${ownerOf(caller)}, ${body.public ?? false}, ${size}, ${body.allowed_mime_types ?? null})
      `,
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === "KeyAlreadyExists")
      throw new Refusal("BucketAlreadyExists", error.message)
    throw error
  }
  return c.json({ name: id })
}

/** `PUT /bucket/{id}`: changes the given fields; null removes a limit. */
export const updateBucket: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const body = await readJson(c.req.raw, settingsShape)
  const id = bucketOf(rest)
  checkFeatures(body)
  const size = parseSize(body.file_size_limit, storage.config.fileBytes)
  const types = body.allowed_mime_types ?? null
  const rows = await asCaller(
    storage.db,
    { caller, operation: "storage.bucket.update" },
    (db) => db.sql`
      update storage.buckets set
        public = coalesce(${body.public ?? null}::boolean, public),
        file_size_limit = case when ${body.file_size_limit !== undefined} then ${size}::bigint else file_size_limit end,
        allowed_mime_types =
          case when ${body.allowed_mime_types !== undefined} then ${types}::text[] else allowed_mime_types end,
        updated_at = now()
      where id = ${id} returning id
    `,
  )
  if (rows.length === 0) throw noSuchBucket()
  return c.json({ message: "Successfully updated" })
}

/** `POST /bucket/{id}/empty`: removes every object that the policies let the caller delete. */
export const emptyBucket: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const id = bucketOf(rest.replace(/\/empty$/, ""))
  const removed = await asCaller(storage.db, { caller, operation: "storage.bucket.empty" }, async (db) => {
    const bucket = await db.sql`select id from storage.buckets where id = ${id}`
    if (bucket.length === 0) throw noSuchBucket()
    return db.sql<{
      version: string | null
    }>`delete from storage.objects where bucket_id = ${id} returning version`
  })
  await forgetSoon(
    storage,
    removed.map(({ version }) => version),
  )
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." })
}

/** `DELETE /bucket/{id}`: deletes an empty bucket. */
export const deleteBucket: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const id = bucketOf(rest)
  const rows = await asCaller(storage.db, { caller, operation: "storage.bucket.delete" }, async (db) => {
    try {
      return await db.sql`delete from storage.buckets where id = ${id} returning id`
    } catch (error) {
      if (Object(error).code === "23503")
        throw new Refusal("ResourceNotEmpty", "The bucket you tried to delete is not empty")
      throw error
    }
  })
  if (rows.length === 0) throw noSuchBucket()
  return c.json({ message: "Successfully deleted" })
}
