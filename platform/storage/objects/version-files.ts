import type { Db } from "#ports/db.ts"

/** The area of every object's bytes: one file per content, shared by all objects with that content. */
export const objectsArea = "objects"

export function fileOf(version: string): string {
  return `${objectsArea}/${version}`
}

/**
 * Locks the version until the end of the transaction while an object with it is written, so that the file cannot be
 * removed before a row references it. The statement is sent immediately.
 */
export function holdVersion(db: Db, version: string): PromiseLike<void> {
  return db.sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`storage.version:${version}`}, 0))
  `.then(() => {})
}
