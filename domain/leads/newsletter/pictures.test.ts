/** Pictures in newsletters: their names, their types, and when their bytes are deleted. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import {
  deleteUnusedPictures,
  erasePicture,
  erasePictureQueue,
  keepPicture,
  readPicture,
  storePicture,
} from "./pictures.ts"

let t: TestWorld
let world: World
const kept = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
const bytes = new Uint8Array([1, 2, 3])
beforeAll(async () => {
  t = await createTestWorld()
  world = {
    ...t.world,
    pictures: {
      ...t.world.pictures,
      fitted: async (given) =>
        given.length === 0
          ? null
          : { bytes, width: 900, height: 600, format: given[0] === 1 ? "jpg" : "png" },
    },
    newsletterPictures: {
      ...t.world.newsletterPictures,
      put: async (name, given, type) => void kept.set(name, { bytes: new Uint8Array(given), type }),
      get: async (name) => kept.get(name) ?? null,
      removeFolder: async (folder) => {
        for (const name of kept.keys()) if (name.startsWith(`${folder}/`)) kept.delete(name)
      },
    },
  } as World
})
afterAll(() => t.close())
beforeEach(async () => {
  kept.clear()
  t.jobs.length = 0
  t.clock.set("2026-11-20T12:00:00Z")
  await t.world.db.sql`with a as (delete from newsletter_issues) delete from private.newsletter_pictures`
})
const erased = () =>
  t.runJobs(erasePictureQueue, (job: { version: string }) => erasePicture(world, job.version))
async function stored(first: number) {
  const made = await storePicture(world, new Uint8Array([first]))
  if (!made.ok) throw new Error(made.code)
  return made.picture
}

test.each([
  [1, "900x600.jpg", "image/jpeg"],
  [2, "900x600.png", "image/png"],
])("a picture is read by both parts of its address, with its type: %s", async (first, file, type) => {
  const picture = await stored(first)
  const { version } = picture
  expect(await readPicture(world, { version, file })).toBeNull()
  const address = await keepPicture(world.db, picture, world.now())
  expect(address).toContain(`${version}/${file}`)
  expect(await readPicture(world, { version, file })).toEqual({ bytes, type })
  expect(await readPicture(world, { version, file: `9${file}` })).toBeNull()
  expect(kept.get(`${version}/${file}`)?.type).toBe(type)
  kept.clear()
  expect(await readPicture(world, { version, file })).toBeNull()
})

test("a file that is not a picture is not stored", async () => {
  expect(await storePicture(world, new Uint8Array())).toEqual({ ok: false, code: "no_picture" })
  expect([kept.size, t.jobs.length]).toEqual([0, 0])
})

test("bytes without a row are deleted after an hour, the others stay", async () => {
  const [named, lost] = [await stored(1), await stored(1)]
  await keepPicture(world.db, named, world.now())
  t.clock.advance(3_599_999)
  expect(await erased()).toBe(0)
  t.clock.advance(1)
  expect(await erased()).toBe(2)
  expect([...kept.keys()]).toEqual([`${named.version}/900x600.jpg`])
  expect(lost.version).not.toBe(named.version)
})

test("a picture that no issue shows is deleted after ninety days", async () => {
  const [shown, unused] = [await stored(1), await stored(1)]
  for (const picture of [shown, unused]) await keepPicture(world.db, picture, world.now())
  await erased()
  t.jobs.length = 0
  await world.db.sql`
    insert into newsletter_issues (list, subject, preview, markdown, html, created_at, updated_at)
    values ('newsletter', 'S', '', ${`![x](/newsletter/pictures/${shown.version}/900x600.jpg)`}, '', now(), now())`
  t.clock.advance(90 * 86_400_000)
  await deleteUnusedPictures(world)
  expect(t.jobs).toEqual([])
  t.clock.advance(1)
  await deleteUnusedPictures(world)
  expect(await erased()).toBe(1)
  expect([...kept.keys()]).toEqual([`${shown.version}/900x600.jpg`])
})
