import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { importLimits } from "#content/import-limits.ts"
import type { FileOutcome } from "#ports/recorded.ts"
import { accountOf, addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { giveUpReading, giveUpUploads, readUploads } from "./read.ts"
import { beginUpload, takeParts } from "./upload.ts"

const start = "2026-11-20T20:00:00Z"
let t: TestWorld
let athlete: number
let userId: string
let outcomes: FileOutcome[]
const received: string[] = []
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  const files = {
    ...t.world.sources.files,
    async *readReceived(given: readonly { name: string; bytes: AsyncIterable<Uint8Array> }[]) {
      for (const { name, bytes } of given) {
        const parts: Uint8Array[] = []
        for await (const part of bytes) parts.push(part)
        received.push(`${name}: ${Buffer.concat(parts).toString()}`)
      }
      yield* outcomes
    },
  }
  t.world.sources = { ...t.world.sources, files }
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.world.db.sql`delete from auth.users`
  athlete = await addAthlete(t.world, { email: "ana@b4m.test" })
  const [user] = await t.world.db.sql<{ id: string }>`select id from auth.users`
  userId = user?.id ?? ""
  t.jobs.length = 0
  received.length = 0
  outcomes = []
})

const text = (words: string) => new TextEncoder().encode(words)
async function begin(...files: [name: string, size: number][]) {
  const begun = await beginUpload(
    t.world,
    userId,
    files.map(([name, size]) => ({ name, size })),
  )
  if (!begun.ok) throw new Error(begun.code)
  return begun
}
const send = (importId: string, file: number, position: number, words: string, by = userId) =>
  takeParts(t.world, by, importId, [{ file, position, bytes: text(words) }])
const results = async () =>
  (
    await t.world.db.sql<{ line: string }>`
    select name || ' ' || outcome || coalesce(': ' || reason, '') as line from import_files order by name`
  ).map(({ line }) => line)
const finished = async (id: string) =>
  (await t.world.db.sql`select finished_at from imports where id = ${id}`)[0]?.finished_at ?? null

test("names are made unique before their extensions, and only a member uploads", async () => {
  const names = [
    "run.fit",
    "run.fit",
    "run.fit.gz",
    "run.fit.gz",
    "run (2).fit",
    "run.fit",
    "README",
    "README",
    "a.b c",
    "a.b c",
  ]
  expect((await begin(...names.map((name): [string, number] => [name, 1]))).names).toEqual([
    "run.fit",
    "run (2).fit",
    "run.fit.gz",
    "run (2).fit.gz",
    "run (2) (2).fit",
    "run (3).fit",
    "README",
    "README (2)",
    "a.b c",
    "a.b c (2)",
  ])
  const stranger = "00000000-0000-4000-8000-000000000000"
  expect(await beginUpload(t.world, stranger, [])).toEqual({ ok: false, code: "not_joined" })
})

test("unfinished imports are limited; those whose tab was closed are abandoned after two minutes", async () => {
  for (let n = 0; n < importLimits.openImports; n++) await begin([`run ${n}.fit`, 3])
  const another = () => beginUpload(t.world, userId, [{ name: "run.fit", size: 3 }])
  expect(await another()).toEqual({ ok: false, code: "too_many_imports" })
  t.clock.advance(120_000)
  expect(await another()).toEqual({ ok: false, code: "too_many_imports" })
  t.clock.advance(1)
  expect(await another()).toMatchObject({ ok: true })
})

test("repeating an announcement whose response was lost returns the same import until some bytes have arrived", async () => {
  const files: [string, number][] = [
    ["run.fit", 6],
    ["run.fit", 0],
  ]
  const [first, again] = await Promise.all([begin(...files), begin(...files)])
  expect(again).toEqual(first)
  expect(await begin(...files)).toEqual(first)
  expect(await t.world.db.sql`select id from imports`).toEqual([{ id: first.importId }])
  expect((await begin(["run.fit", 6], ["run.fit", 1])).importId).not.toBe(first.importId)
  await send(first.importId, 0, 0, "abc")
  expect((await begin(...files)).importId).not.toBe(first.importId)
})

test("a file is complete with its last byte, once, however often its parts are sent", async () => {
  const { importId } = await begin(["run.fit", 6], ["empty.fit", 0], ["swim.fit", 2])
  expect(await send(importId, 0, 3, "def")).toEqual({ ok: true, whole: [] })
  expect(await send(importId, 0, 3, "def")).toEqual({ ok: true, whole: [] })
  expect(t.jobs).toEqual([])
  expect(await send(importId, 0, 0, "abc")).toEqual({ ok: true, whole: [0] })
  expect(t.jobs).toMatchObject([{ queue: "import", data: { importId, files: [0] } }])
  expect(await send(importId, 0, 0, "abc")).toEqual({ ok: true, whole: [] })
  expect(await send(importId, 1, 0, "")).toEqual({ ok: true, whole: [1] })
  expect(t.jobs).toHaveLength(2)
  outcomes = [{ ok: true, name: "run.fit", activities: [] } as unknown as FileOutcome]
  await readUploads(t.world, { importId, files: [0, 1, 2] })
  expect(received).toEqual(["run.fit: abcdef", "empty.fit: "])
  expect(await results()).toEqual([
    expect.stringContaining("empty.fit refused: has no recording in it"),
    "run.fit stored",
  ])
  expect(await finished(importId)).toBeNull()
  // Read once, even if a page that was closed before the response arrived sends it again.
  expect(await send(importId, 0, 0, "abc")).toEqual({ ok: true, whole: [] })
  await send(importId, 2, 0, "gh")
  outcomes = [{ ok: true, name: "swim.fit/inside.fit", activities: [] } as unknown as FileOutcome]
  await readUploads(t.world, { importId, files: [2] })
  expect(await results()).toEqual([expect.any(String), "run.fit stored", "swim.fit/inside.fit stored"])
  expect(await finished(importId)).toEqual(new Date(start))
  const jobs = t.jobs.length
  expect(await send(importId, 2, 0, "gh")).toEqual({ ok: true, whole: [] })
  expect([t.jobs.length, await t.world.db.sql`select from private.import_parts`]).toEqual([jobs, []])
})

