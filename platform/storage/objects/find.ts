import type { Db } from "#ports/db.ts"
import type { Caller } from "../../gateway/contract.ts"
import { asCaller, transact } from "../access/transaction.ts"
import { targetOf } from "../names.ts"
import { noSuchBucket, noSuchKey } from "../refusal.ts"
import type { StorageContext } from "../storage.ts"
import type { StoredObject } from "./rows.ts"

interface Target {
  bucketId: string
  name: string
  /** Only if the object has this version. */
  version?: string | null | undefined
}

/** An object in a URL, optionally with a version. */
export function askedObject(c: StorageContext, rest: string): Target {
  return { ...targetOf(rest), version: c.req.query("versionId") }
}

/** An object that the policies let the caller see. Throws NoSuchKey for any other. */
export async function findVisible(
  db: Db,
  target: Target,
  { caller, operation }: { caller: Caller; operation: string },
): Promise<StoredObject> {
  const [found] = await asCaller(db, { caller, operation }, (inner) => select(inner, target))
  if (!found) throw noSuchKey()
  return found
}

/** Finds an object in a public bucket, which anyone may read. */
export async function findPublic(db: Db, target: Target): Promise<StoredObject> {
  return transact(db, async (inner) => {
    const bucket = inner.sql`select 1 from storage.buckets where id = ${target.bucketId} and public`
    const objects = select(inner, target)
    if ((await bucket).length === 0) throw noSuchBucket()
    const [found] = await objects
    if (!found) throw noSuchKey()
    return found
  })
}

/** An object with a signed URL. */
export async function findSigned(db: Db, target: Target): Promise<StoredObject> {
  const [found] = await transact(db, (inner) => select(inner, target))
  if (!found) throw noSuchKey()
  return found
}

async function select(db: Db, { bucketId, name, version = null }: Target): Promise<StoredObject[]> {
  return db.sql<StoredObject>`
    select id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata
    from storage.objects where bucket_id = ${bucketId} and name = ${name}
      and (${version}::text is null or version = ${version})
  `
}
