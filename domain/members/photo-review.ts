import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import { erasePhotosQueue, photoKey, show } from "./photo.ts"

interface WaitingPhoto {
  athleteId: number
  slug: string
  name: string
  version: string
  /** Anyone who has this address can view it. */
  key: string
  placedAt: Date
}

/** Of the row `p` of athlete_photos: new, and not hidden by a report, with which it is decided. */
export const isToReview = (sql: Sql) => sql`
  p.state = 'waiting' and not exists (
    select from private.moderation_decisions d
    where d.subject_kind = 'photo' and d.subject_id = p.version::text and d.action = 'hide' and d.undone_at is null
  )`

/** New photos that an operator has to review, oldest first; those that are hidden by a report are decided with it. */
export async function waitingPhotos(world: World): Promise<WaitingPhoto[]> {
  const rows = await world.db.sql<Omit<WaitingPhoto, "key">>`
    select a.id::float8 as "athleteId", a.slug, a.display_name as name, p.version, p.placed_at as "placedAt"
    from athlete_photos p join athletes a on a.id = p.athlete_id
    where ${isToReview(world.db.sql)}
    order by p.placed_at
  `
  return rows.map((row) => ({ ...row, key: photoKey(world, row.version) }))
}

/**
 * An operator's decision: the photo is shown to everyone who may see the name, or declined, which erases the images.
 * `version`: what the operator saw. Errors: `unknown_photo`, also when it was replaced meanwhile.
 */
export async function decidePhoto(
  world: World,
  { version, decision }: { version: string; decision: "show" | "decline" },
): Promise<{ ok: true } | { ok: false; code: "unknown_photo" }> {
  return world.db.transaction(async (db) => {
    const [row] = await db.sql<{ athlete_id: number }>`
      update athlete_photos
      set state = ${decision === "show" ? "shown" : "declined"}, decided_at = ${world.now()}
      where version = ${version} and state <> 'declined'
      returning athlete_id::float8 as athlete_id
    `
    if (!row) return { ok: false, code: "unknown_photo" }
    await show(db, row.athlete_id)
    if (decision === "decline")
      await world.jobs.add(db, erasePhotosQueue, { athleteId: row.athlete_id, version })
    return { ok: true }
  })
}

/** Hides a photo that others see until a moderator has decided about a report. */
export async function holdPhoto(db: Db, version: string): Promise<void> {
  const [row] = await db.sql<{ athlete_id: number }>`
    update athlete_photos set state = 'waiting' where version = ${version} and state = 'shown'
    returning athlete_id::float8 as athlete_id`
  if (row) await show(db, row.athlete_id)
}

/** Shows it again. Not one that its owner has replaced, or that was declined. */
export async function releasePhoto(db: Db, version: string, now: Date): Promise<void> {
  const [row] = await db.sql<{ athlete_id: number }>`
    update athlete_photos set state = 'shown', decided_at = ${now} where version = ${version} and state = 'waiting'
    returning athlete_id::float8 as athlete_id`
  if (row) await show(db, row.athlete_id)
}

/** Changes whether new photos wait for an operator's approval. */
export async function switchPhotoReview(world: World, state: "on" | "off"): Promise<void> {
  await world.db.sql`update private.settings set value = ${state} where name = 'photo_review'`
}
