import { describe, expect, test } from "vitest"
import { activityKinds } from "#content/activity-kinds.ts"
import { competition } from "#content/competitions.ts"
import type { ReasonCode } from "#content/reasons.ts"
import { assess, effortOf, kindOf, localDay, type StoredActivity } from "./activity.ts"
import { runRecordSeconds } from "./run-record.ts"

const athlete = { countsFrom: new Date("2026-11-01T00:00:00Z") }
const start = new Date("2026-11-10T14:00:00Z")

/** A plain run of an hour and 10 km, changed by the details of the case. */
function run(changes: Partial<StoredActivity> = {}): StoredActivity {
  return {
    source: "file",
    externalId: "a",
    kind: "run",
    sport: "running",
    name: null,
    startedAt: start,
    utcOffsetS: -28_800,
    elapsedS: 3700,
    movingS: 3600,
    distanceM: 10_000,
    elevationM: null,
    fiveMinutesKmh: 11,
    topKmh: null,
    manual: false,
    flagged: false,
    indoor: false,
    virtual: false,
    public: true,
    detail: 100,
    credit: null,
    recorderModel: null,
    recorderKey: null,
    trackS: null,
    trackM: null,
    climbMph: null,
    climbBpm: null,
    fingerprint: null,
    toldOffsetS: null,
    ends: null,
    twinOf: null,
    receivedAt: new Date("2026-11-10T18:00:00Z"),
    decision: null,
    ...changes,
  }
}
const later = new Date("2026-11-14T18:00:00Z")
const treadmill = { indoor: true, trackS: 0, trackM: 0, fiveMinutesKmh: null }
const car = { movingS: 1200, elapsedS: 1300, distanceM: 20_000, fiveMinutesKmh: 70 }

