import { expect, test } from "vitest"
import { fitSession } from "#test/support/exports.ts"
import { activitiesOf, readOutcomes, told } from "#test/support/read-outcomes.ts"

test("a Google Fit session: sport, times and distance; pauses are not moving time", async () => {
  const session = fitSession({
    fitnessActivity: "biking.road",
    aggregate: [
      { metricName: "com.google.step_count.delta", intValue: 12 },
      { metricName: "com.google.distance.delta", floatValue: 15_250.5 },
    ],
  })
  expect(activitiesOf(await readOutcomes("2026-11-18_BIKING.json", session))).toMatchObject([
    {
      sports: ["biking.road", "biking"],
      startedAt: new Date("2026-11-18T15:00:00Z"),
      utcOffsetS: null,
      elapsedS: 3000,
      movingS: 2900.5,
      distanceM: 15_250.5,
      indoor: true,
      virtual: false,
    },
  ])
})

test("a session's times may have another time zone, and a session without times is refused", async () => {
  const times = { startTime: "2026-11-18T16:00:00+01:00", endTime: "2026-11-18T16:50:00+01:00" }
  expect(activitiesOf(await readOutcomes("a.json", fitSession(times)))).toMatchObject([
    { startedAt: new Date("2026-11-18T15:00:00Z"), elapsedS: 3000 },
  ])
  expect(told(await readOutcomes("a.json", fitSession({ startTime: "today" })))).toEqual([
    ["a.json", "a Google Fit session without its activity, start or end"],
  ])
})

test("a session may end at the instant it begins", async () => {
  const session = fitSession({ endTime: "2026-11-18T15:00:00Z", duration: undefined })
  expect(activitiesOf(await readOutcomes("a.json", session))).toMatchObject([{ elapsedS: 0, movingS: 0 }])
})

test("a session has the same id in the next export, even if its other content differs", async () => {
  const [one] = activitiesOf(await readOutcomes("a.json", fitSession({})))
  const [again] = activitiesOf(
    await readOutcomes("b.json", fitSession({ segment: [{}], duration: undefined })),
  )
  expect(again?.externalId).toBe(one?.externalId)
  expect(one?.externalId).toMatch(/^google-fit-[0-9a-f]{32}$/)
  const [other] = activitiesOf(await readOutcomes("c.json", fitSession({ endTime: "2026-11-18T15:51:00Z" })))
  expect(other?.externalId).not.toBe(one?.externalId)
})

test("automatically detected movement is skipped, and broken sessions are refused with a reason", async () => {
  const reasonOf = async (content: string | Buffer) => told(await readOutcomes("x.json", content))
  for (const fitnessActivity of ["still", "in_vehicle", "sleep.light", "unknown"])
    expect(await reasonOf(fitSession({ fitnessActivity }))).toEqual([])
  expect(await reasonOf('{"user":"me"}')).toEqual([])
  expect(await reasonOf("[".repeat(100_000))).toEqual([])
  expect(await reasonOf(Buffer.from(fitSession({}), "utf16le"))).toEqual([])
  expect(await reasonOf(fitSession({}).slice(0, 200))).toEqual([
    ["x.json", "cut off or damaged: not whole JSON"],
  ])
  expect(await reasonOf(`{"fitnessActivity":${"[".repeat(100_000)}`)).toEqual([
    ["x.json", "cut off or damaged: not whole JSON"],
  ])
  expect(await reasonOf(fitSession({ endTime: "2026-11-18T14:00:00Z" }))).toEqual([
    ["x.json", "ends before it begins"],
  ])
  expect(await reasonOf(fitSession({ note: "x".repeat(1_000_000) }))).toEqual([
    ["x.json", "larger than 1 MB"],
  ])
  expect(await reasonOf(Buffer.from(fitSession({ note: "Zoë" }), "latin1"))).toEqual([
    ["x.json", "not text in UTF-8"],
  ])
})
