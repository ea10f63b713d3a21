/** Information that files of an archive contain about other files. */
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { healthExport, healthWorkout } from "#test/support/exports.ts"
import { activitiesOf, readOutcomes, told, withLimits } from "#test/support/read-outcomes.ts"
import { encodeFit, gpx, zip } from "#test/support/recordings.ts"

const start = new Date("2026-11-18T15:00:00Z")
const run = { startedAt: start, sport: "running", timerS: 60, elapsedS: 60, distanceM: 180, records: 60 }
const fit = encodeFit({ sessions: [run] })
const legs = encodeFit({ sessions: [run, { ...run, startedAt: new Date(start.getTime() + 70_000) }] })
const track = gpx({ start, points: Array(60).fill(3) })
const walk = (...routes: string[]) =>
  healthWorkout({ start: "2026-11-18 07:00:00 -0800", end: "2026-11-18 07:01:00 -0800", minutes: 1 }).replace(
    "</Workout>",
    `${routes.map((path) => `<WorkoutRoute><FileReference path="${path}"/></WorkoutRoute>`).join("")}</Workout>`,
  )
const later = (workout: string) => workout.replaceAll("07:0", "09:0")
const read = async (files: Record<string, Buffer | string>, reading = {}) =>
  readOutcomes("x.zip", await zip(files), reading)
test("a list gives a recording its name, and its sport unless the recording has several", async () => {
  const csv = [
    "Filename,Activity Name,Activity Type",
    "one.fit,Morning,Trail Run",
    "legs.fit,Both,Workout",
    "nameless.gpx,,",
  ].join("\n")
  const outcomes = await read({
    "activities.csv": csv,
    "one.fit": fit,
    "legs.fit": legs,
    "nameless.gpx": track,
  })
  expect(activitiesOf(outcomes).map(({ name, sports }) => [name, sports])).toEqual([
    ["Morning", ["Trail Run", "running"]],
    ["Both", ["running"]],
    ["Both", ["running"]],
    ["Track", ["running", "Track"]],
  ])
  expect(
    told(await read({ "activities.csv": "Filename,Activity Name\nbad.fit,Morning", "bad.fit": "no" })),
  ).toEqual([["x.zip/bad.fit", "cut off after 2 bytes"]])
})

test.each<[string, object, string | null]>([
  ["at the top", { "activities.csv": 1 }, "Morning"],
  ["in a folder", { "export/activities.csv": 1, folder: "export/" }, "Morning"],
  ["two folders deep", { "a/b/activities.csv": 1, folder: "a/b/" }, null],
  ["under another name", { "my-activities.csv": 1 }, null],
])("a list is found %s: %#", async (_, { folder = "", ...where }: { folder?: string }, name) => {
  const list = Object.fromEntries(
    Object.keys(where).map((path) => [path, "Filename,Activity Name\na.fit,Morning"]),
  )
  expect(activitiesOf(await read({ ...list, [`${folder}a.fit`]: fit }))[0]?.name).toBe(name)
})

test("if a list is too large or damaged, the recordings have no names", async () => {
  const csv = "Filename,Activity Name\na.fit,Morning"
  const names = async (archive: Buffer) =>
    activitiesOf(await readOutcomes("x.zip", archive)).map(({ name }) => name)
  const archive = await zip({ "activities.csv": csv, "a.fit": fit })
  expect(await withLimits({ csvBytes: csv.length }, () => names(archive))).toEqual(["Morning"])
  expect(await withLimits({ csvBytes: csv.length - 1 }, () => names(archive))).toEqual([null])
  // The content follows a header of 30 bytes and the name.
  archive.fill(0xff, 30 + "activities.csv".length, 30 + "activities.csv".length + 10)
  expect(await names(archive)).toEqual([null])
})

test("a truncated list provides no names, and one that is too large when unpacked ends the archive", async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `${n}.fit,${(n * 7919) % 10_007}`)
  const archive = await zip({
    "activities.csv": ["Filename,Activity Name", ...rows].join("\n"),
    "0.fit": fit,
  })
  const second = archive.indexOf("0.fit", 30) - 30
  const whole = await readOutcomes("x.zip", archive)
  expect(activitiesOf(whole).map(({ name }) => name)).toEqual(["0"])
  archive.fill(0xff, second - 2000, second - 1000)
  expect(activitiesOf(await readOutcomes("x.zip", archive)).map(({ name }) => name)).toEqual([null])

  const listed = await zip({ "activities.csv": "x".repeat(10_000), "a.fit": fit })
  const within = (unpackedFloor: number) =>
    withLimits({ unpackedFloor, unpackedRatio: 0 }, async () => told(await readOutcomes("x.zip", listed)))
  expect(await within(20_000 + fit.length)).toEqual([["x.zip/a.fit", 1]])
  expect(await within(9_999)).toEqual([
    ["x.zip", "unpacks to far more than recordings would; the rest is left out"],
  ])
})

