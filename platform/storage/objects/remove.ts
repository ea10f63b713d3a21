import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { callerOf } from "../access/caller.ts"
import { asCaller } from "../access/transaction.ts"
import { readJson } from "../http/body.ts"
import { bucketOf, targetOf } from "../names.ts"
import { noSuchKey } from "../refusal.ts"
import type { Endpoint } from "../storage.ts"
import type { StoredObject } from "./rows.ts"
import { forgetSoon } from "./versions.ts"

const named = z.union([
  z.string(),
  z.object({ path: z.string(), versionId: z.string().nullish() }),
  z.object({ prefix: z.string() }),
  z.object({ name: z.string() }),
])
const shape = z.object({ prefixes: z.array(named).min(1).max(1000) })

/** `DELETE /object/{bucket}` {prefixes}: returns the deleted rows; missing or hidden objects are omitted. */
export const removeObjects: Endpoint = async (storage, c, rest) => {
  const caller = callerOf(c)
  const { prefixes } = await readJson(c.req.raw, shape)
  const names = prefixes.map(nameOf)
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
    remove(db, bucketId, [{ name }]),
  )
  if (removed.length === 0) throw noSuchKey()
  await forgetSoon(
    storage,
    removed.map(({ version }) => version),
  )
  return c.json({ message: "Successfully deleted" })
}

interface Named {
  name: string
  /** Deletes only if the object still has this version. */
  version?: string | null | undefined
}

function nameOf(given: z.output<typeof named>): Named {
  if (typeof given === "string") return { name: given }
  if ("path" in given) return { name: given.path, version: given.versionId }
  return { name: "name" in given ? given.name : given.prefix }
}

async function remove(db: Db, bucketId: string, named: readonly Named[]): Promise<StoredObject[]> {
  const names = named.map(({ name }) => name)
  const versions = named.map(({ version }) => version ?? null)
  return db.sql<StoredObject>`
    delete from storage.objects where bucket_id = ${bucketId} and name = any(${names}::text[]) and exists (
      select from unnest(${names}::text[], ${versions}::text[]) as given (wanted, at)
      where wanted = name and coalesce(at = version, at is null)
    )
    returning id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata
  `
}
