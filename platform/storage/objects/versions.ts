import type { Db } from "#domain/world.ts"
import type { Storage } from "../storage.ts"

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

/** Removes the files of these versions that no object uses any more. Answers how many. Call it after the commit. */
export async function forgetVersions(
  { db, files }: Pick<Storage, "db" | "files">,
  versions: readonly (string | null)[],
): Promise<number> {
  let removed = 0
  for (const version of new Set(versions)) {
    // Rows that came with a dump from elsewhere have versions that are not ours.
    if (version === null || !/^[0-9a-f]{64}$/.test(version)) continue
    const isGone = await db.transaction(async (inner) => {
      await inner.sql`select pg_advisory_xact_lock(hashtextextended(${`storage.version:${version}`}, 0))`
      const used = await inner.sql`select 1 from storage.objects where version = ${version} limit 1`
      return used.length === 0 && files.remove(fileOf(version))
    })
    if (isGone) removed++
  }
  return removed
}

/** The same, where a failure is no reason to refuse: the sweep removes the rest. */
export async function forgetSoon(storage: Storage, versions: readonly (string | null)[]): Promise<void> {
  try {
    await forgetVersions(storage, versions)
  } catch (error) {
    storage.log.warn(
      { error: error instanceof Error ? error.message : "unknown" },
      "Files of removed objects are left for the sweep",
    )
  }
}