test.each<[string, Record<string, string>, [string, number][]]>([
  [
    "with several routes uses one track and skips the others",
    { "a/workout-routes/1.gpx": track, "a/workout-routes/2.gpx": track },
    [["x.zip/a/workout-routes/2.gpx", 1]],
  ],
  [
    "ignores a file outside the route folder",
    { "a/other/1.gpx": track },
    [
      ["x.zip/a/other/1.gpx", 1],
      ["x.zip/a/export.xml", 1],
    ],
  ],
  [
    "ignores a route of another folder",
    { "b/workout-routes/1.gpx": track },
    [
      ["x.zip/b/workout-routes/1.gpx", 1],
      ["x.zip/a/export.xml", 1],
    ],
  ],
])("a workout %s", async (_, files, expected) => {
  const paths = ["/other/1.gpx", "/workout-routes/2.gpx", "//workout-routes/1.gpx"]
  expect(told(await read({ ...files, "a/export.xml": healthExport(walk(...paths)) }))).toEqual(expected)
})

test("a route belongs to one workout; another workout that names it has no route", async () => {
  const workouts = healthExport(walk("/workout-routes/1.gpx"), later(walk("/workout-routes/1.gpx")))
  const outcomes = await read({ "workout-routes/1.gpx": track, "export.xml": workouts })
  expect(told(outcomes)).toEqual([
    ["x.zip/workout-routes/1.gpx", 1],
    ["x.zip/export.xml", 1],
  ])
  expect(activitiesOf(outcomes).map(({ trackM }) => (trackM ?? 0) > 0)).toEqual([true, false])
})

test("an export whose workouts all have routes is reported only if something was left out", async () => {
  const workout = walk("/workout-routes/1.gpx")
  const files = { "workout-routes/1.gpx": track }
  const unusable = later(walk()).replace("startDate", "started")
  expect(told(await read({ ...files, "export.xml": healthExport(workout) }))).toHaveLength(1)
  expect(told(await read({ ...files, "export.xml": healthExport(workout, unusable) }))).toEqual([
    ["x.zip/workout-routes/1.gpx", 1],
    ["x.zip/export.xml", 0],
  ])
})

test("only recordings are opened in the folder of an export; elsewhere every file is", async () => {
  const passedOver: string[] = []
  const files = {
    "health/notes.json": "{}",
    "health/a.fit": fit,
    "health/b.fit.gz": gzipSync(fit),
    "notes.json": "{}",
  }
  const outcomes = await read(
    { "health/export.xml": healthExport(walk()), ...files },
    { passedOver: (name: string) => void passedOver.push(name) },
  )
  expect(told(outcomes).map(([name]) => name)).toEqual(
    ["export.xml", "a.fit", "b.fit.gz"].map((name) => `x.zip/health/${name}`),
  )
  expect(passedOver).toEqual(["x.zip/notes.json"])
})

test("the number of files read ahead is limited, and a file that failed last time is skipped", async () => {
  const files = {
    ...{ "1/export.xml": healthExport(walk("/workout-routes/1.gpx")), "1/workout-routes/1.gpx": track },
    ...{ "2/export.xml": healthExport(walk("/workout-routes/1.gpx")), "2/workout-routes/1.gpx": track },
  }
  const asked: string[] = []
  const readingAhead = (name: string) => void asked.push(name)
  expect(told(await read(files, { readingAhead }))).toHaveLength(2)
  expect(asked).toEqual(["x.zip/1/export.xml", "x.zip/2/export.xml"])
  const fewer = await withLimits({ filesReadAhead: 1 }, () => read(files, { readingAhead }))
  expect(told(fewer).map(([name]) => name)).toEqual(
    ["1/workout-routes/1.gpx", "2/export.xml", "2/workout-routes/1.gpx"].map((name) => `x.zip/${name}`),
  )
  expect(asked).toHaveLength(3)
  const failed = await read(files, {
    readingAhead: (name: string) => (name.includes("/1/") ? "broken" : undefined),
  })
  expect(told(failed)).toContainEqual(["x.zip/1/export.xml", "broken"])
})

test("an XML file that is not an export is skipped, and a damaged export is unpacked only once", async () => {
  expect(told(await read({ "notes.xml": "<notes/>", "a.fit": fit }))).toEqual([["x.zip/a.fit", 1]])
  const damaged = healthExport(walk()).slice(0, -700)
  const limited = withLimits({ unpackedFloor: damaged.length + fit.length, unpackedRatio: 0 }, () =>
    read({ "export.xml": damaged, "a.fit": fit }),
  )
  expect(told(await limited)).toEqual([
    ["x.zip/export.xml", `cut off after ${damaged.length} bytes`],
    ["x.zip/a.fit", 1],
  ])
})
