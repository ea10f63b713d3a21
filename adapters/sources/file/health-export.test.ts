import { Readable } from "node:stream"
import { describe, expect, test, vi } from "vitest"
import { fitSession, healthExport, healthHead, healthWorkout, hevyHead } from "#test/support/exports.ts"
import { activitiesOf, readOutcomes, told, withLimits } from "#test/support/read-outcomes.ts"
import { gpx, zip } from "#test/support/recordings.ts"
import { readHealthExport, withTrack } from "./health-export.ts"

const start = "2026-11-18 07:00:00 -0800"
const end = "2026-11-18 07:50:00 -0800"
const run = healthWorkout({
  start,
  end,
  minutes: 45.5,
  statistic: ["DistanceWalkingRunning", 8.2, "km"],
  metadata: { HKIndoorWorkout: "1", HKTimeZone: "Europe/Berlin", HKElevationAscended: "1234 cm" },
})
const strength = healthWorkout({
  type: "FunctionalStrengthTraining",
  start: "2026-11-19 18:00:00 +0100",
  end: "2026-11-19 19:00:00 +0100",
  minutes: 60,
  statistic: ["DistanceWalkingRunning", 0.4, "km"],
})
const pieces = (...all: (string | Buffer)[]) => Readable.from(all.map((one) => Buffer.from(one)))