describe("what counts", () => {
  test.each<[string, Partial<StoredActivity>, ReasonCode]>([
    ["a plain run", {}, "counted"],
    ["strength without distance", { kind: "strength", distanceM: 0, fiveMinutesKmh: null }, "counted"],
    [
      "an indoor ride without distance",
      { kind: "ride", distanceM: 0, indoor: true, fiveMinutesKmh: null },
      "counted",
    ],
    ["a virtual ride", { kind: "ride", virtual: true, distanceM: 30_000 }, "counted"],
    ["an e-bike ride", { kind: "ebike", distanceM: 20_000 }, "counted"],
    ["entered by hand", { manual: true }, "manual"],
    ["flagged at its source", { flagged: true }, "flagged"],
    ["for followers only", { public: false }, "not-public"],
    ["in the future", { startedAt: new Date("2026-11-10T18:10:01Z") }, "in-future"],
    ["begun by the tolerance, not over", { startedAt: new Date("2026-11-10T18:10:00Z") }, "not-over"],
    ["ended when it came, by the tolerance", { receivedAt: new Date("2026-11-10T14:51:40Z") }, "counted"],
    ["a second beyond the tolerance", { receivedAt: new Date("2026-11-10T14:51:39Z") }, "not-over"],
    [
      "ten hours that began a minute ago",
      { kind: "ride", elapsedS: 36_000, movingS: 36_000, receivedAt: new Date("2026-11-10T14:01:00Z") },
      "not-over",
    ],
    ["before joining", { startedAt: new Date("2026-10-31T23:59:59Z") }, "before-joining"],
    ["two weeks late", { receivedAt: new Date("2026-11-24T15:01:41Z") }, "too-late"],
    ["just in time", { receivedAt: new Date("2026-11-24T15:01:39Z") }, "counted"],
    ["no moving time", { movingS: 0 }, "no-time"],
    ["more moving than elapsed", { elapsedS: 3000 }, "moving-beyond-elapsed"],
    ["faster than the world record", { distanceM: 23_000 }, "too-fast"],
    ["a car recorded as a run", { ...car }, "too-fast"],
    [
      "a car in traffic recorded as a run",
      { movingS: 2400, distanceM: 12_000, fiveMinutesKmh: 45 },
      "too-fast",
    ],
    ["a car recorded as a ride", { kind: "ride", ...car }, "too-fast"],
    [
      "a slow car recorded as a ride",
      { kind: "ride", distanceM: 44_000, fiveMinutesKmh: 58 },
      "unusually-fast",
    ],
    [
      "a ride with a stretch by car",
      { kind: "ride", distanceM: 35_000, fiveMinutesKmh: 80 },
      "unusually-fast",
    ],
    ["a good ride with a descent", { kind: "ride", distanceM: 36_000, fiveMinutesKmh: 58 }, "counted"],
    ["a ride with a top speed of a motorway", { kind: "ride", distanceM: 36_000, topKmh: 131 }, "too-fast"],
    ["a scooter recorded as a walk", { kind: "walk", distanceM: 18_000 }, "too-fast"],
    ["a jog recorded as a walk", { kind: "walk", distanceM: 9700 }, "unusually-fast"],
    ["a swim with fins", { kind: "swim", distanceM: 6700 }, "too-fast"],
    [
      "an hour at 4.8 km/h",
      { kind: "swim", movingS: 3600, elapsedS: 3600, distanceM: 4800, fiveMinutesKmh: 5.2 },
      "counted",
    ],
    [
      "a kayak for an hour",
      { kind: "swim", movingS: 3600, elapsedS: 3600, distanceM: 4900, fiveMinutesKmh: 5.2 },
      "unusually-fast",
    ],
    ["a good swim", { kind: "swim", distanceM: 4000, fiveMinutesKmh: 4.5 }, "counted"],
    [
      "a watch left running",
      { kind: "strength", elapsedS: 200_000, movingS: 199_000, distanceM: 0, receivedAt: later },
      "too-long",
    ],
    [
      "a very long gym session",
      { kind: "strength", elapsedS: 46_800, movingS: 46_000, distanceM: 0, receivedAt: later },
      "unusually-long",
    ],
    ["an hour outdoors without a meter", { distanceM: 0, fiveMinutesKmh: 0 }, "no-distance"],
    ["a run at the pace of a snail", { distanceM: 1500, fiveMinutesKmh: 3 }, "unusually-slow"],
    [
      "across a continent",
      { kind: "ride", distanceM: 901_000, elapsedS: 170_000, movingS: 160_000, receivedAt: later },
      "too-far",
    ],
    [
      "a car's track without a sport: 195 km in two hours",
      { kind: "other", elapsedS: 7200, movingS: 7200, distanceM: 195_000, fiveMinutesKmh: 120 },
      "too-fast",
    ],
    [
      "a car in town without a sport",
      { kind: "other", distanceM: 30_000, fiveMinutesKmh: 51 },
      "untyped-fast",
    ],
    ["no sport, 35 km/h", { kind: "other", distanceM: 35_000, fiveMinutesKmh: 45 }, "counted"],
    ["no sport, more than 35 km/h", { kind: "other", distanceM: 35_100, fiveMinutesKmh: 45 }, "untyped-fast"],
    [
      "no sport, farther than a ride",
      { kind: "other", distanceM: 900_001, elapsedS: 150_000, movingS: 150_000, receivedAt: later },
      "too-far",
    ],
    ["no sport and no distance", { kind: "other", distanceM: 0, fiveMinutesKmh: null }, "counted"],
    ["a swim by boat for five minutes", { kind: "swim", distanceM: 3000, fiveMinutesKmh: 9 }, "too-fast"],
    ["a motor boat for five minutes", { kind: "row", distanceM: 12_000, fiveMinutesKmh: 26 }, "too-fast"],
    ["a helicopter to the top", { kind: "ski", distanceM: 30_000, fiveMinutesKmh: 131 }, "too-fast"],
    ["a car on the way home from yoga", { kind: "yoga", distanceM: 9000, fiveMinutesKmh: 40 }, "too-fast"],
    ["a class that ran to the park", { kind: "hiit", distanceM: 9000, fiveMinutesKmh: 14 }, "counted"],
    ["a bus as strength work", { kind: "strength", distanceM: 25_000, fiveMinutesKmh: 25 }, "unusually-fast"],
    [
      "a treadmill marathon in 2:05",
      { ...treadmill, distanceM: 42_195, movingS: 7500, elapsedS: 7500 },
      "no-track",
    ],
    [
      "a treadmill marathon in 2:40",
      { ...treadmill, fingerprint: "AA", distanceM: 42_195, movingS: 9600, elapsedS: 9600 },
      "counted",
    ],
    [
      "a marathon in 2:18 with its track",
      { distanceM: 42_195, movingS: 8280, elapsedS: 8280, fiveMinutesKmh: 19, trackS: 8280, trackM: 42_100 },
      "counted",
    ],
    [
      "seven hours on a treadmill",
      { ...treadmill, distanceM: 50_000, movingS: 25_200, elapsedS: 25_200, receivedAt: later },
      "no-track",
    ],
    [
      "seven hours with a track of one",
      { distanceM: 50_000, movingS: 25_200, elapsedS: 25_200, receivedAt: later, trackS: 3600, trackM: 7000 },
      "no-track",
    ],
    [
      "an hour at 41.5 km/h on the trainer",
      { kind: "ride", indoor: true, trackS: 0, trackM: 0, distanceM: 41_500, fiveMinutesKmh: null },
      "no-track",
    ],
    [
      "ten kilometers on the trainer, fast",
      { ...treadmill, distanceM: 10_000, movingS: 1780, elapsedS: 1780 },
      "no-track",
    ],
    [
      "a total that the track does not bear out is not judged",
      { distanceM: 30_000, trackS: 3600, trackM: 10_000 },
      "counted",
    ],
    [
      "ten sprints of 100 m with automatic pauses",
      { distanceM: 1000, movingS: 125, elapsedS: 900, fiveMinutesKmh: 4, trackS: 125, trackM: 1000 },
      "counted",
    ],
    [
      "ten sprints of 100 m from a service that tells no track",
      { distanceM: 1000, movingS: 125, elapsedS: 900, fiveMinutesKmh: null, trackS: null, trackM: null },
      "unusually-fast",
    ],
    ["the same at once", { distanceM: 1000, movingS: 125, elapsedS: 125, fiveMinutesKmh: null }, "too-fast"],
    ["ten sprints faster than anybody's", { distanceM: 1000, movingS: 99, elapsedS: 900 }, "too-fast"],
    [
      "more than sprints, with pauses",
      { distanceM: 3001, movingS: 420, elapsedS: 630, fiveMinutesKmh: 20 },
      "too-fast",
    ],
    [
      "a bus for 3 km, with stops that are shorter",
      { distanceM: 3000, movingS: 400, elapsedS: 599, fiveMinutesKmh: 20 },
      "too-fast",
    ],
    ["somebody else's recording", { twinOf: 7 }, "same-recording"],
    ["somebody else's, looked at", { twinOf: 7, decision: "count" }, "cleared"],
    ["a transition", { kind: "transition" }, "transition"],
    ["cleared by the operator", { distanceM: 21_500, decision: "count" }, "cleared"],
    ["cleared, but not public", { public: false, decision: "count" }, "not-public"],
    ["declined by the operator", { decision: "decline" }, "declined"],
  ])("%s", (_, changes, reason) => {
    expect(assess(run(changes), athlete).reason).toBe(reason)
  })

  const day = { elapsedS: 86_000, receivedAt: later }
  const untracked = { fingerprint: "AA", trackS: 0, trackM: 0, fiveMinutesKmh: null }
  test.each<[string, Partial<StoredActivity>, ReasonCode, Partial<StoredActivity>, ReasonCode]>([
    [
      "began when the athlete joined",
      { startedAt: athlete.countsFrom, receivedAt: new Date("2026-11-01T02:00:00Z") },
      "counted",
      { startedAt: new Date(athlete.countsFrom.getTime() - 1) },
      "before-joining",
    ],
    [
      "came two weeks after its end",
      { receivedAt: new Date("2026-11-24T15:01:40.000Z") },
      "counted",
      { receivedAt: new Date("2026-11-24T15:01:40.001Z") },
      "too-late",
    ],
    [
      "moved two seconds longer than it took",
      { elapsedS: 3598 },
      "counted",
      { elapsedS: 3597 },
      "moving-beyond-elapsed",
    ],
    [
      "took two days",
      { kind: "strength", distanceM: 0, elapsedS: 172_800, receivedAt: later },
      "counted",
      { elapsedS: 172_801 },
      "too-long",
    ],
    [
      "went 900 km",
      { kind: "ride", elapsedS: 170_000, movingS: 160_000, distanceM: 900_000, receivedAt: later },
      "counted",
      { distanceM: 900_001 },
      "too-far",
    ],
    [
      "sprinted 399 m",
      { movingS: 42, elapsedS: 42, distanceM: 399 },
      "counted",
      { distanceM: 400 },
      "too-fast",
    ],
    [
      "was a little faster than a record",
      { movingS: 741, distanceM: 5000 },
      "unusually-fast",
      { movingS: 740 },
      "too-fast",
    ],
    [
      "walked at 16 km/h",
      { kind: "walk", distanceM: 16_000 },
      "unusually-fast",
      { distanceM: 16_001 },
      "too-fast",
    ],
    ["jumped 99 m", { kind: "walk", movingS: 5, distanceM: 99 }, "counted", { distanceM: 100 }, "too-fast"],
    [
      "ran 26 km/h for five minutes",
      { fiveMinutesKmh: 26 },
      "unusually-fast",
      { fiveMinutesKmh: 26.1 },
      "too-fast",
    ],
    [
      "ran 22.5 km/h for five minutes",
      { fiveMinutesKmh: 22.5 },
      "counted",
      { fiveMinutesKmh: 22.6 },
      "unusually-fast",
    ],
    ["had a top speed of 120 km/h", { topKmh: 120 }, "counted", { topKmh: 120.1 }, "too-fast"],
    ["skied at 130 km/h", { kind: "ski", topKmh: 130 }, "counted", { kind: "ride" }, "too-fast"],
    [
      "trained for twelve hours",
      { ...day, kind: "strength", distanceM: 0, movingS: 43_200, fingerprint: "AA" },
      "counted",
      { movingS: 43_201 },
      "unusually-long",
    ],
    [
      "ran for thirteen hours",
      { ...day, distanceM: 90_000, movingS: 46_800 },
      "counted",
      { kind: "hiit" },
      "unusually-long",
    ],
    [
      "had no distance in half an hour",
      { distanceM: 0, movingS: 1800 },
      "counted",
      { movingS: 1801 },
      "no-distance",
    ],
    ["had no distance indoors", { distanceM: 0, indoor: true }, "counted", { indoor: false }, "no-distance"],
    [
      "had no distance in the gym",
      { distanceM: 0, kind: "hiit" },
      "counted",
      { kind: "walk" },
      "no-distance",
    ],
    [
      "walked at 9.5 km/h",
      { kind: "walk", distanceM: 9500 },
      "counted",
      { distanceM: 9501 },
      "unusually-fast",
    ],
    [
      "walked 399 m fast",
      { kind: "walk", movingS: 130, distanceM: 399 },
      "counted",
      { distanceM: 400 },
      "unusually-fast",
    ],
    ["ran at 2 km/h", { distanceM: 2000 }, "counted", { distanceM: 1999 }, "unusually-slow"],
    [
      "ran slowly for twenty minutes",
      { movingS: 1200, distanceM: 600 },
      "counted",
      { movingS: 1201 },
      "unusually-slow",
    ],
    ["ran slowly indoors", { distanceM: 1500, indoor: true }, "counted", { indoor: false }, "unusually-slow"],
    ["trained slowly", { kind: "hiit", distanceM: 100 }, "counted", { kind: "hike" }, "unusually-slow"],
    [
      "ran 60 km with half of a track",
      { ...day, distanceM: 60_001, movingS: 18_000, trackS: 9000, trackM: 30_000 },
      "counted",
      { trackS: 8999 },
      "no-track",
    ],
    [
      "ran 60 km",
      { ...untracked, ...day, distanceM: 60_000, movingS: 18_000 },
      "counted",
      { distanceM: 60_001 },
      "no-track",
    ],
    [
      "ran for six hours",
      { ...untracked, ...day, distanceM: 30_000, movingS: 21_600 },
      "counted",
      { movingS: 21_601 },
      "no-track",
    ],
    [
      "walked an hour at 9 km/h",
      { ...untracked, kind: "walk", distanceM: 9000 },
      "counted",
      { distanceM: 9001 },
      "no-track",
    ],
    [
      "ran less than that, faster",
      { ...untracked, movingS: 1799, distanceM: 9300 },
      "counted",
      { movingS: 1800 },
      "no-track",
    ],
    [
      "ran 20 km in 61 minutes",
      { ...untracked, movingS: 3663, distanceM: 20_000 },
      "no-track",
      { trackS: 3663, trackM: 20_000 },
      "counted",
    ],
    [
      "sprinted without a track",
      { ...untracked, movingS: 45, distanceM: 399 },
      "counted",
      { distanceM: 400 },
      "unusually-fast",
    ],
    [
      "rode as fast as a record run",
      { ...untracked, kind: "ride", movingS: 1700, distanceM: 10_000 },
      "counted",
      { kind: "run" },
      "unusually-fast",
    ],
  ])("who %s", (_, changes, reason, more, other) => {
    expect([run(changes), run({ ...changes, ...more })].map((one) => assess(one, athlete).reason)).toEqual([
      reason,
      other,
    ])
  })

  test.each<["countEbike" | "countVirtual" | "countIndoor", Partial<StoredActivity>, ReasonCode]>([
    ["countEbike", { kind: "ebike", distanceM: 20_000 }, "ebike"],
    ["countVirtual", { kind: "ride", virtual: true, distanceM: 30_000 }, "virtual"],
    ["countIndoor", { indoor: true }, "indoor"],
  ])("without %s", (rule, changes, reason) => {
    const rules = competition as Record<typeof rule, boolean>
    rules[rule] = false
    try {
      expect(assess(run(changes), athlete).reason).toBe(reason)
      expect(assess(run(), athlete).reason).toBe("counted")
    } finally {
      rules[rule] = true
    }
  })

  test("record times: in proportion below the shortest and beyond the longest, in between by logarithms", () => {
    const expected = {
      200: 21.515,
      400: 43.03,
      565.685: 65.895,
      800: 100.91,
      319614: 86_400,
      639228: 172_800,
    }
    for (const [meters, seconds] of Object.entries(expected))
      expect(runRecordSeconds(Number(meters)), meters).toBeCloseTo(seconds, 2)
  })

  test("an activity in review does not count", () => {
    expect(assess(run({ kind: "walk", distanceM: 9700 }), athlete).status).toBe("review")
    expect(assess(run({ manual: true }), athlete).status).toBe("excluded")
  })

  test("every kind that earns points has a limit for five minutes beyond human effort", () => {
    for (const kind of activityKinds.filter((one) => one !== "transition")) {
      expect(assess(run({ kind, fiveMinutesKmh: 131 }), athlete).reason, kind).toBe("too-fast")
    }
  })

  test("record times rise with distance and meet the listed ones", () => {
    expect(runRecordSeconds(5000)).toBeCloseTo(755.36)
    expect(runRecordSeconds(42_195)).toBeCloseTo(7235)
    for (let meters = 400; meters < 400_000; meters *= 1.1) {
      expect(runRecordSeconds(meters * 1.1)).toBeGreaterThan(runRecordSeconds(meters))
    }
  })
})

