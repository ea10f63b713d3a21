/** A file and its row both exist or neither does, despite concurrent changes. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { importLimits } from "#content/import-limits.ts"
import type { World } from "#domain/world.ts"
import type { Original } from "#ports/recorded.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { fetchOriginal, fetchOwnOriginal } from "./fetch.ts"
import { keepOriginal, keptBytes } from "./keep.ts"
import { areaOf, keyOf, originalsArea } from "./key.ts"
import { eraseOriginalsOf } from "./privacy.ts"
import { eraseOriginals, removeUnused, sweepOriginals } from "./remove.ts"

let t: TestWorld
let athleteId: number
let userId: string
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  for await (const { key } of t.world.files.list(originalsArea)) await t.world.files.remove(key)
  athleteId = await addAthlete(t.world, { email: "ana@b4m.test" })
  userId = await accountOf(t.world, athleteId)
})

/** Bytes that can be read only once, like those of an upload. */
const original = (contentId: string, text: string, reads = { count: 0 }): Original => ({
  contentId,
  async *bytes() {
    reads.count++
    yield Buffer.from(text)
  },
})
const keep = (contentId: string, text: string, { name = "a.fit", world = t.world } = {}) =>
  keepOriginal(world, { athleteId, name, original: original(contentId, text) })
const rows = () => t.world.db.sql<{ name: string; size: number; key: string }>`
  select name, size::float8 as size, sha256 as key from recording_files where athlete_id = ${athleteId} order by name
`
async function keys(athlete = athleteId): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of t.world.files.list(areaOf(athlete))) found.push(key)
  return found
}
/** A file storage that runs something after each put. */
const meanwhile = (act: (key: string, nr: number) => PromiseLike<unknown>): World => {
  let puts = 0
  const put: World["files"]["put"] = async (area, bytes) => {
    const stored = await t.world.files.put(area, bytes)
    await act(stored.key, ++puts)
    return stored
  }
  const { stat, remove, get, list, stage, removeUnfinished, heldBytes } = t.world.files
  return { ...t.world, files: { stat, remove, get, list, stage, removeUnfinished, heldBytes, put } }
}
const fill = (left: number) => t.world.db.sql`
  insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
  values (${athleteId}, 'full', ${"0".repeat(64)}, 'full', ${importLimits.keptBytesPerAthlete - left}, ${t.world.now()})
`

test("a file is stored under its hash, with its name and size", async () => {
  expect(await keep("c", "text", { name: "b.zip/\u0000a.fit" })).toBe("kept")
  const [row, ...more] = await rows()
  expect(more).toEqual([])
  expect(row).toMatchObject({ size: 4, name: expect.stringMatching(/^b\.zip\/.?a\.fit$/) })
  expect(await keys()).toEqual([keyOf(athleteId, row?.key ?? "")])
  expect(keyOf(7, "abc")).toBe("recordings/7/abc")
  expect(await keep("d", "long", { name: "n".repeat(600) })).toBe("kept")
  expect((await rows()).at(-1)?.name).toHaveLength(500)
})

test("a stored file is not read again but renewed; a file that the storage lost is read again", async () => {
  const reads = { count: 0 }
  const send = () =>
    keepOriginal(t.world, { athleteId, name: "a.fit", original: original("c", "text", reads) })
  expect([await send(), await send(), reads.count]).toEqual(["kept", "kept", 1])
  await t.world.db.sql`update recording_files set stored_at = '2020-01-01'`
  await send()
  expect(await t.world.db.sql`select stored_at from recording_files`).toEqual([{ stored_at: t.world.now() }])
  for (const key of await keys()) await t.world.files.remove(key)
  expect([await send(), reads.count]).toEqual(["kept", 2])
  expect(await keys()).toHaveLength(1)
})

test("a file that is removed before its row exists is stored once more", async () => {
  const world = meanwhile((key, nr) => (nr < 3 ? t.world.files.remove(key) : Promise.resolve()))
  expect(await keep("c", "text", { world })).toBe("kept")
  expect([await rows(), await keys()]).toMatchObject([[{ name: "a.fit" }], [expect.any(String)]])
})

test("nothing is left of a file whose athlete is deleted, or whose space was used up, meanwhile", async () => {
  const leaving = meanwhile(() => t.world.db.sql`delete from athletes where id = ${athleteId}`)
  expect(await keep("c", "text", { world: leaving })).toBe("gone")
  expect(await keys()).toEqual([])
  athleteId = await addAthlete(t.world)
  expect(await keep("c", "text", { world: meanwhile(() => fill(3)) })).toBe("full")
  expect(await keys()).toEqual([])
  expect((await rows()).map(({ name }) => name)).toEqual(["full"])
})

