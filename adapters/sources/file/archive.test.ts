import { readdirSync, rmSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { fitSession, healthExport, healthWorkout } from "#test/support/exports.ts"
import { activitiesOf, readOutcomes, told, withLimits } from "#test/support/read-outcomes.ts"
import { encodeFit, gpx, zip } from "#test/support/recordings.ts"
import { readArchive } from "./archive.ts"
import type { Reading } from "./reading.ts"
import type { ReadOutcome } from "./recording.ts"
import { Budget } from "./zip.ts"

const run = {
  startedAt: new Date("2026-11-18T15:00:00Z"),
  sport: "running",
  timerS: 600,
  elapsedS: 600,
  distanceM: 1800,
  records: 600,
}
const fit = encodeFit({ sessions: [run] })
const monitoring = encodeFit({ type: "monitoringB", sessions: [] })
const uploads = "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part"

test("Garmin's export: activities in nested archives are read, thousands of other files are skipped", async () => {
  const settings = encodeFit({ type: "settings", sessions: [] })
  const archive = await zip({
    "DI_CONNECT/DI-Connect-User/user_profile.json": "{}",
    "DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json": "[]",
    [`${uploads}1.zip`]: await zip({
      "me@example.com_1.fit": monitoring,
      "me@example.com_2.fit": fit,
      "me@example.com_3.fit": settings,
      "me@example.com_4.txt": "x",
      "me@example.com_5.fit": fit.subarray(0, 500),
    }),
    [`${uploads}2.zip`]: await zip({
      "me@example.com_6.gpx": gpx({ start: run.startedAt, points: Array(60).fill(3) }),
    }),
    "ended.fit": fit,
  })
  const passedOver: string[] = []
  const outcomes = await readOutcomes("garmin.zip", archive, {
    passedOver: (name) => void passedOver.push(name),
  })
  expect(told(outcomes)).toEqual([
    [`garmin.zip/${uploads}1.zip/me@example.com_2.fit`, 1],
    [`garmin.zip/${uploads}1.zip/me@example.com_5.fit`, expect.stringMatching(/^cut off after 500 bytes/)],
    [`garmin.zip/${uploads}2.zip/me@example.com_6.gpx`, 1],
    ["garmin.zip/ended.fit", 1],
  ])
  expect(passedOver).toEqual([
    "garmin.zip/DI_CONNECT/DI-Connect-User/user_profile.json",
    "garmin.zip/DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json",
    `garmin.zip/${uploads}1.zip/me@example.com_1.fit`,
    `garmin.zip/${uploads}1.zip/me@example.com_3.fit`,
  ])
  const loose = await readOutcomes("Settings.fit", settings)
  expect(told(loose)).toEqual([["Settings.fit", "a settings file, not an activity"]])
})

test("nested archives are unpacked one at a time and leave nothing behind, even if damaged", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "archive-test-"))
  const inner = await zip({ "a.fit": fit })
  const bad = Buffer.from(inner)
  bad.fill(0xff, 40, 200)
  const archive = await zip({
    "1.zip": inner,
    "2.zip": "no archive",
    "3.zip": bad,
    "4.zip": inner.subarray(0, -30),
    "5.zip": inner,
  })
  const unpacked: number[] = []
  const innerFolders = () => readdirSync(scratch).filter((name) => name.startsWith("inner-"))
  const outcomes = await readOutcomes("x.zip", archive, {
    scratch,
    wanted: () => unpacked.push(innerFolders().length) > 0,
  })
  expect(told(outcomes)).toEqual([
    ["x.zip/1.zip/a.fit", 1],
    ["x.zip/2.zip", expect.stringMatching(/cut off|damaged/)],
    ["x.zip/3.zip/a.fit", expect.stringMatching(/damaged|not a FIT/)],
    ["x.zip/4.zip", expect.stringMatching(/cut off|damaged/)],
    ["x.zip/5.zip/a.fit", 1],
  ])
  expect(Math.max(...unpacked)).toBe(1)
  expect(innerFolders()).toEqual([])
  // Consumers of the outcomes get copies of the two readable files, and none of damaged ones.
  expect(readdirSync(scratch)).toHaveLength(2)
  await rm(scratch, { recursive: true })
})

