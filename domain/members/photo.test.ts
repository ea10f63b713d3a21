import { randomUUID } from "node:crypto"
import sharp from "sharp"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { takePhoto, withPhotos } from "#test/support/photos.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { join } from "./member.ts"
import {
  erasePhotos,
  erasePhotosOf,
  erasePhotosQueue,
  exportPhoto,
  ownPhoto,
  placePhoto,
  readPhoto,
  removePhoto,
} from "./photo.ts"
import { decidePhoto, holdPhoto, releasePhoto, switchPhotoReview, waitingPhotos } from "./photo-review.ts"

let t: TestWorld
let world: World
let jpeg: Uint8Array

beforeAll(async () => {
  t = await createTestWorld()
  world = withPhotos(t.world)
  jpeg = await takePhoto()
})
afterAll(() => t.close())
beforeEach(() => switchPhotoReview(world, "on"))

async function member(visibility: "public" | "members" | "hidden" = "public") {
  const userId = randomUUID()
  await world.db.sql`insert into auth.users (id, email) values (${userId}, ${`${userId}@b4m.test`})`
  const joined = await join(world, {
    userId,
    displayName: "Sam Sample",
    visibility,
    units: "metric",
    timeZone: "UTC",
    consentText: "yes",
  })
  if (!joined.ok) throw new Error(joined.code)
  return { userId, id: joined.athlete.id }
}

async function shownOf(id: number): Promise<string | null> {
  const [row] = await world.db.sql<{ photo: string | null }>`select photo from athletes where id = ${id}`
  return row?.photo ?? null
}

const runErasures = () =>
  t.runJobs(erasePhotosQueue, (job: { athleteId: number; version?: string }) => erasePhotos(world, job))

async function objectsOf(id: number): Promise<number> {
  const [row] = await world.db.sql<{ n: number }>`
    select count(*)::int as n from storage.objects where bucket_id = 'photos' and starts_with(name, ${`${id}/`})
  `
  return row?.n ?? 0
}

test("a photo becomes six squares without metadata, which only its owner sees until an operator approves it", async () => {
  const { userId, id } = await member()
  expect(await placePhoto(world, userId, jpeg)).toEqual({ ok: true, state: "waiting" })
  const own = await ownPhoto(world, userId)
  if (!own) throw new Error("no photograph")
  const { version, key } = own
  expect(key).toHaveLength(32)
  for (const side of [96, 256, 768])
    for (const format of ["avif", "webp"]) {
      const file = `${side}.${format}`
      expect(await readPhoto(world, { version, file, key: null })).toBeNull()
      expect(await readPhoto(world, { version, file, key: "0".repeat(32) })).toBeNull()
      const found = await readPhoto(world, { version, file, key })
      expect(found).toMatchObject({ type: `image/${format}`, isShown: false })
      const metadata = await sharp(found?.bytes ?? new Uint8Array()).metadata()
      expect([metadata.width, metadata.height, metadata.exif]).toEqual([side, side, undefined])
    }
  expect(await shownOf(id)).toBeNull()
  expect(await waitingPhotos(world)).toMatchObject([{ name: "Sam Sample", version, key }])
  expect(await decidePhoto(world, { version, decision: "show" })).toEqual({ ok: true })
  expect(await shownOf(id)).toBe(version)
  expect(await readPhoto(world, { version, file: "96.webp", key: null })).toMatchObject({ isShown: true })
  expect(await waitingPhotos(world)).toEqual([])
})

test("with the review switched off a photo is shown at once, until a report holds it", async () => {
  await switchPhotoReview(world, "off")
  const { userId, id } = await member()
  expect(await placePhoto(world, userId, jpeg)).toEqual({ ok: true, state: "shown" })
  const version = (await shownOf(id)) ?? ""
  await holdPhoto(world.db, version)
  expect(await shownOf(id)).toBeNull()
  expect(await readPhoto(world, { version, file: "96.webp", key: null })).toBeNull()
  await releasePhoto(world.db, version, world.now())
  expect(await shownOf(id)).toBe(version)
  expect(await decidePhoto(world, { version, decision: "decline" })).toEqual({ ok: true })
  expect(await ownPhoto(world, userId)).toMatchObject({ state: "declined" })
  await releasePhoto(world.db, version, world.now())
  expect(await shownOf(id)).toBeNull()
  expect(await runErasures()).toBe(1)
  expect(await objectsOf(id)).toBe(0)
  expect(await decidePhoto(world, { version, decision: "show" })).toEqual({
    ok: false,
    code: "unknown_photo",
  })
})

