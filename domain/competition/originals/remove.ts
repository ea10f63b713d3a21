import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { areaOf, keyOf, originalsArea } from "./key.ts"

/** Erases the files of an athlete who is gone: `{ athleteId: 12 }`. */
export const eraseOriginalsQueue = "erase-originals"

/** A recording is kept before its activities are stored. The time between the two is never longer than this. */
const settledAfterMs = 6 * 3_600_000

/**
 * Rows and files of one athlete change together only in a transaction that holds this lock, so that nobody records a
 * file that somebody else is removing. False when there is no such athlete.
 */
export async function holdAthlete(db: Db, athleteId: number): Promise<boolean> {
  const found = await db.sql`select 1 from athletes where id = ${athleteId} for no key update`
  return found.length > 0
}

/**
 * Removes recordings of an athlete, given by the hashes of their contents, unless an activity uses them. Returns how
 * many were removed.
 */
export async function removeUnused(
  world: World,
  { athleteId, contentIds }: { athleteId: number; contentIds: readonly string[] },
): Promise<number> {
  const unused = await world.db.transaction(async (db) => {
    await holdAthlete(db, athleteId)
    return db.sql<{ sha256: string }>`
      delete from recording_files f
      where f.athlete_id = ${athleteId} and f.content_id = any(${contentIds}::text[]) and not exists (
        select from activities a
        where a.athlete_id = f.athlete_id and a.source = 'file' and split_part(a.external_id, '#', 1) = f.content_id
      )
      returning sha256
    `
  })
  for (const { sha256 } of unused) await removeOrphan(world, athleteId, sha256)
  return unused.length
}

/**
 * Removes orphans that kills, failures and deleted accounts have left behind: rows that no activity uses, files without
 * a row, and unfinished puts. Returns how many files were removed.
 */
export async function sweepOriginals(world: World): Promise<{ removed: number }> {
  const before = new Date(world.now().getTime() - settledAfterMs)
  const unused = await world.db.sql<{ athlete_id: number; content_ids: string[] }>`
    select f.athlete_id::float8 as athlete_id, array_agg(f.content_id) as content_ids
    from recording_files f
    where f.stored_at < ${before} and not exists (
      select from activities a
      where a.athlete_id = f.athlete_id and a.source = 'file' and split_part(a.external_id, '#', 1) = f.content_id
    )
    group by f.athlete_id
  `
  let removed = 0
  for (const { athlete_id: athleteId, content_ids: contentIds } of unused)
    removed += await removeUnused(world, { athleteId, contentIds })
  for await (const { key, storedAt } of world.files.list(originalsArea)) {
    const ours = /^recordings\/(?<athlete>\d{1,15})\/(?<sha256>[0-9a-f]{64})$/.exec(key)
    if (!ours || storedAt >= before) continue
    const { athlete, sha256 } = ours.groups as { athlete: string; sha256: string }
    if (await removeOrphan(world, Number(athlete), sha256)) removed++
  }
  await world.files.removeUnfinished(before)
  return { removed }
}

/** Removes every file of an athlete whose account was deleted. */
export async function eraseOriginals(world: World, athleteId: number): Promise<void> {
  const [still] = await world.db.sql`select from athletes where id = ${athleteId}`
  if (still) return
  for await (const { key } of world.files.list(areaOf(athleteId))) await world.files.remove(key)
}

/** Checked without the lock first, because nearly every file has a row. */
async function removeOrphan(world: World, athleteId: number, sha256: string): Promise<boolean> {
  if (await isNoted(world.db, athleteId, sha256)) return false
  return world.db.transaction(async (db) => {
    await holdAthlete(db, athleteId)
    return !(await isNoted(db, athleteId, sha256)) && world.files.remove(keyOf(athleteId, sha256))
  })
}

async function isNoted(db: Db, athleteId: number, sha256: string): Promise<boolean> {
  const found = await db.sql`
    select 1 from recording_files where athlete_id = ${athleteId} and sha256 = ${sha256} limit 1
  `
  return found.length > 0
}