describe("export.xml of Apple Health", () => {
  test("indoor and strength workouts: moving time, distance of the sport, the workout's own time zone", async () => {
    const [outcome] = await readOutcomes("export.xml", healthExport(run, strength))
    const [indoor, gym] = activitiesOf(outcome ? [outcome] : [])
    expect(indoor).toMatchObject({
      sports: ["Running"],
      startedAt: new Date("2026-11-18T15:00:00Z"),
      utcOffsetS: 3600,
      elapsedS: 3000,
      movingS: 2730,
      distanceM: 8200,
      elevationM: 12.34,
      indoor: true,
      virtual: false,
      manual: false,
      fiveMinutesKmh: null,
    })
    // Steps between two sets are not counted as distance.
    expect(gym).toMatchObject({
      sports: ["FunctionalStrengthTraining"],
      utcOffsetS: 3600,
      distanceM: 0,
      movingS: 3600,
      indoor: true,
    })
  })

  test("an empty workout element ends with its own tag", async () => {
    const bare = strength.replace(/>[\s\S]*<\/Workout>/, "/>")
    expect(activitiesOf(await readOutcomes("export.xml", healthExport(bare, run)))).toMatchObject([
      { sports: ["FunctionalStrengthTraining"], movingS: 3600 },
      { sports: ["Running"], movingS: 2730 },
    ])
  })

  test("older exports have the distance in the workout, in miles too; manual entries are marked", async () => {
    const old = healthWorkout({
      type: "Cycling",
      start,
      end,
      minutes: 50,
      attributes: 'totalDistance="10" totalDistanceUnit="mi"',
      metadata: { HKWasUserEntered: "1" },
    })
    expect(activitiesOf(await readOutcomes("export.xml", healthExport(old)))).toMatchObject([
      { distanceM: 16_093.44, manual: true },
    ])
  })

  test("a later export contains the same workouts under the same ids", async () => {
    const [one] = activitiesOf(await readOutcomes("export.xml", healthExport(run)))
    const elsewhere = run
      .replaceAll("07:00:00 -0800", "16:00:00 +0100")
      .replaceAll("07:50:00 -0800", "16:50:00 +0100")
    const again = activitiesOf(await readOutcomes("export.xml", healthExport(strength, elsewhere)))
    expect(again.map(({ externalId }) => externalId)).toContain(one?.externalId)
    expect(new Set(again.map(({ externalId }) => externalId)).size).toBe(2)
  })

  test("a workout is found wherever the chunks of the file end", async () => {
    const whole = Buffer.from(healthExport(run, strength))
    for (const size of [1, 7, 64, 4096]) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.subarray(n * size, (n + 1) * size),
      )
      expect((await readHealthExport(pieces(...parts))).workouts).toHaveLength(2)
    }
  })

  test("complete workouts before a cut are kept, and one unusable workout does not affect the others", async () => {
    const whole = healthExport(run, strength)
    const [cut] = await readOutcomes("export.xml", whole.slice(0, whole.lastIndexOf("</Workout>")))
    expect(cut).toMatchObject({
      ok: true,
      note: expect.stringMatching(/^cut off after \d+ bytes; the workouts before/),
    })
    expect(told(cut ? [cut] : [])).toEqual([["export.xml", 1]])
    const [mixed] = await readOutcomes(
      "export.xml",
      healthExport(run.replaceAll("07:00:00", "25:00:00"), strength),
    )
    expect(mixed).toMatchObject({
      ok: true,
      note: "1 of its workouts left out: one does not say when it started and ended",
    })
    expect(told(mixed ? [mixed] : [])).toEqual([["export.xml", 1]])
  })

  test("files that are not exports or are malicious are refused with a reason", async () => {
    const reasonOf = async (content: string | Buffer) =>
      told(await readOutcomes("export.xml", content))[0]?.[1]
    const laughs = healthHead.replace("]>", '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>')
    expect(await reasonOf(`${laughs}${run}</HealthData>`)).toBe(
      "declares entities of its own, which recordings never need",
    )
    const inside = run.replace("<WorkoutEvent", '<!DOCTYPE x [<!ENTITY a "ha">]><WorkoutEvent')
    expect(await reasonOf(healthExport(inside))).toBe(
      "declares entities of its own, which recordings never need",
    )
    const deep = run.replace("<WorkoutEvent", `${"<a>".repeat(50_000)}<WorkoutEvent`)
    expect(await reasonOf(healthExport(deep))).toBe("not well-formed XML")
    const endless = `${healthHead}<Workout workoutActivityType="HKWorkoutActivityTypeRunning">${"<a/>".repeat(700_000)}`
    expect(await reasonOf(endless)).toBe("not well-formed XML: a workout does not end")
    expect(await reasonOf(`${healthHead}<Workout a="${"x".repeat(200_000)}`)).toBe(
      "not well-formed XML: a workout does not end",
    )
    expect(await reasonOf(Buffer.from(`\uFEFF${healthExport(run)}`, "utf16le"))).toBe(
      "not text in UTF-8, in which Apple Health writes it",
    )
    const latin = Buffer.from(healthExport(run.replace('sourceName="Watch"', 'sourceName="Zoë"')), "latin1")
    expect(await reasonOf(latin)).toBe("not text in UTF-8")
    expect(await reasonOf(healthExport())).toBe("no workouts in it")
    expect(await reasonOf("")).toBe("an empty file")
    expect(await reasonOf("<html><body>Not found</body></html>")).toBe("not Apple Health's export.xml")
  })
})

