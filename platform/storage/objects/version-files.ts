import type { Db } from "#ports/db.ts"

/** The area of every object's bytes: one file per content, however many objects have it. */
export const objectsArea = "objects"

export function fileOf(version: string): string {
  return `${objectsArea}/${version}`
}

/**
 * Held while an object of this version is written, until the end of the transaction, so that nobody removes the file between the
 * moment it is kept and the moment a row names it. The statement is sent at once.
 */
export function holdVersion(db: Db, version: string): PromiseLike<void> {
  return db.sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`storage.version:${version}`}, 0))
  `.then(() => {})
}
