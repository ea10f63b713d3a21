import type { World } from "#domain/world.ts"
import { keyOf } from "./key.ts"

/** The bytes of a recording as they were sent. */
interface FetchedOriginal {
  /** The file's own name, without the archive and folders it came in. */
  name: string
  size: number
  body: ReadableStream<Uint8Array>
}

/** Columns of `recording_files`. */
interface Kept {
  name: string
  sha256: string
}

type FetchOriginal =
  | { ok: true; original: FetchedOriginal }
  /** `not_kept`: the activity has no file. `unavailable`: it has one, but the storage does not hold it. */
  | { ok: false; code: "unknown_activity" | "not_kept" | "unavailable" }

/** The original file of a member's own activity. For another member's activity, returns `unknown_activity`. */
export function fetchOwnOriginal(world: World, userId: string, activityId: number): Promise<FetchOriginal> {
  return fetchOriginal(world, activityId, userId)
}

/** The original file of any activity, for an operator; with `userId`, of that account's activities only. */
export async function fetchOriginal(
  world: World,
  activityId: number,
  userId: string | null = null,
): Promise<FetchOriginal> {
  const [found] = await world.db.sql<{ athlete_id: number } & (Kept | { name: null; sha256: null })>`
    select x.athlete_id::float8 as athlete_id, f.name, f.sha256
    from activities x
    join athletes a on a.id = x.athlete_id
    left join recording_files f on x.source = 'file' and f.athlete_id = x.athlete_id
      and f.content_id = split_part(x.external_id, '#', 1)
    where x.id = ${activityId} and (${userId}::uuid is null or a.user_id = ${userId}::uuid)
  `
  if (!found) return { ok: false, code: "unknown_activity" }
  if (found.sha256 === null) return { ok: false, code: "not_kept" }
  const opened = await world.files.get(keyOf(found.athlete_id, found.sha256))
  if (!opened) return { ok: false, code: "unavailable" }
  return { ok: true, original: { name: found.name.split("/").at(-1) || "recording", ...opened } }
}
