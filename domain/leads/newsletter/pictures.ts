import { randomUUID } from "node:crypto"
import { newsletterPictureAddress, pictureWidth } from "#content/newsletter-pictures.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Removes the bytes of a picture unless a row names it: `{ version }`. */
export const erasePictureQueue = "erase-newsletter-picture"

/**
 * The bytes are stored before the row that names them; bytes orphaned by a kill in between are deleted after this time.
 */
const settledAfterMs = 3_600_000

/** A picture that no issue and no article shows is removed after this time. */
const unusedDays = 90

/** Bytes that are stored but belong to no picture until `keepPicture`. */
interface StoredPicture {
  version: string
  width: number
  height: number
  format: "jpg" | "png"
}

/**
 * Stores the bytes of a picture for mails or pages: upright, without metadata, at most `width` pixels wide. Errors:
 * `no_picture`: the bytes are no photo or drawing that can be read.
 */
export async function storePicture(
  world: World,
  given: Uint8Array,
  width: number = pictureWidth,
): Promise<{ ok: true; picture: StoredPicture } | { ok: false; code: "no_picture" }> {
  const made = await world.pictures.fitted(given, width)
  if (!made) return { ok: false, code: "no_picture" }
  const { bytes, ...size } = made
  const picture = { version: randomUUID(), ...size }
  const startAfter = new Date(world.now().getTime() + settledAfterMs)
  await world.jobs.add(world.db, erasePictureQueue, { version: picture.version }, { startAfter })
  await world.newsletterPictures.put(nameOf(picture), bytes, typeOf(picture))
  return { ok: true, picture }
}

/** Publishes stored bytes as a picture that everybody can see, and returns its address on this site. */
export async function keepPicture(db: Db, picture: StoredPicture, now: Date): Promise<string> {
  const { version, width, height, format } = picture
  await db.sql`
    insert into private.newsletter_pictures (version, width, height, format, placed_at)
    values (${version}, ${width}, ${height}, ${format}, ${now})`
  return newsletterPictureAddress(picture)
}

/**
 * The bytes of a picture, given the two parts of its address, or those of a narrower one that the storage makes of it. Null
 * if there is none.
 */
export async function readPicture(
  world: World,
  { version, file, width }: { version: string; file: string; width?: number | undefined },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  const [picture] = await world.db.sql<StoredPicture>`
    select version, width, height, format from private.newsletter_pictures where version = ${version}`
  if (!picture || nameOf(picture) !== `${version}/${file}`) return null
  const found = await world.newsletterPictures.get(
    nameOf(picture),
    width !== undefined && width < picture.width ? width : undefined,
  )
  return found && { bytes: found.bytes, type: typeOf(picture) }
}

/** The job of `erasePictureQueue`. */
export async function erasePicture(world: World, version: string): Promise<void> {
  const [named] = await world.db.sql`select from private.newsletter_pictures where version = ${version}`
  if (!named) await world.newsletterPictures.removeFolder(version)
}

/** Removes pictures that no issue, no page and no version of an article shows anymore. Those of sent issues stay: mails refer to them. */
export async function deleteUnusedPictures(world: World): Promise<void> {
  const { db, jobs, now } = world
  await db.transaction(async (inside) => {
    const gone = await inside.sql<{ version: string }>`
      delete from private.newsletter_pictures p
      where p.placed_at < ${now()}::timestamptz - make_interval(days => ${unusedDays})
        and not exists (select from newsletter_issues i where strpos(i.markdown, p.version::text) > 0)
        and not exists (select from private.article_versions v where strpos(v.data::text, p.version::text) > 0)
        and not exists (select from private.publishing w where strpos(w.data::text, p.version::text) > 0)
      returning version`
    for (const { version } of gone) await jobs.add(inside, erasePictureQueue, { version })
  })
}

/** Removes one picture at once. */
export async function removePicture({ jobs }: Pick<World, "jobs">, db: Db, version: string): Promise<void> {
  await db.sql`delete from private.newsletter_pictures where version = ${version}`
  await jobs.add(db, erasePictureQueue, { version })
}

function nameOf({ version, width, height, format }: StoredPicture): string {
  return `${version}/${width}x${height}.${format}`
}

function typeOf({ format }: StoredPicture): string {
  return format === "jpg" ? "image/jpeg" : "image/png"
}
