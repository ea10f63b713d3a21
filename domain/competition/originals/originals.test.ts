import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { importLimits } from "#content/import-limits.ts"
import { erase } from "#domain/members/privacy.ts"
import type { FileOutcome, Original, RecordedActivity } from "#ports/recorded.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { beginImport, importFiles } from "../intake/import.ts"
import { onRemoved } from "../pipeline.ts"
import { fetchOriginal, fetchOwnOriginal } from "./fetch.ts"
import { keptBytes } from "./keep.ts"
import { areaOf } from "./key.ts"
import { eraseOriginalsOf, exportOriginals } from "./privacy.ts"
import { eraseOriginals, eraseOriginalsQueue, sweepOriginals } from "./remove.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

let athleteId: number
let userId: string
let made = 0
const member = async () => {
  const email = `originals-${made++}@b4m.test`
  const id = await addAthlete(t.world, { email })
  const account = await accountOf(t.world, id)
  return { id, userId: account, email }
}
beforeEach(async () => {
  ;({ id: athleteId, userId } = await member())
})

const original = (contentId: string, text: string): Original => ({
  contentId,
  async *bytes() {
    yield Buffer.from(text)
  },
})

function recorded(externalId: string, changes: Partial<RecordedActivity> = {}): RecordedActivity {
  const { kind: _, sport, source: __, ...facts } = sentRun({ externalId })
  return { ...facts, sports: [sport], ...changes }
}

/** A file with one activity. */
function file(
  name: string,
  contentId: string,
  text: string,
  changes: Partial<RecordedActivity> = {},
): FileOutcome {
  return {
    name,
    ok: true,
    activities: [recorded(`${contentId}#0`, changes)],
    original: original(contentId, text),
  }
}

/** Returns the reported outcome of each file by name. */
async function importAll(athlete: number, ...files: FileOutcome[]): Promise<Record<string, string | null>> {
  async function* all() {
    yield* files
  }
  const reported: Record<string, string | null> = {}
  const order = { importId: await beginImport(t.world, athlete), athleteId: athlete, files: all() }
  await importFiles(t.world, order, ({ name, reason }) => {
    reported[name] = reason
  })
  return reported
}

async function keysOf(athlete: number): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of t.world.files.list(areaOf(athlete))) keys.push(key)
  return keys
}

async function rowsOf(athlete: number): Promise<string[]> {
  const rows = await t.world.db.sql<{ name: string }>`
    select name from recording_files where athlete_id = ${athlete} order by name
  `
  return rows.map(({ name }) => name)
}

