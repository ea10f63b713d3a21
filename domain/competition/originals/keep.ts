import { importLimits } from "#content/import-limits.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Original } from "#ports/recorded.ts"
import { cleanText } from "#primitives/plain.ts"
import { areaOf, keyOf } from "./key.ts"
import { holdAthlete } from "./remove.ts"

/** A name in an archive can have any length. */
const longestName = 500

interface Arrived {
  athleteId: number
  /** The name within the import: "export.zip/activities/12.fit.gz". */
  name: string
  original: Original
}

/**
 * Keeps the bytes of a recording as they were sent, before its activities are stored, so that no activity is without
 * them after a kill. The same recording sent again, packed or not, is kept once per athlete. Returns `full` when the
 * athlete has used up their storage, and `gone` when there is no such athlete.
 */
export async function keepOriginal(world: World, arrived: Arrived): Promise<"kept" | "full" | "gone"> {
  const { athleteId, original } = arrived
  if (await isKept(world, athleteId, original.contentId)) return "kept"
  if (!(await hasRoom(world, athleteId, 0))) return "full"
  while (true) {
    const { key, size } = await world.files.put(areaOf(athleteId), original.bytes())
    const noted = await note(world, arrived, { key, size })
    if (noted === "vanished") continue
    if (noted !== "kept") await world.files.remove(key)
    return noted
  }
}

/** The bytes of original files that a member's account uses. */
export async function keptBytes(db: Db, userId: string): Promise<number> {
  const [kept] = (await db.sql`
    select coalesce(sum(f.size), 0)::float8 as size
    from recording_files f join athletes a on a.id = f.athlete_id
    where a.user_id = ${userId}
  `) as [{ size: number }]
  return kept.size
}

/** Renews the age of a known file, so that it is not mistaken for an orphan. */
async function isKept(world: World, athleteId: number, contentId: string): Promise<boolean> {
  const [known] = await world.db.sql<{ sha256: string }>`
    update recording_files set stored_at = ${world.now()}
    where athlete_id = ${athleteId} and content_id = ${contentId}
    returning sha256
  `
  // If a database was restored without its files, they return when they are sent again.
  return known !== undefined && (await world.files.stat(keyOf(athleteId, known.sha256))) !== null
}

/** `vanished`: somebody removed the file between its put and now. */
function note(
  world: World,
  { athleteId, name, original }: Arrived,
  { key, size }: { key: string; size: number },
): Promise<"kept" | "full" | "gone" | "vanished"> {
  return world.db.transaction(async (db) => {
    if (!(await holdAthlete(db, athleteId))) return "gone"
    if (!(await world.files.stat(key))) return "vanished"
    if (!(await hasRoom({ db }, athleteId, size))) return "full"
    await db.sql`
      insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
      values (
        ${athleteId}, ${original.contentId}, ${key.slice(-64)}, ${cleanText(name, longestName)}, ${size}, ${world.now()}
      )
      on conflict (athlete_id, content_id) do update set
        sha256 = excluded.sha256, name = excluded.name, size = excluded.size, stored_at = excluded.stored_at
    `
    return "kept"
  })
}

async function hasRoom({ db }: Pick<World, "db">, athleteId: number, more: number): Promise<boolean> {
  const [kept] = (await db.sql`
    select coalesce(sum(size), 0)::float8 as size from recording_files where athlete_id = ${athleteId}
  `) as [{ size: number }]
  return kept.size + more <= importLimits.keptBytesPerAthlete
}