describe("totals beyond the track", () => {
  const told = { movingS: 3600, distanceM: 10_500 }
  test.each([
    ["agree by 5 %", { trackS: 3600, trackM: 10_000 }, 10_500],
    ["one meter beyond", { trackS: 3600, trackM: 9999 }, 9999],
    ["the track is longer", { trackS: 3600, trackM: 12_000 }, 10_500],
    ["nine tenths covered, at half the speed", { trackS: 3240, trackM: 5000 }, 5556],
    ["less covered, the rest twice as fast", { trackS: 3000, trackM: 7143 }, 10_500],
    ["less covered, the rest faster than that", { trackS: 3000, trackM: 7142 }, 8570],
    ["85 % covered, and 1.75 times as far as it shows", { trackS: 3060, trackM: 5100 }, 6000],
    ["half covered, the rest twice as fast", { trackS: 1800, trackM: 3334 }, 10_500],
    ["half covered, the rest three times as fast", { trackS: 1800, trackM: 2625 }, 5250],
    ["less than half covered: a tunnel, a pool", { trackS: 1799, trackM: 1000 }, 10_500],
    ["nine tenths covered at its speed", { trackS: 3240, trackM: 9450 }, 10_500],
    ["nine tenths covered, 5 % slower", { trackS: 3240, trackM: 9000 }, 10_500],
    ["nine tenths covered, slower than that", { trackS: 3240, trackM: 8999 }, 9999],
    ["a track that goes on after the timer", { trackS: 4000, trackM: 9999 }, 9999],
    ["nobody tells", { trackS: null, trackM: null }, 10_500],
    ["nobody tells, and nothing moved", { movingS: 0, trackS: null, trackM: null }, 10_500],
    ["nothing moved, and nothing is covered", { movingS: 0, trackS: 0, trackM: 0 }, 10_500],
  ] as const)("%s", (_, track, distanceM) => {
    expect(effortOf({ ...told, ...track })).toEqual({ distanceM })
  })
})