test("nested archives share one limit: a decompression bomb ends the outer archive", async () => {
  // A hundredth of the real limit, which allows a lifetime of training.
  const read = (name: string, archive: Buffer) =>
    withLimits({ unpackedFloor: 3_000_000, unpackedRatio: 1 }, () => readOutcomes(name, archive))
  const spaces = Buffer.concat([Buffer.from("<HealthData>"), Buffer.alloc(400_000, 32)])
  const bomb = await zip(Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`${n}.xml`, spaces])))
  const archive = await zip({ "1.zip": bomb, "2.zip": bomb, "3.zip": bomb, "late.fit": fit })
  const outcomes = await read("bomb.zip", archive)
  expect(outcomes.every(({ ok }) => !ok)).toBe(true)
  expect(told(outcomes).at(-1)?.[1]).toMatch(/unpacks to far more/)
  expect(told(outcomes).map(([name]) => name)).not.toContain("bomb.zip/late.fit")
  const zeros = await zip({ "1.zip": Buffer.alloc(3_100_000), "late.fit": fit })
  expect(told(await read("zeros.zip", zeros))).toEqual([
    ["zeros.zip/1.zip", expect.stringMatching(/^unpacks to far more/)],
  ])
})

test("a duplicate name has two outcomes, and names that point outside the archive yield no content", async () => {
  const archive = await zip({ "a.fit": fit, "b.fit": fit, "xx/c.zip": await zip({ "a.fit": fit }) })
  const same = Buffer.from(archive.toString("latin1").replaceAll("b.fit", "a.fit"), "latin1")
  const evil = Buffer.from(same.toString("latin1").replaceAll("xx/c.zip", "../c.zip"), "latin1")
  expect(told(await readOutcomes("x.zip", evil))).toEqual([
    ["x.zip/a.fit", 1],
    ["x.zip/a.fit (2)", 1],
    ["x.zip/../c.zip", "its path leads out of the archive"],
  ])
})

test("a file with an unknown compression method is named, and the others are read", async () => {
  const archive = await zip({ "a.fit": fit, "b.fit": fit })
  // The compression method is at byte 10 of an entry of the central directory, and at byte 8 of the local file header.
  const entry = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  archive.writeUInt16LE(12, entry + 10)
  archive.writeUInt16LE(12, archive.indexOf(Buffer.from([0x50, 0x4b, 3, 4])) + 8)
  expect(told(await readOutcomes("x.zip", archive))).toEqual([
    ["x.zip/a.fit", "packed in a way that is not supported"],
    ["x.zip/b.fit", 1],
  ])
})

/** Sets flags of the first file in the archive's central directory. */
const flagged = (archive: Buffer, flags: number) => {
  const changed = Buffer.from(archive)
  const at = changed.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8
  changed.writeUInt16LE(changed.readUInt16LE(at) | flags, at)
  return changed
}
test("a password-protected file is named, and the others are read; an encrypted directory is refused", async () => {
  const archive = await zip({ "a.fit": fit, "b.fit": fit })
  expect(told(await readOutcomes("x.zip", flagged(archive, 1)))).toEqual([
    ["x.zip/a.fit", "protected with a password"],
    ["x.zip/b.fit", 1],
  ])
  expect(told(await readOutcomes("x.zip", flagged(archive, 0x40)))).toEqual([
    ["x.zip", "protected with a password"],
  ])
  const inner = flagged(await zip({ "a.zip": await zip({ "b.fit": fit }) }), 1)
  expect(told(await readOutcomes("x.zip", inner))).toEqual([["x.zip/a.zip", "protected with a password"]])
})

test("an archive without its end is reported as cut off, and bytes that cannot be unpacked as damaged", async () => {
  const archive = await zip({ "a.fit": fit, "b.fit": fit })
  expect(told(await readOutcomes("x.zip", archive.subarray(0, -30)))).toEqual([
    ["x.zip", "cut off: the archive is not complete"],
  ])
  archive.fill(0xff, 40, 200)
  expect(told(await readOutcomes("x.zip", archive))).toEqual([
    ["x.zip/a.fit", "damaged: it cannot be unpacked"],
    ["x.zip/b.fit", 1],
  ])
})

test("an archive in the 64-bit format is read like any other", async () => {
  const archive = await zip(
    { "a.fit": fit, "inner.zip": await zip({ "b.fit": fit }, { zip64: true }) },
    { zip64: true },
  )
  expect(told(await readOutcomes("x.zip", archive))).toEqual([
    ["x.zip/a.fit", 1],
    ["x.zip/inner.zip/b.fit", 1],
  ])
})

