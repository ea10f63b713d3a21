/**
 * Kills the job that reads files from the account page at arbitrary points: finished work is kept, unfinished work is
 * repeated.
 */
import { createHash } from "node:crypto"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { createDiskFiles } from "#adapters/files/disk.ts"
import { beginUpload, importQueue, takeParts } from "#domain/competition/intake/upload.ts"
import { recompute } from "#domain/competition/recompute.ts"
import { athleteOfUser } from "#domain/members/member.ts"
import { accountOf, addAthlete, createCompetitionWorld, snapshot } from "#test/support/competition.ts"
import { encodeFit, zip } from "#test/support/recordings.ts"
import { runKillable } from "#test/support/run-killable.ts"
import type { TestWorld } from "#test/support/world.ts"

let t: TestWorld
let sent: { name: string; bytes: Buffer }[]
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-23T20:00:01Z")
  const archive: Record<string, Buffer> = {}
  for (let n = 0; n < 100; n++)
    archive[`activities/${n}.fit`] = n % 19 === 0 ? recording(n).subarray(0, 90) : recording(n)
  sent = [
    { name: "export.zip", bytes: await zip(archive) },
    { name: "morning.fit", bytes: recording(500) },
    { name: "notes.txt", bytes: Buffer.from("not a recording") },
  ]
})
afterAll(() => t.close())

/** Workouts over thirteen days, some at the same time as others, some as long as the daily maximum. */
function recording(n: number): Buffer {
  const startedAt = new Date(Date.UTC(2026, 10, 10) + ((n * 37) % (13 * 24)) * 3_600_000 + n * 1000)
  const timerS = 1500 + (n % 5) * 600
  const sport = ["running", "cycling", "strengthTraining"][n % 3] === "cycling" ? "cycling" : "running"
  return encodeFit({
    sessions: [{ startedAt, sport, timerS, elapsedS: timerS, distanceM: timerS * 2.5, records: 3 }],
  })
}

/** Uploads the files as the account page does. Returns the import and the job that reads it. */
async function upload(athleteId: number): Promise<{ importId: string; job: string }> {
  const account = await accountOf(t.world, athleteId)
  const userId = account
  expect((await athleteOfUser(t.world.db, userId))?.id).toBe(athleteId)
  const begun = await beginUpload(
    t.world,
    userId,
    sent.map(({ name, bytes }) => ({ name, size: bytes.length })),
  )
  if (!begun.ok) throw new Error(begun.code)
  const { importId } = begun
  t.jobs.length = 0
  await takeParts(
    t.world,
    userId,
    importId,
    sent.map(({ bytes }, file) => ({ file, position: 0, bytes })),
  )
  const [job] = t.jobs.filter(({ queue }) => queue === importQueue)
  return { importId, job: JSON.stringify(job?.data) }
}

const run = (job: string, killAfterMs?: number) => runKillable(t.database.url, ["upload", job], killAfterMs)

const withoutAthlete = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, v) => (key === "athlete_id" ? undefined : v)) as unknown

const outcomesOf = (importId: string) => t.world.db.sql<{ name: string; outcome: string }>`
  select name, outcome, reason, activities from import_files where import_id = ${importId} order by name
`
const state = async (importId: string) => {
  const [row] = await t.world.db.sql<{ over: boolean; parts: number }>`
    select finished_at is not null as over,
      (select count(*)::int from private.import_parts where import_id = ${importId}) as parts
    from imports where id = ${importId}
  `
  return row
}

/** Every stored file, with the activities that use it. Fails if a file is incomplete or unused. */
async function keptFiles(root: string): Promise<Map<string, number>> {
  const files = createDiskFiles({ root })
  const rows = await t.world.db.sql<{ name: string; key: string; size: number; uses: number }>`
    select f.name, 'recordings/' || f.athlete_id || '/' || f.sha256 as key, f.size::integer as size, (
      select count(*)::integer from activities a
      where a.athlete_id = f.athlete_id and split_part(a.external_id, '#', 1) = f.content_id
    ) as uses
    from recording_files f order by f.name
  `
  const found: string[] = []
  for await (const { key, size } of files.list("recordings")) {
    const hash = createHash("sha256")
    for await (const chunk of (await files.get(key))?.body ?? []) hash.update(chunk)
    expect(hash.digest("hex")).toBe(key.slice(-64))
    expect(size).toBe(rows.find((row) => row.key === key)?.size)
    found.push(key)
  }
  expect(found.sort()).toEqual(rows.map(({ key }) => key).sort())
  return new Map(rows.map(({ name, uses }) => [name, uses]))
}

// The next test file may share this process, and creates its folders before its first test.
afterEach(() => vi.unstubAllEnvs())

test("an import killed three times and then completed equals one that was never killed", async () => {
  const copies = await mkdtemp(join(tmpdir(), "b4m-copies-"))
  const kept = await mkdtemp(join(tmpdir(), "b4m-kept-"))
  vi.stubEnv("KILLABLE_FILES", kept)
  vi.stubEnv("TMPDIR", copies)
  const whole = await upload(await addAthlete(t.world, { email: "whole@b4m.test" }))
  const began = performance.now()
  expect(await run(whole.job)).toBe(true)
  const tookMs = performance.now() - began
  const told = await outcomesOf(whole.importId)
  expect(told).toHaveLength(102)
  const expected = withoutAthlete(await snapshot(t.world.db))
  const files = await keptFiles(kept)
  // Of the 100 files in the archive, 94 are valid; each is stored as its own file, next to the separate one.
  expect(files.size).toBe(95)
  expect([...files.values()].every((uses) => uses === 1)).toBe(true)
  await t.world.db.sql`delete from athletes`
  await rm(join(kept, "recordings"), { recursive: true })

  const killed = await upload(await addAthlete(t.world, { email: "killed@b4m.test" }))
  let [cut, known] = [0, 0]
  for (let n = 0; n < 3; n++) {
    // Kills early at first: the machine may be several times as fast as the one on which the times were measured, and a
    // finished job cannot be killed.
    if (!(await run(killed.job, Math.random() * tookMs * 0.2 * (n + 1)))) cut++
    expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
    // Progress that the page has shown is never retracted.
    const now = (await outcomesOf(killed.importId)).length
    expect(now).toBeGreaterThanOrEqual(known)
    known = now
  }
  expect(cut).toBeGreaterThan(0)
  expect(await run(killed.job)).toBe(true)
  expect(await outcomesOf(killed.importId)).toEqual(told)
  expect(await state(killed.importId)).toEqual({ over: true, parts: 0 })
  expect(withoutAthlete(await snapshot(t.world.db))).toEqual(expected)
  // The job of a process that was killed at the very end runs again.
  expect(await run(killed.job)).toBe(true)
  expect(withoutAthlete(await snapshot(t.world.db))).toEqual(expected)
  expect(await readdir(copies)).toEqual([])
  expect(await keptFiles(kept)).toEqual(files)
  await rm(kept, { recursive: true })
  await rm(copies, { recursive: true })
}, 240_000)
