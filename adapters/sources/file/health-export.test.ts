import { Readable } from "node:stream"
import { describe, expect, test } from "vitest"
import { fitSession, healthExport, healthHead, healthWorkout, hevyHead } from "#test/support/exports.ts"
import { activitiesOf, readOutcomes, told } from "#test/support/read-outcomes.ts"
import { gpx, zip } from "#test/support/recordings.ts"
import { readHealthExport } from "./health-export.ts"

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
  test("indoor and strength workouts: moving time, distance of the sport, the workout's own zone", async () => {
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
    // The steps between two sets are no distance.
    expect(gym).toMatchObject({
      sports: ["FunctionalStrengthTraining"],
      utcOffsetS: 3600,
      distanceM: 0,
      movingS: 3600,
      indoor: true,
    })
  })

  test("a workout without anything in it ends where its tag does", async () => {
    const bare = strength.replace(/>[\s\S]*<\/Workout>/, "/>")
    expect(activitiesOf(await readOutcomes("export.xml", healthExport(bare, run)))).toMatchObject([
      { sports: ["FunctionalStrengthTraining"], movingS: 3600 },
      { sports: ["Running"], movingS: 2730 },
    ])
  })

  test("an older export has its distance at the workout, in miles too; what a person typed in says so", async () => {
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

  test("the next export has the same workouts under the same ids", async () => {
    const [one] = activitiesOf(await readOutcomes("export.xml", healthExport(run)))
    const elsewhere = run
      .replaceAll("07:00:00 -0800", "16:00:00 +0100")
      .replaceAll("07:50:00 -0800", "16:50:00 +0100")
    const again = activitiesOf(await readOutcomes("export.xml", healthExport(strength, elsewhere)))
    expect(again.map(({ externalId }) => externalId)).toContain(one?.externalId)
    expect(new Set(again.map(({ externalId }) => externalId)).size).toBe(2)
  })

  test("a workout is found wherever the pieces of the file end", async () => {
    const whole = Buffer.from(healthExport(run, strength))
    for (const size of [1, 7, 64, 4096]) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.subarray(n * size, (n + 1) * size),
      )
      expect((await readHealthExport(pieces(...parts))).workouts).toHaveLength(2)
    }
  })

  test("what is whole before a cut is kept, and one unusable workout keeps no other out", async () => {
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

  test("what is none, or was made to do harm, is refused with its reason", async () => {
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

  test("a workout has its route's track, once; clinical and ECG parts are never opened", async () => {
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

  test("a damaged route takes only the track away, a missing one too, and a path that leads out finds nothing", async () => {
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

  test("a damaged export.xml keeps its routes as tracks, and medical parts closed", async () => {
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

test("an export is whole however small the pieces in which it comes", async () => {
  const bytes = Buffer.from(healthExport(run, strength))
  async function* small() {
    for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50)
  }
  expect((await readHealthExport(small())).workouts).toHaveLength(2)
})
