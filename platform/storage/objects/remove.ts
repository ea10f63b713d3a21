import { z } from "zod"
import type { Db } from "#domain/world.ts"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { bucketOf, targetOf } from "../names.ts"
import { noSuchKey } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import type { StoredObject } from "./rows.ts"
import { forgetSoon } from "./versions.ts"

const named = z.union([z.string(), z.object({ prefix: z.string() }), z.object({ name: z.string() })])
const shape = z.object({ prefixes: z.array(named).min(1).max(1000) })

/** `DELETE /object/{bucket}` {prefixes}: answers the rows that went; what is missing or hidden is simply absent. */
export const removeObjects: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const { prefixes } = await readJson(c.req.raw, shape)
  const names = prefixes.map((one) => (typeof one === "string" ? one : "name" in one ? one.name : one.prefix))
  const bucketId = bucketOf(rest)
  const removed = await asCaller(storage.db, { caller, operation: "storage.object.delete_many" }, (db) =>
    remove(db, bucketId, names),
  )
  await forgetSoon(
    storage,
    removed.map(({ version }) => version),
  )
  return c.json(removed)
}

/** `DELETE /object/{bucket}/{key}`. */
export const removeObject: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const { bucketId, name } = targetOf(rest)
  const removed = await asCaller(storage.db, { caller, operation: "storage.object.delete" }, (db) =>
    remove(db, bucketId, [name]),
  )
  if (removed.length === 0) throw noSuchKey()
  await forgetSoon(
    storage,
    removed.map(({ version }) => version),
  )
  return c.json({ message: "Successfully deleted" })
}

async function remove(db: Db, bucketId: string, names: readonly string[]): Promise<StoredObject[]> {
  return db.sql<StoredObject>`
    delete from storage.objects where bucket_id = ${bucketId} and name = any(${names}::text[])
    returning id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata
  `
}
