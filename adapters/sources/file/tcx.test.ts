/** Which parts of a TCX file become an activity, and where its values come from. */
import { expect, test } from "vitest"
import { detailScore } from "./fit.ts"
import { readTcx } from "./tcx.ts"

const start = new Date("2026-11-18T15:00:00Z")
const at = (second: number) => new Date(start.getTime() + second * 1000).toISOString()

interface Point {
  located?: boolean
  heart?: boolean
  meters?: number
}
const pointOf = (second: number, { located, heart, meters }: Point) =>
  `<Trackpoint><Time>${at(second)}</Time>${
    located
      ? `<Position><LatitudeDegrees>${33 + second * 0.00003}</LatitudeDegrees><LongitudeDegrees>-117</LongitudeDegrees></Position>`
      : ""
  }${meters === undefined ? "" : `<DistanceMeters>${meters}</DistanceMeters>`}${
    heart ? "<HeartRateBpm><Value>140</Value></HeartRateBpm>" : ""
  }</Trackpoint>`
const track = (count: number, point: Point, from = 0) =>
  `<Track>${Array.from({ length: count }, (_, n) => pointOf(from + n, { ...point, ...(point.meters === undefined ? {} : { meters: n * point.meters }) })).join("")}</Track>`
const lap = (inside: string, second = 0) => `<Lap StartTime="${at(second)}">${inside}</Lap>`
const activity = (inside: string, sport = "Running") => `<Activity Sport="${sport}">${inside}</Activity>`
const file = (inside: string) =>
  `<TrainingCenterDatabase><Activities>${inside}</Activities></TrainingCenterDatabase>`

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
const read = (text: string) => readTcx(bytesOf(text))
const readOne = async (inside: string, sport?: string) => (await read(file(activity(inside, sport))))[0]

const totals = (seconds: number, meters: number) =>
  `<TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters>`

test("laps without points provide duration and distance, and count as indoors", async () => {
  expect(await readOne(lap(totals(600, 2000)) + lap(totals(300, 900.5), 600))).toMatchObject({
    startedAt: start,
    movingS: 900,
    elapsedS: 900,
    distanceM: 2900.5,
    indoor: true,
    detail: detailScore(0, 0, 0, true),
    elevationM: null,
    fiveMinutesKmh: null,
  })
})

test.each([
  ["only times", {}, true, detailScore(60, 0, 0, false)],
  ["positions", { located: true }, false, detailScore(60, 60, 0, false)],
  ["heart rates", { heart: true }, true, detailScore(60, 0, 60, false)],
  ["both", { located: true, heart: true }, false, detailScore(60, 60, 60, false)],
] as [string, Point, boolean, number][])(
  "a track of %s without totals of its laps",
  async (_, point, indoor, detail) => {
    const found = await readOne(lap(track(60, { meters: 3, ...point })))
    expect(found).toMatchObject({ startedAt: start, elapsedS: 59, distanceM: 177, indoor, detail })
    expect(found?.movingS).toBeGreaterThan(50)
  },
)

test("the gap between two tracks of a lap is a pause, which adds neither time nor distance", async () => {
  const found = await readOne(lap(track(60, { located: true }) + track(60, { located: true }, 180)))
  const alone = await readOne(lap(track(60, { located: true })))
  expect(found).toMatchObject({ movingS: 2 * (alone?.movingS ?? 0), elapsedS: 239 })
  expect(found?.distanceM).toBeCloseTo(2 * (alone?.distanceM ?? 0), 0)
})

test("laps take precedence over the track, and no duration exceeds the time from start to end", async () => {
  const found = await readOne(lap(totals(50, 160) + track(60, { meters: 3 })))
  expect(found).toMatchObject({
    movingS: 50,
    elapsedS: 59,
    distanceM: 160,
    detail: detailScore(60, 0, 0, true),
  })
  expect(await readOne(lap(totals(61, 0) + track(60, { meters: 3 })))).toMatchObject({
    movingS: 61,
    elapsedS: 61,
    distanceM: 177,
  })
  await expect(readOne(lap(totals(3600, 0) + track(60, {})))).rejects.toThrow("contradicts itself")
})

test("the points of all laps are one track", async () => {
  const laps = lap(track(60, { meters: 3 })) + lap(track(60, { meters: 3 }, 60), 60)
  expect(await readOne(laps)).toMatchObject({ elapsedS: 119, detail: detailScore(120, 0, 0, false) })
})

test("every sport of a multisport session is a separate activity", async () => {
  const one = (sport: string) => activity(lap(totals(600, 2000)), sport)
  const session = `<MultiSportSession><FirstSport>${one("Biking")}</FirstSport><NextSport>${one("Running")}</NextSport><NextSport>${one("Other")}</NextSport></MultiSportSession>`
  expect((await read(file(session + one("Rowing")))).map(({ sports }) => sports)).toEqual([
    ["Rowing"],
    ["Biking"],
    ["Running"],
    [],
  ])
})

test.each([
  ["Running", "", ["Running"], null, false],
  ["Other", "<Notes>Hill run</Notes>", ["Hill run"], "Hill run", false],
  ["VirtualRide", "", ["VirtualRide"], null, true],
  ["", "", [], null, false],
  ["Biking", `<Notes>${"x".repeat(120)}</Notes>`, ["Biking", "x".repeat(120)], "x".repeat(100), false],
])("a sport %j with %j", async (sport, notes, sports, name, virtual) =>
  expect(await readOne(lap(totals(600, 2000)) + notes, sport)).toMatchObject({ sports, name, virtual }),
)

test("the start is that of the first point, else of the first lap, else the activity's id", async () => {
  const late = lap(totals(60, 0) + track(60, {}, 30))
  expect((await readOne(late))?.startedAt).toEqual(new Date(at(30)))
  const unnamed = `<Id>${at(90)}</Id><Lap>${totals(60, 0)}</Lap>`
  expect((await readOne(unnamed))?.startedAt).toEqual(new Date(at(90)))
})

test.each([
  ["another file", "<gpx/>", "not a TCX file, although its name says so"],
  [
    "a plan",
    "<TrainingCenterDatabase><Workouts/></TrainingCenterDatabase>",
    "a planned workout or course, not an activity",
  ],
  [
    "a course",
    "<TrainingCenterDatabase><Courses><Course/></Courses></TrainingCenterDatabase>",
    "a planned workout or course, not an activity",
  ],
  ["nothing in it", "<TrainingCenterDatabase><Folders/></TrainingCenterDatabase>", "no activity in it"],
  ["no start", file(activity(`<Lap>${totals(60, 0)}</Lap>`)), "no times in this track"],
  ["no duration", file(activity(lap(""))), "no times in this track"],
  ["an invalid start time", file(activity(`<Id>soon</Id><Lap>${totals(60, 0)}</Lap>`)), "no times"],
])("%s is refused", async (_, text, reason) => expect(read(text)).rejects.toThrow(reason))