test("an abandoned file accepts nothing, so that it is announced again; files that had arrived may be sent again", async () => {
  const { importId } = await begin(["run.fit", 3], ["swim.fit", 2])
  await send(importId, 0, 0, "abc")
  t.clock.advance(3_600_001)
  await giveUpUploads(t.world)
  expect(await send(importId, 0, 0, "abc")).toEqual({ ok: true, whole: [] })
  expect(await send(importId, 1, 0, "gh")).toEqual({ ok: false, code: "unknown_import" })
})

test("parts belong to their owner's import, a file of it, and the size that was declared", async () => {
  const { importId } = await begin(["run.fit", 3])
  const other = await addAthlete(t.world, { email: "ben@b4m.test" })
  const benAccount = await accountOf(t.world, other)
  expect(await send(importId, 0, 0, "abc", benAccount)).toEqual({ ok: false, code: "unknown_import" })
  expect(await send(importId, 1, 0, "abc")).toEqual({ ok: false, code: "unknown_part" })
  expect(await send(importId, 0, 1, "abc")).toEqual({ ok: false, code: "unknown_part" })
  expect(await send(importId, 0, 0, "abcd")).toEqual({ ok: false, code: "unknown_part" })
  expect(await send(importId, 0, 0, "abc")).toEqual({ ok: true, whole: [0] })
})

test("a chunk is stored in rows that fit in a statement", async () => {
  const size = 65_536 * 2 + 5
  const { importId } = await begin(["long.fit", size])
  expect(await send(importId, 0, 0, "x".repeat(size))).toEqual({ ok: true, whole: [0] })
  const rows = await t.world.db.sql`
    select position::integer as position, length(bytes) as length from private.import_parts order by position`
  expect(rows).toEqual([
    { position: 0, length: 65_536 },
    { position: 65_536, length: 65_536 },
    { position: 131_072, length: 5 },
  ])
})

test("an upload that stalls for an hour is refused with the file's name; one that continues is not", async () => {
  const { importId } = await begin(["run.fit", 6], ["swim.fit", 2])
  await send(importId, 1, 0, "gh")
  t.clock.advance(3_600_000)
  expect(await giveUpUploads(t.world)).toBe(0)
  await send(importId, 0, 0, "abc")
  t.clock.advance(3_600_000)
  expect(await giveUpUploads(t.world)).toBe(0)
  t.clock.advance(1)
  expect(await giveUpUploads(t.world, { athleteId: athlete + 1 })).toBe(0)
  expect(await giveUpUploads(t.world)).toBe(1)
  expect(await results()).toEqual(["run.fit refused: arrived incomplete; choose it again"])
  expect(await finished(importId)).toBeNull()
  await giveUpReading(t.world, { importId, files: [0, 1] })
  expect(await results()).toEqual([
    "run.fit refused: arrived incomplete; choose it again",
    expect.stringContaining("swim.fit refused: could not be read"),
  ])
  expect(await finished(importId)).not.toBeNull()
})

test("reading stops between two recordings when the server stops, and ends when nothing is waiting", async () => {
  const { importId } = await begin(["run.fit", 3])
  await send(importId, 0, 0, "abc")
  outcomes = [{ ok: true, name: "run.fit", activities: [] } as unknown as FileOutcome]
  const stop = AbortSignal.abort(new Error("stopping"))
  await expect(readUploads(t.world, { importId, files: [0] }, stop)).rejects.toThrow("stopping")
  expect([await results(), await finished(importId)]).toEqual([[], null])
  await readUploads(t.world, { importId, files: [0] })
  await readUploads(t.world, { importId, files: [0] })
  expect([await results(), await finished(importId)]).toEqual([["run.fit stored"], new Date(start)])
})

test("one invalid part refuses all parts sent with it; a complete file accepts no more", async () => {
  const { importId } = await begin(["run.fit", 3], ["swim.fit", 2])
  const good = { file: 0, position: 0, bytes: text("abc") }
  const refused = { ok: false, code: "unknown_part" }
  for (const [file, words] of [
    [1, "xyz"],
    [9, ""],
  ] as const) {
    const parts = [good, { file, position: 0, bytes: text(words) }]
    expect(await takeParts(t.world, userId, importId, parts)).toEqual(refused)
  }
  const kept = async () => (await t.world.db.sql`select from private.import_parts`).length
  expect(await kept()).toBe(0)
  expect(await send(importId, 0, 0, "abc")).toEqual({ ok: true, whole: [0] })
  expect([await send(importId, 0, 1, "b"), await kept()]).toEqual([{ ok: true, whole: [] }, 1])
})