test("two exports in one archive: each describes only its own files", async () => {
  const csv = (name: string) => `Activity Name,Activity Type,Filename\n${name},Run,activities/1.fit.gz`
  const workout = (day: string) =>
    healthExport(
      healthWorkout({
        type: day === "18" ? "Walking" : "Hiking",
        start: `2026-11-${day} 07:00:00 -0800`,
        end: `2026-11-${day} 07:10:00 -0800`,
        minutes: 10,
        route: "/workout-routes/r.gpx",
      }),
    )
  const track = (day: string) =>
    gpx({ start: new Date(`2026-11-${day}T15:00:00Z`), points: Array(600).fill(1) })
  const archive = await zip({
    "strava_1/activities.csv": csv("Mine"),
    "strava_1/activities/1.fit.gz": gzipSync(fit),
    "strava_2/activities.csv": csv("Other"),
    "strava_2/activities/1.fit.gz": gzipSync(fit),
    "health 1/export.xml": workout("18"),
    "health 1/workout-routes/r.gpx": track("18"),
    "health 2/workout-routes/r.gpx": track("19"),
    "health 2/export.xml": workout("19"),
    "Takeout/Fit/Alle Sitzungen/1.json": fitSession({}),
    "Takeout/Fit/Alle Sitzungen/2.json": fitSession({ fitnessActivity: "sleep.deep" }),
    "Takeout/Fit/Alle Sitzungen/3.json": fitSession({ startTime: "yesterday" }),
    "Takeout/archive_browser.html": "<html/>",
  })
  const outcomes = await readOutcomes("all.zip", archive)
  expect(told(outcomes)).toEqual([
    ["all.zip/strava_1/activities/1.fit.gz", 1],
    ["all.zip/strava_2/activities/1.fit.gz", 1],
    ["all.zip/health 1/workout-routes/r.gpx", 1],
    ["all.zip/health 2/workout-routes/r.gpx", 1],
    ["all.zip/Takeout/Fit/Alle Sitzungen/1.json", 1],
    ["all.zip/Takeout/Fit/Alle Sitzungen/3.json", "a Google Fit session without its activity, start or end"],
  ])
  expect(activitiesOf(outcomes).map(({ name, sports }) => name ?? sports[0])).toEqual([
    "Mine",
    "Other",
    "Walking",
    "Hiking",
    "strength_training",
  ])
})

test("an archive or nested archive may have the maximum size", async () => {
  const inner = await zip({ "a.fit": fit })
  const outer = await zip({ "pad.txt": "", "inner.zip": inner })
  const reasons = (archiveBytes: number, archive: Buffer) =>
    withLimits({ archiveBytes }, async () => told(await readOutcomes("x.zip", archive)))
  expect(await reasons(outer.length, outer)).toEqual([["x.zip/inner.zip/a.fit", 1]])
  expect(await reasons(outer.length - 1, outer)).toEqual([["x.zip", "larger than 0 MB"]])
  // The compressed archive is smaller than its content.
  const zeros = await zip({ "inner.zip": Buffer.alloc(100_000) })
  expect(await reasons(99_999, zeros)).toEqual([["x.zip/inner.zip", "larger than 0 MB"]])
  expect(await reasons(100_000, zeros)).toEqual([
    ["x.zip/inner.zip", expect.stringMatching(/cut off|damaged/)],
  ])
})

test("an archive may contain the maximum number of files, including those in nested archives", async () => {
  const inner = await zip({ "b.fit": fit, "c.fit": fit })
  const files = { "a.fit": fit, "inner.zip": inner }
  const outcomes = (archiveEntries: number) =>
    withLimits({ archiveEntries }, async () => readOutcomes("x.zip", await zip(files)))
  expect(told(await outcomes(4))).toHaveLength(3)
  expect(told(await outcomes(3))).toEqual([
    ["x.zip/a.fit", 1],
    ["x.zip/inner.zip", "holds too many files"],
  ])
  expect(told(await outcomes(1))).toEqual([["x.zip", "holds too many files"]])
  const listed = await zip({ "activities.csv": "Filename", "b.fit": fit })
  const readAhead = (archiveEntries: number) =>
    withLimits({ archiveEntries }, async () => {
      const names: string[] = []
      const readingAhead = (name: string) => void names.push(name)
      await readOutcomes("x.zip", listed, { readingAhead })
      return names
    })
  expect([await readAhead(1), await readAhead(2)]).toEqual([[], ["x.zip/activities.csv"]])
})

