/** Very large files: more than a lifetime of recordings. */
import { createWriteStream } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { ZipFile } from "yazl"
import type { FileOutcome } from "#ports/recorded.ts"
import { healthHead, healthRecords, healthWorkout } from "#test/support/exports.ts"
import { readOutcomes, told } from "#test/support/read-outcomes.ts"
import { encodeFit, fitWithHeartBeats, fitWithRecords, zip } from "#test/support/recordings.ts"
import { readHealthExport } from "./health-export.ts"
import { readFilesInThread } from "./in-thread.ts"

const start = "2026-11-18 07:00:00 -0800"
const end = "2026-11-18 07:50:00 -0800"

test("workouts beyond the maximum number are left out", async () => {
  const one = healthWorkout({ start, end, minutes: 1 })
  const [outcome] = await readOutcomes("export.xml", `${healthHead}${one.repeat(30_001)}</HealthData>`)
  expect(outcome).toMatchObject({
    ok: true,
    note: "has more than 30,000 workouts; the workouts before that are taken",
  })
  expect(told(outcome ? [outcome] : [])).toEqual([["export.xml", 30_000]])
})

test("records of many times the memory that is allowed leave nothing in it, because they are never converted to text", async () => {
  const run = healthWorkout({ start, end, minutes: 45.5 })
  const records = Buffer.from(healthRecords(20_000))
  async function* large() {
    yield Buffer.from(healthHead)
    for (let n = 0; n < 24; n++) {
      yield records
      yield Buffer.from(run.replaceAll("2026-11-18", `20${10 + (n % 15)}-11-18`))
    }
    yield Buffer.from("</HealthData>")
  }
  const before = process.memoryUsage().heapUsed
  const { workouts } = await readHealthExport(large())
  expect(workouts).toHaveLength(24)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000)
})

describe("in a separate thread", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recordings-of-size-"))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const run = {
    startedAt: new Date("2026-11-18T15:00:00Z"),
    sport: "running",
    timerS: 1800,
    elapsedS: 1900,
    distanceM: 5012.3,
    records: 1800,
  }

  test("an archive whose recording unpacks to far more than it declares is refused, and its copy removed", async () => {
    const copies = join(folder, "copies-of-bomb")
    await mkdir(copies)
    vi.stubEnv("TMPDIR", copies)
    const path = join(folder, "tail.zip")
    const tail = Buffer.concat([gzipSync(encodeFit({ sessions: [run] })), Buffer.alloc(310_000_000)])
    await writeFile(path, await zip({ "a.fit.gz": tail }))
    for await (const outcome of readFilesInThread([path])) {
      expect(outcome).toEqual({
        name: "tail.zip/a.fit.gz",
        ok: false,
        reason: expect.stringContaining("unpacks to far more"),
      })
      const [only] = await readdir(copies)
      expect(await readdir(join(copies, String(only)))).toEqual([])
    }
    vi.unstubAllEnvs()
  })

  test("a file that exhausts the thread's memory is refused by name, and the next one is read", async () => {
    const fit = encodeFit({ sessions: [run] })
    const names = ["1.fit", "much.fit", "3.fit"].map((name) => join(folder, name))
    // Each record becomes an object; these need several times the thread's memory.
    const much = fitWithRecords(700_000)
    expect(told(await readOutcomes("few.fit", fitWithRecords(600)))).toEqual([["few.fit", 1]])
    for (const name of names) await writeFile(name, name.endsWith("much.fit") ? much : fit)
    const outcomes: FileOutcome[] = []
    for await (const outcome of readFilesInThread(names)) outcomes.push(outcome)
    expect(outcomes.map(({ name, ok }) => [name, ok])).toEqual([
      ["1.fit", true],
      ["much.fit", false],
      ["3.fit", true],
    ])
  })

  test("a recording of more than a day with power, running dynamics and heartbeat intervals is read", async () => {
    const ultra = fitWithHeartBeats({ seconds: 90_000, fields: 20 })
    const path = join(folder, "ultra.fit")
    await writeFile(path, ultra)
    const outcomes: FileOutcome[] = []
    for await (const outcome of readFilesInThread([path])) outcomes.push(outcome)
    expect(outcomes).toMatchObject([{ ok: true, activities: [{ movingS: 89_999, distanceM: 269_997 }] }])
  })

  test("an export.xml of 125 MB is read with the thread's 112 MB of memory", async () => {
    const path = join(folder, "health.zip")
    const archive = new ZipFile()
    const written = pipeline(archive.outputStream, createWriteStream(path))
    archive.addReadStream(Readable.from(largeExport(125_000_000)), "apple_health_export/export.xml", {
      compressionLevel: 1,
    })
    archive.end()
    await written
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 20)
    const outcomes: FileOutcome[] = []
    for await (const outcome of readFilesInThread([path])) outcomes.push(outcome)
    clearInterval(watch)
    expect(told(outcomes).map(([, found]) => found)).toEqual([2000])
    expect(most - before).toBeLessThan(125_000_000)
  })
})

const firstDay = new Date("2026-11-18T15:00:00Z")

/** An Apple Health export.xml of the given number of bytes with 2,000 workouts. */
function* largeExport(bytes: number): Generator<Buffer> {
  yield Buffer.from(healthHead)
  const records = Buffer.from(healthRecords(Math.round(bytes / 2000 / healthRecords(1).length)))
  for (let n = 0; n < 2000; n++) {
    yield records
    const at = (minutes: number) =>
      `${new Date(firstDay.getTime() - n * 86_400_000 + minutes * 60_000).toISOString().slice(0, 19).replace("T", " ")} +0000`
    yield Buffer.from(healthWorkout({ start: at(0), end: at(30), minutes: 30 }))
  }
  yield Buffer.from("</HealthData>")
}
