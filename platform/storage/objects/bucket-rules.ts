import type { Db } from "#ports/db.ts"
import { noSuchBucket, Refusal, tooLarge } from "../refusal.ts"

/** What a bucket allows, read with the rights of the server: policies decide about objects, not about its limits. */
export interface BucketRules {
  id: string
  public: boolean
  /** Bytes; null for the server's own limit. */
  sizeLimit: number | null
  mimeTypes: string[] | null
}

/** The statement is sent at once, before those that are made after it, so that it is asked with the rights of that moment. */
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

/** The limit in bytes for objects of this bucket. Throws EntityTooLarge when the size is known to pass it. */
export function checkSize({ sizeLimit }: BucketRules, largest: number, size: number | null): number {
  const limit = Math.min(sizeLimit ?? largest, largest)
  if (size !== null && size > limit) throw tooLarge()
  return limit
}

const mimeType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;.*)?$/

/** Throws InvalidMimeType unless it is a type that the bucket takes. */
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