describe("an archive of Apple Health", () => {
  const outdoor = healthWorkout({
    type: "Walking",
    start,
    end,
    minutes: 50,
    statistic: ["DistanceWalkingRunning", 2.5, "km"],
    route: "/workout-routes/route_1.gpx",
  })
  const track = gpx({
    start: new Date("2026-11-18T15:00:00Z"),
    points: Array(600).fill(2),
    name: "Route",
  }).replace("<type>running</type>", "")

  test("a workout gets its route's track once; clinical and ECG files are never opened", async () => {
    const archive = await zip({
      "apple_health_export/workout-routes/route_1.gpx": track,
      "apple_health_export/electrocardiograms/ecg.csv": "Date,Workout Name,Duration,Exercise Name,Set Order",
      "apple_health_export/clinical-records/one.json": '{"fitnessActivity":"x"',
      "apple_health_export/export_cda.xml": healthExport(run),
      "apple_health_export/notes.json": '{"fitnessActivity":"x"',
      "apple_health_export/export.xml": healthExport(outdoor, strength),
    })
    const opened: string[] = []
    const outcomes = await readOutcomes("export.zip", archive, {
      wanted: (name) => opened.push(name) > 0,
      readingAhead: (name) => void opened.push(name),
    })
    expect(told(outcomes)).toEqual([
      ["export.zip/apple_health_export/workout-routes/route_1.gpx", 1],
      ["export.zip/apple_health_export/export.xml", 1],
    ])
    expect(opened.filter((name) => /ecg|clinical|cda|notes/.test(name))).toEqual([])
    const [walk] = activitiesOf(outcomes)
    expect(walk).toMatchObject({
      sports: ["Walking"],
      movingS: 3000,
      distanceM: 2500,
      utcOffsetS: -28_800,
      indoor: false,
    })
    expect(walk?.fiveMinutesKmh).toBeCloseTo(7.2, 1)
    const [alone] = activitiesOf(await readOutcomes("export.xml", healthExport(outdoor)))
    expect(walk?.externalId).toBe(alone?.externalId)
    expect(walk?.detail).toBeGreaterThan(alone?.detail ?? 0)
  })

  test("a damaged or missing route removes only the track, and a path outside the archive finds nothing", async () => {
    const files = { "a/workout-routes/route_1.gpx": "<gpx><broken" }
    const [damaged] = await readOutcomes(
      "x.zip",
      await zip({ ...files, "a/export.xml": healthExport(outdoor) }),
    )
    expect(damaged).toMatchObject({
      ok: true,
      note: "its route is left out: not well-formed XML",
      activities: [{ distanceM: 2500, fiveMinutesKmh: null }],
    })
    const leading = outdoor.replace("/workout-routes/route_1.gpx", "/../../../etc/passwd")
    const missing = await readOutcomes("x.zip", await zip({ "a/export.xml": healthExport(leading) }))
    expect(told(missing)).toEqual([["x.zip/a/export.xml", 1]])
  })

  test("after a damaged export.xml, its routes are read as tracks, and medical files stay closed", async () => {
    const archive = await zip({
      "a/clinical-records/one.json": fitSession({}),
      "a/electrocardiograms/ecg.csv": hevyHead,
      "a/export_cda.xml": healthExport(run),
      "a/workout-routes/route_1.gpx": track,
      "a/export.xml": `${healthHead}<Workout `,
    })
    expect(told(await readOutcomes("x.zip", archive))).toEqual([
      ["x.zip/a/workout-routes/route_1.gpx", 1],
      ["x.zip/a/export.xml", expect.stringMatching(/^cut off after/)],
    ])
  })
})

test("an export is read completely, however small its chunks are", async () => {
  const bytes = Buffer.from(healthExport(run, strength))
  async function* small() {
    for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50)
  }
  expect((await readHealthExport(small())).workouts).toHaveLength(2)
})

/** A workout with these attributes and this content; "" for the attributes that every workout has. */
async function only(attributes: string, inside = "") {
  const times = attributes.includes("startDate") ? "" : `startDate="${start}" endDate="${end}"`
  const workout = `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" ${times} ${attributes}>${inside}</Workout>`
  const { workouts } = await readHealthExport(pieces(healthExport(workout)))
  expect(workouts).toHaveLength(1)
  return workouts[0]?.activity
}
const entry = (key: string, value: string) => `<MetadataEntry key="HK${key}" value="${value}"/>`

test.each([
  ["", 3000],
  ['duration="40"', 2400],
  ['duration="40" durationUnit="min"', 2400],
  ['duration="1800" durationUnit="s"', 1800],
  ['duration="0.5" durationUnit="hr"', 1800],
  ['duration="40" durationUnit="days"', 3000],
  ['duration="long"', 3000],
])("a workout of 50 minutes with %s has a moving time of %d s", async (attributes, movingS) => {
  expect(await only(attributes)).toMatchObject({ movingS, elapsedS: 3000 })
})