test("a file that fills the space to the last byte is stored; beyond it none is read, but known files stay", async () => {
  await fill(4)
  expect([await keep("c", "text"), await keep("d", "x")]).toEqual(["kept", "full"])
  expect(await keptBytes(t.world.db, userId)).toBe(importLimits.keptBytesPerAthlete)
  await t.world.db.sql`update recording_files set size = size + 1 where content_id = 'full'`
  const reads = { count: 0 }
  const more = { athleteId, name: "e.fit", original: original("e", "", reads) }
  expect([await keepOriginal(t.world, more), reads.count]).toEqual(["full", 0])
  expect(await keep("c", "text")).toBe("kept")
  expect(await keptBytes(t.world.db, crypto.randomUUID())).toBe(0)
})

test("only recordings that no activity uses are removed, and their number is returned", async () => {
  for (const id of ["a", "b", "c"]) await keep(id, id)
  await onActivity(t.world, athleteId, sentRun({ externalId: "a#0" }))
  const forget = (athlete: number, ...contentIds: string[]) =>
    removeUnused(t.world, { athleteId: athlete, contentIds })
  expect(await forget(athleteId + 1000, "b")).toBe(0)
  expect(await forget(athleteId, "a", "unknown")).toBe(0)
  expect(await forget(athleteId, "a", "b", "c")).toBe(2)
  expect([await rows(), await keys()].map((all) => all.length)).toEqual([1, 1])
})

test("the sweep leaves files up to six hours old, and removes older orphans, for every athlete", async () => {
  await t.world.files.put(areaOf(athleteId), original("", "left behind").bytes())
  const other = await addAthlete(t.world)
  for (const id of [athleteId, other])
    await keepOriginal(t.world, { athleteId: id, name: "a.fit", original: original("c", "text") })
  const stored: number[] = []
  for await (const { storedAt } of t.world.files.list(originalsArea)) stored.push(storedAt.getTime())
  const [first, last] = [Math.min(...stored), Math.max(...stored)]
  await t.world.db.sql`update recording_files set stored_at = ${new Date(first)}`
  const sweep = (at: number) => sweepOriginals({ ...t.world, now: () => new Date(at + 6 * 3_600_000) })
  expect(await sweep(first)).toEqual({ removed: 0 })
  expect(await rows()).toHaveLength(1)
  expect(await sweep(last + 1)).toEqual({ removed: 3 })
  expect([await rows(), await keys(), await keys(other)]).toEqual([[], [], []])
})

test("the sweep touches no file that is not named by us", async () => {
  const { list, remove, removeUnfinished, stat, get, stage, put, heldBytes } = t.world.files
  const removed: string[] = []
  const strange = ["recordings/x/ab", `recordings/1/${"a".repeat(63)}`, `recordings/1/${"a".repeat(64)}`]
  const storedAt = new Date(0)
  const files: World["files"] = {
    ...{ list, removeUnfinished, stat, get, stage, put, heldBytes, remove },
    async *list() {
      for (const key of strange) yield { key, size: 1, storedAt }
    },
    remove: async (key) => removed.push(key) > 1,
  }
  // The row names the last one, which the storage no longer has.
  expect(await sweepOriginals({ ...t.world, files })).toEqual({ removed: 0 })
  expect(removed).toEqual(strange.slice(-1))
})

test("an account that has not joined has no files to erase; a member's are erased once the member is deleted", async () => {
  const person = { id: crypto.randomUUID(), email: "n@b4m.test", fullName: null, secured: false, role: null }
  t.jobs.length = 0
  await eraseOriginalsOf(t.world, t.world.db, person)
  expect(t.jobs).toEqual([])
  await eraseOriginalsOf(t.world, t.world.db, { ...person, id: userId })
  expect(t.jobs).toMatchObject([{ queue: "erase-originals", data: { athleteId } }])
  await keep("a", "a")
  await keep("b", "b")
  await eraseOriginals(t.world, athleteId)
  expect(await keys()).toHaveLength(2)
  await t.world.db.sql`delete from athletes where id = ${athleteId}`
  await eraseOriginals(t.world, athleteId)
  expect(await keys()).toEqual([])
})

test.each([
  ["x/y/a.fit", "a.fit"],
  ["a.fit", "a.fit"],
  ["x/", "recording"],
])("a file that came as %s is offered as %s", async (name, offered) => {
  await keep("c", "text", { name })
  await onActivity(t.world, athleteId, sentRun({ externalId: "c#0" }))
  const [row] = await t.world.db.sql<{ id: number }>`select id::float8 as id from activities`
  const id = row?.id ?? 0
  for (const found of [await fetchOriginal(t.world, id), await fetchOwnOriginal(t.world, userId, id)]) {
    expect(found).toMatchObject({ ok: true, original: { name: offered, size: 4 } })
    if (found.ok) expect(await new Response(found.original.body).text()).toBe("text")
  }
  expect(await fetchOwnOriginal(t.world, crypto.randomUUID(), id)).toEqual({
    ...{ ok: false, code: "unknown_activity" },
  })
})