const hours = (count: number) => ({ movingS: count * 3600, elapsedS: count * 3600 })

describe("totals without a track or samples", () => {
  const gym = { ...treadmill, distanceM: 0 }
  const long = { receivedAt: later }
  test.each<[string, Partial<StoredActivity>, ReasonCode]>([
    ["twelve hours of strength", { ...gym, kind: "strength", ...hours(12) }, "no-trace"],
    ["a long day at the gym", { ...gym, kind: "strength", ...hours(5) }, "counted"],
    ["the same with samples", { ...gym, kind: "strength", ...hours(12), fingerprint: "AA" }, "counted"],
    [
      "strength from a service that tells no track",
      { ...gym, kind: "strength", ...hours(6), trackS: null },
      "no-trace",
    ],
    ["a day of yoga", { ...gym, kind: "yoga", ...hours(5) }, "counted"],
    ["an indoor ride of 199 km", { ...treadmill, kind: "ride", ...hours(6), distanceM: 199_000 }, "no-trace"],
    ["a spin class", { ...treadmill, kind: "ride", ...hours(1), distanceM: 40_900 }, "counted"],
    ["four spin classes", { ...treadmill, kind: "ride", ...hours(4), distanceM: 120_000 }, "counted"],
    ["a faster one", { ...treadmill, kind: "ride", ...hours(1), distanceM: 41_100 }, "no-track"],
    ["40 km on a treadmill in 2:30", { ...treadmill, ...hours(2.5), distanceM: 40_000 }, "no-trace"],
    [
      "the same with samples",
      { ...treadmill, ...hours(2.5), distanceM: 40_000, fingerprint: "AA" },
      "counted",
    ],
    ["a treadmill marathon in 2:41", { ...treadmill, ...hours(2.69), distanceM: 42_195 }, "counted"],
    ["a treadmill marathon in 4:00", { ...treadmill, ...hours(4), distanceM: 42_195 }, "counted"],
    [
      "100 km for charity, with samples",
      { ...treadmill, ...hours(11), distanceM: 60_000, fingerprint: "AA" },
      "no-track",
    ],
    [
      "5 km on a treadmill in 16:30",
      { ...treadmill, movingS: 990, elapsedS: 990, distanceM: 5000 },
      "counted",
    ],
    [
      "9.9 km in a pool in two hours",
      { ...treadmill, kind: "swim", ...hours(2), distanceM: 9900 },
      "no-trace",
    ],
    ["a masters hour of 4.6 km", { ...treadmill, kind: "swim", ...hours(1), distanceM: 4600 }, "counted"],
    ["one of 4.7 km", { ...treadmill, kind: "swim", ...hours(1), distanceM: 4700 }, "no-trace"],
    [
      "a fast kilometer",
      { ...treadmill, kind: "swim", movingS: 780, elapsedS: 780, distanceM: 1000 },
      "counted",
    ],
    ["7 km in a pool", { ...treadmill, kind: "swim", ...hours(2), distanceM: 7000 }, "counted"],
    ["a marathon on a rower", { ...treadmill, kind: "row", ...hours(3), distanceM: 42_195 }, "counted"],
    ["six hours of who knows what", { ...treadmill, kind: "other", ...hours(6), distanceM: 0 }, "counted"],
    ["a service that tells no track, outdoors", { kind: "ride", ...hours(7), distanceM: 190_000 }, "counted"],
  ])("%s", (_, changes, reason) => {
    expect(assess(run({ fiveMinutesKmh: null, ...long, ...changes }), athlete).reason).toBe(reason)
  })
})

test("the day is the athlete's own at the start", () => {
  const lateEvening = { startedAt: new Date("2026-11-11T07:59:00Z"), utcOffsetS: -28_800 }
  expect(localDay(lateEvening)).toBe("2026-11-10")
  expect(localDay({ ...lateEvening, utcOffsetS: 32_400 })).toBe("2026-11-11")
})

test.each([
  [["trail_running", "running"], "run"],
  [["generic", "cycling"], "ride"],
  [["TrailRun"], "run"],
  [["EMountainBikeRide"], "ebike"],
  [["HighIntensityIntervalTraining"], "hiit"],
  [["e_bike_fitness", "cycling"], "ebike"],
  [["Kitesurf"], "other"],
  [[undefined, null], "other"],
] as const)("%j is %s", (names, kind) => {
  expect(kindOf(...names)).toBe(kind)
})