test.each([
  ["2026-11-18 07:00:00 -0800", "2026-11-18T15:00:00Z", -28_800],
  ["2026-11-18 07:00:00 +0000", "2026-11-18T07:00:00Z", 0],
  ["2026-11-18 07:00:00 +0545", "2026-11-18T01:15:00Z", 20_700],
  ["2026-11-18 07:00:00 -0330", "2026-11-18T10:30:00Z", -12_600],
])("a workout at %s began at %s", async (date, at, utcOffsetS) => {
  expect(await only(`startDate="${date}" endDate="${date}"`)).toMatchObject({
    ...{ startedAt: new Date(at), utcOffsetS, elapsedS: 0, movingS: 0 },
  })
})

test.each([
  ["no start", `endDate="${end}"`],
  ["no end", `startDate="${start}"`],
  ["a start that is not a date", `startDate="2026-13-18 07:00:00 -0800" endDate="${end}"`],
  ["a date with trailing text", `startDate="${start}." endDate="${end}"`],
  ["an end a second before its start", `startDate="${start}" endDate="2026-11-18 06:59:59 -0800"`],
])("a workout with %s is left out", async (_, attributes) => {
  const workout = `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" ${attributes}/>`
  const reason = "does not say when it started and ended"
  await expect(readHealthExport(pieces(healthExport(workout)))).rejects.toThrow(reason)
  const { workouts, note } = await readHealthExport(pieces(healthExport(workout, run, workout)))
  expect([workouts.length, note]).toEqual([1, `2 of its workouts left out: one ${reason}`])
})

test.each([
  ["nothing", "", "", 0],
  ["kilometers", 'totalDistance="8.2" totalDistanceUnit="km"', "", 8200],
  ["meters", 'totalDistance="8200" totalDistanceUnit="m"', "", 8200],
  ["yards", 'totalDistance="1000" totalDistanceUnit="yd"', "", 914.4],
  ["feet", 'totalDistance="1000" totalDistanceUnit="ft"', "", 304.8],
  ["an unknown unit", 'totalDistance="8" totalDistanceUnit="leagues"', "", 0],
  ["no unit", 'totalDistance="8"', "", 0],
  [
    "another sport's distance in addition to its own",
    'totalDistance="9" totalDistanceUnit="km"',
    '<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceSwimming" sum="1" unit="km"/><WorkoutStatistics/><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="8" unit="km"/>',
    8000,
  ],
  [
    "a statistic without a unit",
    'totalDistance="9" totalDistanceUnit="km"',
    '<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="8"/>',
    0,
  ],
])("a run that states %s", async (_, attributes, inside, meters) => {
  expect((await only(attributes, inside))?.distanceM).toBeCloseTo(meters, 6)
})

test.each([
  ["Walking", "DistanceWalkingRunning"],
  ["Hiking", "DistanceWalkingRunning"],
  ["WheelchairRunPace", "DistanceWheelchair"],
  ["Cycling", "DistanceCycling"],
  ["Swimming", "DistanceSwimming"],
  ["Rowing", "DistanceRowing"],
  ["PaddleSports", "DistancePaddleSports"],
  ["CrossCountrySkiing", "DistanceCrossCountrySkiing"],
  ["DownhillSkiing", "DistanceDownhillSnowSports"],
  ["Snowboarding", "DistanceDownhillSnowSports"],
  ["SkatingSports", "DistanceSkatingSports"],
])("the distance of %s is read from %s", async (type, statistic) => {
  const workout = (name: string) =>
    healthWorkout({ type, start, end, minutes: 50, statistic: [name, 2, "km"] })
  const { workouts } = await readHealthExport(pieces(healthExport(workout(statistic), workout("Distance"))))
  expect(workouts.map(({ activity }) => activity.distanceM)).toEqual([2000, 0])
})