async function activityOf(athlete: number, externalId: string): Promise<number> {
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athlete} and external_id = ${externalId}
  `
  return row?.id ?? 0
}

const later = (hours: number) => ({ ...t.world, now: () => new Date(Date.now() + hours * 3_600_000) })

test("Only the owner can download a recording, byte for byte and under its own name", async () => {
  await importAll(athleteId, file("export.zip/activities/1.fit.gz", "c1", "as sent"))
  const id = await activityOf(athleteId, "c1#0")
  const found = await fetchOwnOriginal(t.world, userId, id)
  if (!found.ok) throw new Error(found.code)
  expect(found.original).toMatchObject({ name: "1.fit.gz", size: 7 })
  expect(await new Response(found.original.body).text()).toBe("as sent")
  const other = await member()
  expect(await fetchOwnOriginal(t.world, other.userId, id)).toEqual({ ok: false, code: "unknown_activity" })
  const operators = await fetchOriginal(t.world, id)
  expect(operators.ok && (await new Response(operators.original.body).text())).toBe("as sent")
  expect(await fetchOriginal(t.world, 987_654_321)).toEqual({ ok: false, code: "unknown_activity" })
})

test("The same recording is kept once per athlete, packed or not; another athlete gets a separate copy", async () => {
  await importAll(
    athleteId,
    file("a.fit", "c1", "plain"),
    file("a.fit.gz", "c1", gzipSync("plain").toString("base64")),
  )
  expect(await rowsOf(athleteId)).toEqual(["a.fit"])
  expect(await keysOf(athleteId)).toHaveLength(1)
  const other = await member()
  await importAll(other.id, file("mine.fit", "c1", "plain"))
  expect(await keysOf(other.id)).toHaveLength(1)
})

test("Legs of one file share it, and it is removed with the last of them", async () => {
  const legs = {
    ...file("tri.fit", "c2", "legs"),
    activities: [recorded("c2#0"), recorded("c2#1")],
  } as FileOutcome
  await importAll(
    athleteId,
    legs,
    file("other.fit", "c3", "other", { startedAt: new Date("2026-11-19T15:00:00Z") }),
  )
  await onRemoved(t.world, athleteId, [{ source: "file", externalId: "c2#0" }])
  expect(await rowsOf(athleteId)).toEqual(["other.fit", "tri.fit"])
  await onRemoved(t.world, athleteId, [{ source: "file", externalId: "c2#1" }])
  expect(await rowsOf(athleteId)).toEqual(["other.fit"])
  expect(await keysOf(athleteId)).toHaveLength(1)
})

test("A file whose recording is refused is not kept", async () => {
  await importAll(athleteId, file("old.fit", "c4", "old", { startedAt: new Date("1990-01-01T00:00:00Z") }))
  expect(await rowsOf(athleteId)).toEqual([])
  expect(await keysOf(athleteId)).toEqual([])
})

test("Two rows that name the same bytes keep them until both are removed", async () => {
  await importAll(athleteId, file("a.fit", "c5", "twins"), file("b.fit", "c6", "twins"))
  expect(await keysOf(athleteId)).toHaveLength(1)
  await onRemoved(t.world, athleteId, [{ source: "file", externalId: "c5#0" }])
  expect(await keysOf(athleteId)).toHaveLength(1)
  await onRemoved(t.world, athleteId, [{ source: "file", externalId: "c6#0" }])
  expect(await keysOf(athleteId)).toEqual([])
})

test("Beyond an athlete's storage limit, activities are stored without their file, and the report says so", async () => {
  await t.world.db.sql`
    insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
    values (${athleteId}, 'full', ${"0".repeat(64)}, 'full.fit', ${importLimits.keptBytesPerAthlete - 4}, ${t.world.now()})
  `
  const why = "we could not keep its file, because your 5 GB for original files are full"
  const noted = { ...file("noted.fit", "c18", "5"), note: "one lap left out" }
  expect(
    await importAll(athleteId, file("fits.fit", "c7", "four"), file("not.fit", "c8", "5"), noted),
  ).toEqual({ "fits.fit": null, "not.fit": why, "noted.fit": `one lap left out; ${why}` })
  expect(await keptBytes(t.world.db, userId)).toBe(importLimits.keptBytesPerAthlete)
  expect(await rowsOf(athleteId)).toEqual(["fits.fit", "full.fit"])
  const id = await activityOf(athleteId, "c8#0")
  expect(id).toBeGreaterThan(0)
  expect(await fetchOwnOriginal(t.world, userId, id)).toEqual({ ok: false, code: "not_kept" })
  expect(await keysOf(athleteId)).toHaveLength(1)
  await t.world.db.sql`delete from recording_files where content_id = 'full'`
})

test("A file that the storage has lost is reported as such, and returns when it is sent again", async () => {
  await importAll(athleteId, file("lost.fit", "c9", "lost"))
  const [key = ""] = await keysOf(athleteId)
  await t.world.files.remove(key)
  const id = await activityOf(athleteId, "c9#0")
  expect(await fetchOwnOriginal(t.world, userId, id)).toEqual({ ok: false, code: "unavailable" })
  await importAll(athleteId, file("lost.fit", "c9", "lost"))
  expect(await fetchOwnOriginal(t.world, userId, id)).toMatchObject({ ok: true })
})

test("The sweep removes only old files without a row and old rows that no activity uses", async () => {
  await importAll(athleteId, file("used.fit", "d1", "used"))
  const used = await keysOf(athleteId)
  await t.world.files.put(areaOf(athleteId), original("", "left by a kill").bytes())
  await t.world.files.put(areaOf(999_999), original("", "of an account that is gone").bytes())
  await t.world.files.put("objects/of-others", original("", "not ours").bytes())
  const { key } = await t.world.files.put(areaOf(athleteId), original("", "never stored").bytes())
  await t.world.db.sql`
    insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
    values (${athleteId}, 'd2', ${key.slice(-64)}, 'never.fit', 12, now())
  `
  expect(await sweepOriginals(later(5))).toEqual({ removed: 0 })
  expect(await sweepOriginals(later(7))).toEqual({ removed: 3 })
  expect(await keysOf(athleteId)).toEqual(used)
  expect(await rowsOf(athleteId)).toEqual(["used.fit"])
  expect(await keysOf(999_999)).toEqual([])
  for await (const other of t.world.files.list("objects")) expect(other.size).toBe(8)
})

test("The export lists the stored files, and deleting the account erases them", async () => {
  const { id, userId: leaving, email } = await member()
  await importAll(id, file("export.zip/a.fit", "e1", "one"), file("b.fit", "e2", "two!"))
  const person = { id: leaving, email, fullName: null, secured: false, role: null }
  expect(await exportOriginals(t.world.db, person)).toMatchObject([
    { name: "b.fit", size: 4, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), stored_at: expect.any(Date) },
    { name: "export.zip/a.fit", size: 3 },
  ])
  expect(await exportOriginals(t.world.db, { ...person, id: userId })).toBeNull()
  t.jobs.length = 0
  const goodbye = { userId: leaving, confirmation: email, provenAt: t.world.now() }
  const kept = [{ name: "recordings", onExport: exportOriginals, onErase: eraseOriginalsOf }]
  expect(await erase(t.world, { ...goodbye, confirmation: "wrong" }, kept)).toMatchObject({ ok: false })
  expect(t.jobs).toEqual([])
  expect(await erase(t.world, goodbye, kept)).toEqual({ ok: true })
  expect(await rowsOf(id)).toEqual([])
  expect(await keysOf(id)).toHaveLength(2)
  const run = (job: { athleteId: number }) => eraseOriginals(t.world, job.athleteId)
  expect(await t.runJobs(eraseOriginalsQueue, run)).toBe(1)
  expect(await keysOf(id)).toEqual([])
  // Never the files of an existing member.
  await importAll(athleteId, file("stays.fit", "e3", "stays"))
  await eraseOriginals(t.world, athleteId)
  expect(await keysOf(athleteId)).toHaveLength(1)
})

test("Concurrent imports and removals of the same file leave a row for each file and a file for each row", async () => {
  const runs = Array.from({ length: 12 }, async (_, n) => {
    if (n % 3 === 2) await onRemoved(t.world, athleteId, [{ source: "file", externalId: "f1#0" }])
    else await importAll(athleteId, file("busy.fit", "f1", "busy"))
  })
  await Promise.all(runs)
  const [rows, keys] = [await rowsOf(athleteId), await keysOf(athleteId)]
  expect(keys).toHaveLength(rows.length)
  await importAll(athleteId, file("busy.fit", "f1", "busy"))
  expect(await fetchOwnOriginal(t.world, userId, await activityOf(athleteId, "f1#0"))).toMatchObject({
    ok: true,
  })
})
