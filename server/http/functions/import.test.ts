/** Files from the account page: announced, uploaded in chunks, read by a job, and reported file by file. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readReceived } from "#adapters/sources/file/received.ts"
import { consentText } from "#content/competition-consent.ts"
import { ownSources } from "#domain/competition/account/sources.ts"
import { giveUpUploads, readUploads } from "#domain/competition/intake/read.ts"
import { importQueue } from "#domain/competition/intake/upload.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { join } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { encodeFit, gpx, zip } from "#test/support/recordings.ts"
import { importWorker } from "../../jobs/workers/imports.ts"
import { serverFunctions } from "./registry.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
  await maintainBoards(site.test.world)
})
afterAll(() => site.close())

async function call(name: string, token: string, body: object | FormData, query = "") {
  const claims = (await site.service.verifyToken(token)) ?? {}
  const userId = String(claims.sub)
  const url = `http://b4m.test/functions/v1/${name}${query}`
  const made = new Request(url, {
    method: "POST",
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
  const bytes = await made.arrayBuffer()
  const headers = {
    "content-type": made.headers.get("content-type") ?? "",
    "content-length": `${bytes.byteLength}`,
  }
  const request = new Request(url, { method: "POST", headers, body: bytes })
  const answer = await serverFunctions[name]?.(site.test.world, request, {
    role: "authenticated",
    userId,
    claims,
  })
  return { status: answer?.status, body: await answer?.json() }
}

async function joined() {
  const { id: userId, session } = await site.member(`import-${randomUUID()}@example.com`)
  const said = { displayName: "Ida Importer", visibility: "public", units: "metric" } as const
  const joining = { ...said, userId, timeZone: "America/Los_Angeles", consentText }
  expect((await join(site.test.world, joining)).ok).toBe(true)
  return session.access_token
}

const withFiles = ({ sources }: World) => ({ ...sources, files: { ...sources.files, readReceived } })

const runJobs = () =>
  site.test.runJobs<{ importId: string; files: number[] }>(importQueue, (order) =>
    readUploads({ ...site.test.world, sources: withFiles(site.test.world) }, order),
  )

const filesOf = (importId: string) => site.test.world.db.sql<{
  name: string
  outcome: string
  reason: string | null
}>`
  select name, outcome, reason from import_files where import_id = ${importId} order by name
`

const run = (minutesFromNow: number, distanceM = 6100) =>
  encodeFit({
    sessions: [
      {
        startedAt: new Date(site.test.world.now().getTime() + minutesFromNow * 60_000),
        sport: "running",
        timerS: 1920,
        elapsedS: 1920,
        distanceM,
        records: 40,
      },
    ],
  })

test("Files are uploaded in chunks, read by a job, and each is reported under its own name", async () => {
  const token = await joined()
  const fit = run(-40)
  const archive = await zip({
    "activities/a.gpx": gpx({ start: site.test.world.now(), points: [3, 3, 3] }),
    "activities/b.fit": "not a recording",
  })
  const sent = [
    { name: "run.fit", bytes: fit },
    { name: "run.fit", bytes: fit.subarray(0, 200) },
    { name: "export.zip", bytes: archive },
    { name: "notes.txt", bytes: Buffer.from("hello") },
  ]
  const begun = await call("begin-import", token, {
    files: sent.map(({ name, bytes }) => ({ name, size: bytes.length })),
  })
  expect(begun.body.names).toEqual(["run.fit", "run (2).fit", "export.zip", "notes.txt"])
  const { importId } = begun.body

  const first = new FormData()
  first.set("0.0", new Blob([new Uint8Array(fit.subarray(0, 100))]))
  for (const file of [1, 2, 3]) first.set(`${file}.0`, new Blob([new Uint8Array(sent[file]?.bytes ?? [])]))
  expect(await call("upload-import", token, first, `?import=${importId}`)).toEqual({
    status: 200,
    body: { whole: [1, 2, 3] },
  })
  expect(await runJobs()).toBe(1)
  const [half] = await site.test.world.db.sql`select finished_at from imports where id = ${importId}`
  expect(half).toEqual({ finished_at: null })

  // The rest of the first file, with a repetition of the part that had already arrived.
  const rest = new FormData()
  rest.set("0.0", new Blob([new Uint8Array(fit.subarray(0, 100))]))
  rest.set("0.100", new Blob([new Uint8Array(fit.subarray(100))]))
  expect((await call("upload-import", token, rest, `?import=${importId}`)).body).toEqual({ whole: [0] })
  expect((await call("upload-import", token, rest, `?import=${importId}`)).body).toEqual({ whole: [] })
  expect(await runJobs()).toBe(1)

  expect(await filesOf(importId)).toEqual([
    { name: "export.zip/activities/a.gpx", outcome: "stored", reason: null },
    { name: "export.zip/activities/b.fit", outcome: "refused", reason: expect.any(String) },
    { name: "notes.txt", outcome: "refused", reason: expect.stringContaining("no recording") },
    { name: "run (2).fit", outcome: "refused", reason: expect.stringContaining("cut off") },
    { name: "run.fit", outcome: "stored", reason: null },
  ])
  const [done] = await site.test.world.db.sql`
    select finished_at is not null as over, (select count(*)::integer from private.import_parts) as parts
    from imports where id = ${importId}
  `
  expect(done).toEqual({ over: true, parts: 0 })
  const [day] = await site.test.world.db.sql`
    select points from athlete_days where athlete_id = (select athlete_id from imports where id = ${importId})
  `
  expect(day).toEqual({ points: 88 })
  // A page that was closed before the response arrived uploads it again, with no further effect.
  expect(await call("upload-import", token, rest, `?import=${importId}`)).toEqual({
    status: 200,
    body: { whole: [] },
  })
  expect(await runJobs()).toBe(0)
})

test("An import belongs to its owner, and accepts only announced files", async () => {
  const [owner, other] = [await joined(), await joined()]
  const { body } = await call("begin-import", owner, { files: [{ name: "a.gpx", size: 3 }] })
  const form = (name: string, text: string) => {
    const made = new FormData()
    made.set(name, new Blob([text]))
    return made
  }
  const send = (token: string, made: FormData) =>
    call("upload-import", token, made, `?import=${body.importId}`)
  expect(await send(other, form("0.0", "abc"))).toMatchObject({
    status: 404,
    body: { code: "unknown_import" },
  })
  expect(await send(owner, form("0.0", "abcd"))).toMatchObject({
    status: 409,
    body: { code: "unknown_part" },
  })
  expect(await send(owner, form("1.0", "abc"))).toMatchObject({ status: 409, body: { code: "unknown_part" } })
  expect(await send(owner, form("zero", "abc"))).toMatchObject({
    status: 400,
    body: { code: "invalid_input" },
  })
  expect(await send(owner, form("0.0", "x".repeat(5_100_000)))).toMatchObject({ status: 413 })
  const wrong = await call("begin-import", owner, { files: [{ name: "../a.gpx", size: 3 }] })
  expect(wrong.body.error).toContain("without its folder")
  const { session } = await site.member("not-joined@example.com")
  const early = await call("begin-import", session.access_token, { files: [{ name: "a.gpx", size: 3 }] })
  expect(early).toMatchObject({ status: 409, body: { code: "not_joined" } })
})

test("An unfinished upload is abandoned after an hour, with a message", async () => {
  const token = await joined()
  const { body } = await call("begin-import", token, { files: [{ name: "long.fit", size: 900 }] })
  site.test.clock.advance(3_500_000)
  expect(await giveUpUploads(site.test.world)).toBe(0)
  expect(await filesOf(body.importId)).toEqual([])
  site.test.clock.advance(200_000)
  // Includes the import that the previous test left.
  expect(await giveUpUploads(site.test.world)).toBe(2)
  expect(await giveUpUploads(site.test.world)).toBe(0)
  const [file] = await filesOf(body.importId)
  expect(file).toEqual({
    name: "long.fit",
    outcome: "refused",
    reason: "arrived incomplete; choose it again",
  })
})

/** Two points: the start, and one `seconds` later that is `climbM` meters higher. */
const twoPoints = (start: string, seconds: number, climbM = 0) => {
  const point = (atMs: number, lat: number, meters: number) =>
    `<trkpt lat="${lat}" lon="-117.9"><ele>${meters}</ele><time>${new Date(atMs).toISOString()}</time></trkpt>`
  const from = Date.parse(start)
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>
    ${point(from, 33.6, 0)}${point(from + 1000 * seconds, 33.61, climbM)}</trkseg></trk></gpx>`
}

test("A value out of range causes its file to be refused with a sentence, and the other files are stored", async () => {
  const token = await joined()
  const now = site.test.world.now()
  const archive = await zip({
    "a.fit": run(60),
    "before.gpx": twoPoints("1990-05-01T08:00:00Z", 900),
    "after.gpx": twoPoints("2150-05-01T08:00:00Z", 900),
    "climb.gpx": twoPoints("2026-11-01T08:00:00Z", 900, 150_000),
    "year.gpx": twoPoints("2024-05-01T08:00:00Z", 500 * 86_400),
    "bad\u0000name.gpx": gpx({ start: now, points: [3, 3, 3] }),
    "face.gpx": gpx({
      start: new Date(now.getTime() + 7_200_000),
      points: [4, 4],
      name: `${"x".repeat(199)}😀`,
    }),
    "z.gpx": gpx({ start: new Date(now.getTime() + 3_600_000), points: [3, 3, 3, 3] }),
  })
  const { body } = await call("begin-import", token, { files: [{ name: "all.zip", size: archive.length }] })
  const form = new FormData()
  form.set("0.0", new Blob([new Uint8Array(archive)]))
  expect((await call("upload-import", token, form, `?import=${body.importId}`)).body).toEqual({ whole: [0] })
  expect(await runJobs()).toBe(1)
  const refused = (name: string, reason: RegExp) => ({
    name: `all.zip/${name}`,
    outcome: "refused",
    reason: expect.stringMatching(reason),
  })
  const stored = (name: string) => ({ name: `all.zip/${name}`, outcome: "stored", reason: null })
  expect(await filesOf(body.importId)).toEqual([
    stored("a.fit"),
    refused("after.gpx", /in 2150.*2100/),
    stored("bad name.gpx"),
    refused("before.gpx", /in 1990.*1995/),
    refused("climb.gpx", /100 km of climb/),
    stored("face.gpx"),
    refused("year.gpx", /longer than a year/),
    stored("z.gpx"),
  ])
  const [done] = await site.test.world.db.sql`
    select finished_at is not null as over from imports where id = ${body.importId}
  `
  expect(done).toEqual({ over: true })
})

test("The owner of an archive sees its four outcomes with their reasons, and so does the export", async () => {
  const token = await joined()
  const archive = await zip({
    "counted.fit": run(-40),
    // A world-class time without a track as evidence.
    "review.fit": run(-120, 10_900),
    "excluded.fit": run(-20 * 24 * 60),
    "refused.gpx": twoPoints("1990-05-01T08:00:00Z", 900),
  })
  const { body } = await call("begin-import", token, { files: [{ name: "all.zip", size: archive.length }] })
  const form = new FormData()
  form.set("0.0", new Blob([new Uint8Array(archive)]))
  await call("upload-import", token, form, `?import=${body.importId}`)
  await runJobs()
  const stored = (name: string) => ({ name: `all.zip/${name}`, outcome: "stored", reason: null })
  const refusal = expect.stringMatching(/in 1990.*1995/)
  const files = [
    stored("counted.fit"),
    stored("excluded.fit"),
    { name: "all.zip/refused.gpx", outcome: "refused", reason: refusal },
    stored("review.fit"),
  ]
  expect(await filesOf(body.importId)).toEqual(files)
  const exported = (await call("export-data", token, {})).body
  const { activities, days, imports } = exported.competition
  expect(activities.map((one: Record<string, string>) => [one.status, one.reason_in_words])).toEqual([
    ["excluded", "It started before you joined the competition. Kept as history."],
    ["review", expect.stringContaining("world-class effort")],
    ["counted", "Counted."],
  ])
  expect(activities.at(-1)).toMatchObject({
    distance_m: 6100,
    moving_s: 1920,
    source: "file",
    sport: "running",
  })
  expect(activities.at(-1)).not.toHaveProperty("athlete_id")
  expect(days).toMatchObject([{ points: 88, lines: [{ points: 32 }, { points: 31 }, { points: 25 }] }])
  expect(imports).toMatchObject([{ files }])
  expect(exported.recordings).toHaveLength(3)
})

test("Missing storage for original files is reported before the next import", async () => {
  const token = await joined()
  const usedUp = async (size: number) => {
    await site.test.world.db.sql`
      insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
      select max(id), 'large', ${"0".repeat(64)}, 'large.fit', ${size}, now() from athletes
      on conflict (athlete_id, content_id) do update set size = excluded.size
    `
    const { sub } = (await site.service.verifyToken(token)) ?? {}
    const own = { userId: String(sub), zone: "America/Los_Angeles" }
    return (await ownSources(site.test.world, own)).files.usedUp
  }
  expect([await usedUp(4_999_000_000), await usedUp(4_999_000_001)]).toEqual([false, true])
})

test("A file that cannot be read on the last attempt is refused, and its member may start again", async () => {
  const token = await joined()
  const { world } = site.test
  const { body } = await call("begin-import", token, { files: [{ name: "a.gpx", size: 3 }] })
  const form = new FormData()
  form.set("0.0", new Blob(["abc"]))
  await call("upload-import", token, form, `?import=${body.importId}`)
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" })
  const readReceived = () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(full) }) })
  const files = { ...world.sources.files, readReceived }
  const failing = { ...world, sources: { ...world.sources, files } }
  const worker = importWorker()
  const job = site.test.jobs.find(({ queue }) => queue === importQueue)?.data
  const attempt = (n: number) =>
    worker.handle(failing, job, { id: "1", attempt: n, signal: new AbortController().signal })
  await expect(attempt(worker.retry.limit)).rejects.toThrow("no space")
  expect(await filesOf(body.importId)).toEqual([])
  await expect(attempt(worker.retry.limit + 1)).rejects.toThrow("no space")
  expect(await filesOf(body.importId)).toEqual([
    { name: "a.gpx", outcome: "refused", reason: expect.stringContaining("choose it again") },
  ])
  const [done] = await world.db.sql`
    select finished_at is not null as over from imports where id = ${body.importId}
  `
  expect(done).toEqual({ over: true })
})