const file = '<FileReference path="/workout-routes/1.gpx"/>'
test.each<[string, string, object]>([
  ["nothing", "", { elevationM: null, indoor: true, manual: false, utcOffsetS: -28_800 }],
  ["a climb in centimeters", entry("ElevationAscended", "1234 cm"), { elevationM: 12.34 }],
  ["a climb in feet", entry("ElevationAscended", "100 ft"), { elevationM: 30.48 }],
  ["a climb without a unit", entry("ElevationAscended", "1234"), { elevationM: null }],
  ["a climb in an unknown unit", entry("ElevationAscended", "12 floors"), { elevationM: null }],
  ["no climb", entry("ElevationAscended", "0 m"), { elevationM: 0 }],
  ["a route", `<WorkoutRoute>${file}</WorkoutRoute>`, { indoor: false }],
  [
    "a route but an indoor mark",
    `<WorkoutRoute>${file}</WorkoutRoute>${entry("IndoorWorkout", "1")}`,
    { indoor: true },
  ],
  ["an outdoor mark", entry("IndoorWorkout", "0"), { indoor: false }],
  [
    "a route without a file",
    "<WorkoutRoute/><WorkoutRoute><FileReference/></WorkoutRoute>",
    { indoor: true },
  ],
  ["a zone", entry("TimeZone", "Asia/Tokyo"), { utcOffsetS: 32_400 }],
  ["an invalid time zone", entry("TimeZone", "Mars/Olympus"), { utcOffsetS: -28_800 }],
  ["an entry without a value", '<MetadataEntry key="HKTimeZone"/>', { utcOffsetS: -28_800 }],
  ["a mark as entered by hand", entry("WasUserEntered", "1"), { manual: true }],
  ["a mark as not entered by hand", entry("WasUserEntered", "0"), { manual: false }],
])("a workout with %s", async (_, inside, expected) => {
  expect(await only("", inside)).toMatchObject(expected)
})

test("an export may contain the maximum number of workouts; those before the first excess one are kept", async () => {
  const read = (...workouts: string[]) => readHealthExport(pieces(healthExport(...workouts)))
  await withLimits({ healthWorkouts: 2 }, async () => {
    expect(await read(run, strength)).toMatchObject({ workouts: [{}, {}], note: undefined })
    const more = await read(run, strength, run)
    expect(more.workouts).toHaveLength(2)
    expect(more.note).toBe("has more than 2 workouts; the workouts before that are taken")
    expect(await read(run.replaceAll("07:00:00", "25:00:00"), run, strength, run)).toMatchObject({
      note: "has more than 2 workouts; the workouts before that are taken",
    })
  })
})

test("an internal error is thrown and not reported as a reason of the file", async () => {
  const getTime = vi.spyOn(Date.prototype, "getTime").mockImplementationOnce(() => {
    throw new TypeError("a mistake")
  })
  await expect(readHealthExport(pieces(healthExport(run, strength)))).rejects.toThrow("a mistake")
  getTime.mockRestore()
})

test("the id of a workout is short", async () => {
  expect((await only(""))?.externalId).toMatch(/^apple-health-[0-9a-f]{32}$/)
})

test("an error of this machine is thrown, even if workouts have been read before", async () => {
  async function* failing() {
    yield Buffer.from(healthExport(run))
    throw new Error("no disk")
  }
  await expect(readHealthExport(failing())).rejects.toThrow("no disk")
})

test("a workout keeps its own totals and gets only the remaining values from its track", async () => {
  const [workout] = (await readHealthExport(pieces(healthExport(run)))).workouts
  const [track] = activitiesOf(
    await readOutcomes("a.gpx", gpx({ start: new Date("2026-11-18T15:00:00Z"), points: Array(600).fill(2) })),
  )
  if (!workout || !track) throw new Error("Both are there")
  const { activity } = workout
  const both = withTrack(activity, track)
  expect(both).toMatchObject({
    ...{ distanceM: 8200, elevationM: 12.34, indoor: false, detail: track.detail + 400_000 },
    ...{ trackS: track.trackS, trackM: track.trackM, fiveMinutesKmh: track.fiveMinutesKmh, movingS: 2730 },
  })
  expect(track.trackS).toBeGreaterThan(0)
  expect(
    withTrack({ ...activity, distanceM: 0, elevationM: null }, { ...track, elevationM: 7 }),
  ).toMatchObject({
    ...{ distanceM: track.distanceM, elevationM: 7 },
  })
  expect(withTrack({ ...activity, elevationM: 0 }, { ...track, elevationM: 7 }).elevationM).toBe(0)
})
