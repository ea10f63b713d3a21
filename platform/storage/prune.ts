import { renderingsArea } from "./images/kept.ts"
import { objectsArea } from "./objects/version-files.ts"
import { forgetVersions } from "./objects/versions.ts"
import type { Storage } from "./storage.ts"
import { removeParts } from "./uploads/parts.ts"

/** A file is stored shortly before its row is committed. The interval is never longer than this. */
const settledAfterMs = 6 * 3_600_000
const batch = 500

/**
 * Removes expired resumable uploads and the files that no row references, left behind by kills, failures and deletions
 * in SQL. Returns how many files were removed. Unfinished files are removed by the sweep of `Files` as a whole.
 */
export async function prune(storage: Storage): Promise<{ removed: number }> {
  const { db, files, now } = storage
  const expired = await db.sql<{ id: string }>`
    delete from storage.resumable_uploads where expires_at <= ${now()} returning id
  `
  for (const { id } of expired) await removeParts(storage, id)

  const before = new Date(now().getTime() - settledAfterMs)
  let removed = 0
  let versions: string[] = []
  const sweep = async () => {
    const unused = await db.sql<{ version: string }>`
      select v as version from unnest(${versions}::text[]) v
      where not exists (select from storage.objects o where o.version = v)
    `
    versions = []
    removed += await forgetVersions(
      storage,
      unused.map(({ version }) => version),
    )
  }
  for await (const { key, storedAt } of files.list(objectsArea)) {
    if (storedAt < before) versions.push(key.slice(-64))
    if (versions.length >= batch) await sweep()
  }
  await sweep()
  removed += await removeLostRenderings(storage, before)
  removed += await removeLostParts(storage, before)
  return { removed }
}

/** Cached renderings without a row. */
async function removeLostRenderings({ db, files }: Storage, before: Date): Promise<number> {
  let removed = 0
  for await (const { key, storedAt } of files.list(renderingsArea)) {
    if (storedAt >= before) continue
    const [, id = "", file = ""] = key.split("/")
    const found = await db.sql`select 1 from storage.renderings where id = ${id} and file = ${file}`
    if (found.length === 0 && (await files.remove(key))) removed++
  }
  return removed
}

/** Parts of uploads whose row no longer exists. */
async function removeLostParts({ db, files }: Storage, before: Date): Promise<number> {
  let removed = 0
  const known = new Map<string, boolean>()
  for await (const { key, storedAt } of files.list("uploads")) {
    const uuid = key.split("/")[1] ?? ""
    if (storedAt >= before) continue
    if (!known.has(uuid)) {
      const found = await db.sql`select 1 from storage.resumable_uploads where id::text = ${uuid}`
      known.set(uuid, found.length > 0)
    }
    if (!known.get(uuid) && (await files.remove(key))) removed++
  }
  return removed
}