test("the total unpacked size may reach the maximum for the archive's size", async () => {
  const archive = await zip({ "a.fit": fit, "b.fit": fit, "c.fit": fit })
  const outcomes = (unpackedFloor: number, unpackedRatio = 0) =>
    withLimits({ unpackedFloor, unpackedRatio }, () => readOutcomes("x.zip", archive))
  expect(told(await outcomes(3 * fit.length)).map(([, count]) => count)).toEqual([1, 1, 1])
  expect(told(await outcomes(2 * fit.length))).toEqual([
    ["x.zip/a.fit", 1],
    ["x.zip/b.fit", 1],
    ["x.zip/c.fit", "unpacks to far more than recordings would; the rest is left out"],
  ])
  expect(told(await outcomes(fit.length - 1))).toHaveLength(1)
  expect(told(await outcomes(0, 3 * fit.length))).toHaveLength(3)
  const listed = await zip({ "activities.csv": "Filename", "a.fit": fit })
  const spent = () => readOutcomes("x.zip", listed)
  expect(told(await withLimits({ unpackedFloor: 7, unpackedRatio: 0 }, spent))).toEqual([
    ["x.zip", "unpacks to far more than recordings would; the rest is left out"],
  ])
})

test("files that were not requested are not read, whether or not they are damaged", async () => {
  const files = { "a.fit": fit, "b.fit": fit, "bad.zip": "no archive" }
  const wanted = (name: string) => name.endsWith("b.fit")
  expect(told(await readOutcomes("x.zip", await zip(files), { wanted }))).toEqual([["x.zip/b.fit", 1]])
  expect(told(await readOutcomes("x.zip", (await zip(files)).subarray(0, 40), { wanted }))).toEqual([])
  expect(
    told(
      await withLimits({ archiveBytes: 1 }, async () =>
        readOutcomes("x.zip", await zip(files), { wanted: () => false }),
      ),
    ),
  ).toEqual([])
})

/** Reads an archive; `unpack` counts its unpacked bytes. */
async function readCounted(archive: Buffer, unpack: (bytes: number) => void, reading: Reading = {}) {
  const scratch = await mkdtemp(join(tmpdir(), "archive-test-"))
  try {
    const path = join(scratch, "x.zip")
    await writeFile(path, archive)
    const budget = Object.assign(new Budget(archive.length), { unpack })
    const outcomes: ReadOutcome[] = []
    const place = { budget, isInner: false }
    for await (const one of readArchive(path, "x.zip", { ...reading, scratch }, place)) outcomes.push(one)
    return outcomes
  } finally {
    await rm(scratch, { recursive: true })
  }
}

test("a nested archive is unpacked only up to the maximum size of an archive", async () => {
  const zeros = await zip({ "inner.zip": Buffer.alloc(1_000_000) })
  let unpacked = 0
  const outcomes = await withLimits({ archiveBytes: 100_000 }, () =>
    readCounted(zeros, (bytes) => {
      unpacked += bytes
    }),
  )
  expect(told(outcomes)).toEqual([["x.zip/inner.zip", "larger than 0 MB"]])
  expect(unpacked).toBeLessThan(300_000)
  const unwanted = await withLimits({ archiveBytes: 100_000 }, () =>
    readCounted(zeros, () => {}, { wanted: () => false }),
  )
  expect(unwanted).toEqual([])
})

test.each([
  ["in it", { "a.fit": fit }],
  ["in a nested archive", { "inner.zip": Buffer.alloc(100) }],
  ["with a list", { "activities.csv": "Filename" }],
])("an error of this machine is not reported as an error of the file %s", async (_, files) => {
  const reading = readCounted(await zip(files), () => {
    throw new Error("no space left")
  })
  await expect(reading).rejects.toThrow("no space left")
})

test("a folder that is cleared in the meantime causes no error", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "archive-test-"))
  const wanted = () => {
    for (const name of readdirSync(scratch)) rmSync(join(scratch, name), { recursive: true })
    return true
  }
  const archive = await zip({ "inner.zip": await zip({ "a.fit": fit }) })
  expect(told(await readOutcomes("x.zip", archive, { scratch, wanted }))).toEqual([
    ["x.zip/inner.zip/a.fit", 1],
  ])
  await rm(scratch, { recursive: true })
})
