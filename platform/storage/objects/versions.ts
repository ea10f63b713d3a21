import { forgetRenderings } from "../images/kept.ts"
import type { Storage } from "../storage.ts"
import { fileOf } from "./version-files.ts"

/** Removes the files of those versions that no object uses anymore. Returns how many. Call it after the commit. */
export async function forgetVersions(
  { db, files }: Pick<Storage, "db" | "files">,
  versions: readonly (string | null)[],
): Promise<number> {
  let removed = 0
  for (const version of new Set(versions)) {
    // Rows restored from another server's dump have versions that do not refer to files of this one.
    if (version === null || !/^[0-9a-f]{64}$/.test(version)) continue
    const isGone = await db.transaction(async (inner) => {
      await inner.sql`select pg_advisory_xact_lock(hashtextextended(${`storage.version:${version}`}, 0))`
      const used = await inner.sql`select 1 from storage.objects where version = ${version} limit 1`
      if (used.length > 0) return false
      await forgetRenderings({ db: inner, files }, version)
      return files.remove(fileOf(version))
    })
    if (isGone) removed++
  }
  return removed
}

/** The same, ignoring failures: the sweep removes the rest. */
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
