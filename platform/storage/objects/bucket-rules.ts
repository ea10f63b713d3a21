import type { Db } from "#ports/db.ts"
import { noSuchBucket, Refusal, tooLarge } from "../refusal.ts"

/**
 * The restrictions of a bucket, read with the server's privileges, because policies apply to objects and not to a
 * bucket's limits.
 */
export interface BucketRules {
  id: string
  public: boolean
  /** Bytes; null for the server's own limit. */
  sizeLimit: number | null
  mimeTypes: string[] | null
}

/** The statement is sent immediately, before any later one, so that it runs with the current privileges. */
export function findRules(db: Db, bucketId: string): PromiseLike<BucketRules> {
  return db.sql<BucketRules>`
    select id, coalesce(public, false) as public, file_size_limit::float8 as "sizeLimit",
      allowed_mime_types as "mimeTypes"
    from storage.buckets where id = ${bucketId}
  `.then(([bucket]) => {
    if (!bucket) throw noSuchBucket()
    return bucket
  })
}

/** The limit in bytes for objects of this bucket. Throws EntityTooLarge if the size is known to exceed it. */
export function checkSize({ sizeLimit }: BucketRules, largest: number, size: number | null): number {
  const limit = Math.min(sizeLimit ?? largest, largest)
  if (size !== null && size > limit) throw tooLarge()
  return limit
}

const mimeType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;.*)?$/

/** Throws InvalidMimeType unless the bucket accepts the type. */
export function checkMimeType({ mimeTypes }: Pick<BucketRules, "mimeTypes">, given: string): void {
  const type = given.split(";")[0]?.trim().toLowerCase() ?? ""
  const isTaken =
    mimeTypes === null ||
    mimeTypes.some((allowed) => {
      const wanted = allowed.toLowerCase()
      return (
        wanted === "*/*" || wanted === type || (wanted.endsWith("/*") && type.startsWith(wanted.slice(0, -1)))
      )
    })
  if (!isTaken || !mimeType.test(given) || /[^\t\x20-\x7e]/.test(given))
    throw new Refusal("InvalidMimeType", `mime type ${given.slice(0, 100)} is not supported`)
}