test("images that a kill left without a row are erased an hour later; those that have one stay", async () => {
  const { userId, id } = await member()
  const killed: World = {
    ...world,
    db: {
      ...world.db,
      transaction: () => {
        throw new Error("killed")
      },
    },
  }
  await placePhoto(world, userId, jpeg)
  await expect(placePhoto(killed, userId, jpeg)).rejects.toThrow("killed")
  expect(await objectsOf(id)).toBe(12)
  await runErasures()
  expect(await objectsOf(id)).toBe(12)
  t.clock.advance(3_600_000)
  await runErasures()
  expect(await objectsOf(id)).toBe(6)
  const { version = "", key = null } = (await ownPhoto(world, userId)) ?? {}
  expect(await readPhoto(world, { version, file: "96.webp", key })).not.toBeNull()
})

test("replaced and removed photos are erased, and their addresses no longer work", async () => {
  await switchPhotoReview(world, "off")
  const { userId, id } = await member()
  await placePhoto(world, userId, jpeg)
  const first = (await shownOf(id)) ?? ""
  await placePhoto(world, userId, jpeg)
  const second = (await shownOf(id)) ?? ""
  expect(second).not.toBe(first)
  expect(await readPhoto(world, { version: first, file: "96.webp", key: null })).toBeNull()
  await runErasures()
  expect(await objectsOf(id)).toBe(6)
  expect(await readPhoto(world, { version: second, file: "96.webp", key: null })).not.toBeNull()
  expect(await removePhoto(world, userId)).toEqual({ ok: true })
  expect(await shownOf(id)).toBeNull()
  await runErasures()
  expect(await objectsOf(id)).toBe(0)
  expect(await removePhoto(world, userId)).toEqual({ ok: true })
  expect(await removePhoto(world, randomUUID())).toEqual({ ok: false, code: "not_joined" })
})

test("the photo of an athlete with a hidden name is not shown, even at a known address", async () => {
  await switchPhotoReview(world, "off")
  const { userId, id } = await member()
  await placePhoto(world, userId, jpeg)
  const version = (await shownOf(id)) ?? ""
  await world.db.sql`update athletes set visibility = 'hidden' where id = ${id}`
  expect(await readPhoto(world, { version, file: "96.webp", key: null })).toBeNull()
})

test("a file that is not a photo is refused and nothing is stored", async () => {
  const { userId, id } = await member()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  for (const bytes of [
    svg,
    Buffer.from("GIF89a"),
    Buffer.from("text"),
    jpeg.subarray(0, 300),
    new Uint8Array(),
  ])
    expect(await placePhoto(world, userId, bytes)).toEqual({ ok: false, code: "no_image" })
  expect(await placePhoto(world, randomUUID(), jpeg)).toEqual({ ok: false, code: "not_joined" })
  expect([await ownPhoto(world, userId), await objectsOf(id)]).toEqual([null, 0])
})

test("a photograph is in the export and erased with the account", async () => {
  const { userId, id } = await member()
  await placePhoto(world, userId, jpeg)
  const person = { id: userId, email: null, fullName: null, role: null, secured: false }
  expect(await exportPhoto(world.db, person)).toMatchObject({ state: "waiting" })
  await world.db.transaction(async (db) => {
    await erasePhotosOf(world, db, person)
    await db.sql`delete from auth.users where id = ${userId}`
  })
  expect(await runErasures()).toBe(1)
  expect(await objectsOf(id)).toBe(0)
  await erasePhotosOf(world, world.db, { ...person, id: randomUUID() })
  expect(await runErasures()).toBe(0)
})
