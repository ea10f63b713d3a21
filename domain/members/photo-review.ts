import type { World } from "#domain/world.ts"
import { erasePhotosQueue, photoKey, show } from "./photo.ts"

interface WaitingPhoto {
  athleteId: number
  slug: string
  name: string
  version: string
  /** Anyone who has this address can view it. */
  key: string
  reports: number
  /** Whether others see it meanwhile, because an operator has approved it before. */
  shown: boolean
  placedAt: Date
}

/** Photos that an operator has to review, reported ones first, then oldest first. */
export async function waitingPhotos(world: World): Promise<WaitingPhoto[]> {
  const rows = await world.db.sql<Omit<WaitingPhoto, "key">>`
    select a.id::float8 as "athleteId", a.slug, a.display_name as name, p.version, p.reports, p.state = 'shown' as shown,
      p.placed_at as "placedAt"
    from athlete_photos p join athletes a on a.id = p.athlete_id
    where p.state = 'waiting' or (p.state = 'shown' and p.reports > 0)
    order by p.reports = 0, p.placed_at
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
      set state = ${decision === "show" ? "shown" : "declined"}, reports = 0, decided_at = ${world.now()}
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

/**
 * Reports a photo to the operators. Until then nobody else sees it, unless an operator has approved it before:
 * otherwise one member could hide another for as long as they like. Returns whether it is still shown. Errors:
 * `unknown_photo`.
 */
export async function reportPhoto(
  world: World,
  version: string,
): Promise<{ ok: true; shown: boolean } | { ok: false; code: "unknown_photo" }> {
  return world.db.transaction(async (db) => {
    const [row] = await db.sql<{ athlete_id: number; shown: boolean }>`
      update athlete_photos
      set reports = reports + 1, state = case when decided_at is null then 'waiting' else state end
      where version = ${version} and state = 'shown'
      returning athlete_id::float8 as athlete_id, state = 'shown' as shown
    `
    if (!row) return { ok: false, code: "unknown_photo" }
    if (!row.shown) await show(db, row.athlete_id)
    return { ok: true, shown: row.shown }
  })
}

/** Whether new photos wait for an operator's approval. */
export async function switchPhotoReview(world: World, state: "on" | "off"): Promise<void> {
  await world.db.sql`update private.settings set value = ${state} where name = 'photo_review'`
}
