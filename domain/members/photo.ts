import { randomUUID } from "node:crypto"
import { photoSides } from "#content/photos.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import { equal } from "#primitives/secrets.ts"
import { athleteIdOf } from "./viewer.ts"

/** Erases images: `{ athleteId: 12, version: "..." }`, or all of an athlete without `version`. */
export const erasePhotosQueue = "erase-photos"

/**
 * Images are stored before the row that names them; images orphaned by a kill in between are deleted after this time.
 */
const settledAfterMs = 3_600_000

type PhotoState = "waiting" | "shown" | "declined"

/** A member's photo as its owner sees it. */
export interface OwnPhoto {
  version: string
  state: PhotoState
  /** An address that shows it to its owner, whatever its state. */
  key: string
}

/** The secret part of an address that shows a photo hidden from others. */
export function photoKey(world: Pick<World, "sign">, version: string): string {
  return world.sign("photo", version).slice(0, 32)
}

/**
 * Replaces the member's photo. It waits for an operator's approval while the setting `photo_review` is on. Errors:
 * `not_joined`, `no_image`.
 */
export async function placePhoto(
  world: World,
  userId: string,
  bytes: Uint8Array,
): Promise<{ ok: true; state: PhotoState } | { ok: false; code: "not_joined" | "no_image" }> {
  const athleteId = await athleteIdOf(world.db, userId)
  if (athleteId === null) return { ok: false, code: "not_joined" }
  const portraits = await world.pictures.portraits(bytes, photoSides)
  if (!portraits) return { ok: false, code: "no_image" }
  const version = randomUUID()
  await world.jobs.add(
    world.db,
    erasePhotosQueue,
    { athleteId, version },
    { startAfter: new Date(world.now().getTime() + settledAfterMs) },
  )
  for (const { side, format, bytes: image } of portraits)
    await world.photos.put(`${athleteId}/${version}/${side}.${format}`, image, `image/${format}`)
  const state = await world.db.transaction(async (db) => {
    const first: PhotoState = (await reviewsPhotos(db)) ? "waiting" : "shown"
    await forget(world, db, athleteId)
    await db.sql`
      insert into athlete_photos (athlete_id, version, state, placed_at)
      values (${athleteId}, ${version}, ${first}, ${world.now()})
    `
    await show(db, athleteId)
    return first
  })
  return { ok: true, state }
}

/** Removes the member's photo; succeeds if there is none. Errors: `not_joined`. */
export async function removePhoto(
  world: World,
  userId: string,
): Promise<{ ok: true } | { ok: false; code: "not_joined" }> {
  const athleteId = await athleteIdOf(world.db, userId)
  if (athleteId === null) return { ok: false, code: "not_joined" }
  await world.db.transaction(async (db) => {
    await forget(world, db, athleteId)
    await show(db, athleteId)
  })
  return { ok: true }
}

/** The member's own photo, even if others do not see it; null without one. */
export async function ownPhoto(world: World, userId: string): Promise<OwnPhoto | null> {
  const [row] = await world.db.sql<{ version: string; state: PhotoState }>`
    select p.version, p.state from athlete_photos p join athletes a on a.id = p.athlete_id where a.user_id = ${userId}
  `
  return row ? { ...row, key: photoKey(world, row.version) } : null
}

/**
 * One image, for anyone who knows its version, which is revealed only to those who may see the athlete's name. Null
 * when others may not see it and `key` is not the one given to its owner and to operators.
 */
export async function readPhoto(
  world: World,
  { version, file, key }: { version: string; file: string; key: string | null },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string; isShown: boolean } | null> {
  const [row] = await world.db.sql<{ athlete_id: number; shown: boolean }>`
    select p.athlete_id::float8 as athlete_id, p.state = 'shown' and a.visibility <> 'hidden' as shown
    from athlete_photos p join athletes a on a.id = p.athlete_id
    where p.version = ${version} and p.state <> 'declined'
  `
  if (!row || !(row.shown || (key !== null && equal(key, photoKey(world, version))))) return null
  const found = await world.photos.get(`${row.athlete_id}/${version}/${file}`)
  return found && { ...found, isShown: row.shown }
}

/** The data stored about the photo, for "export my data"; null without one. */
export async function exportPhoto(db: Db, person: Account): Promise<unknown> {
  const [row] = await db.sql`
    select p.state, p.placed_at, p.decided_at from athlete_photos p join athletes a on a.id = p.athlete_id
    where a.user_id = ${person.id}
  `
  return row ?? null
}

/** Queues the erasure of the images, which happens when, and only when, the account goes. */
export async function erasePhotosOf(world: World, db: Db, person: Account): Promise<void> {
  const athleteId = await athleteIdOf(db, person.id)
  if (athleteId !== null) await world.jobs.add(db, erasePhotosQueue, { athleteId })
}

/**
 * The job of `erasePhotosQueue`. Images named by a row stay, because the job is also queued before the images are
 * stored.
 */
export async function erasePhotos(
  world: World,
  { athleteId, version }: { athleteId: number; version?: string | undefined },
): Promise<void> {
  if (version) {
    const [named] = await world.db.sql`
      select from athlete_photos where version = ${version} and state <> 'declined'
    `
    if (named) return
  }
  await world.photos.removeFolder(version ? `${athleteId}/${version}` : String(athleteId))
}

/** Copies the version that others see into the athlete's row, where all pages read it. */
export async function show(db: Db, athleteId: number): Promise<void> {
  await db.sql`
    update athletes a
    set photo = (select p.version from athlete_photos p where p.athlete_id = a.id and p.state = 'shown')
    where a.id = ${athleteId}
  `
}

/** Whether new photos wait for an operator's approval. */
export async function reviewsPhotos(db: Db): Promise<boolean> {
  const [row] = await db.sql<{ value: string }>`
    select value from private.settings where name = 'photo_review'
  `
  return row?.value !== "off"
}

async function forget(world: World, db: Db, athleteId: number): Promise<void> {
  // Serializes concurrent changes of one member.
  await db.sql`select 1 from athletes where id = ${athleteId} for no key update`
  const [row] = await db.sql<{ version: string }>`
    delete from athlete_photos where athlete_id = ${athleteId} returning version
  `
  if (row) await world.jobs.add(db, erasePhotosQueue, { athleteId, version: row.version })
}
