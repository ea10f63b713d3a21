import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { listReviews } from "#test/support/lists.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { listSuspicions } from "../review/review.ts"
import { type SignFacts, signsOf } from "./signs.ts"

const facts = (changes: Partial<SignFacts>): SignFacts => ({
  kind: "run",
  movingS: 3600,
  distanceM: 10_000,
  trackS: 3600,
  trackM: 10_000,
  indoor: false,
  sameFileAs: null,
  sameRecordingAs: null,
  isOneDevice: false,
  shared: null,
  farFrom: null,
  beside: null,
  acrossMidnight: null,
  day: { points: 100, distanceM: 10_000, untracedS: 0 },
  upload: { activities: 0, days: 0, round: 0, daysAfterJoining: 400 },
  before: { days: 5, points: 100, distanceM: 10_000 },
  ...changes,
})

test.each<[string, Partial<SignFacts>, string[]]>([
  ["nothing", {}, []],
  ["twice the points", { day: { points: 200, distanceM: 0, untracedS: 0 } }, []],
  [
    "more than twice",
    { day: { points: 201, distanceM: 0, untracedS: 0 } },
    ["jump: a day of 201 points, best of 8 weeks before 100"],
  ],
  [
    "more than twice of little",
    {
      day: { points: 49, distanceM: 0, untracedS: 0 },
      before: { days: 9, points: 0, distanceM: 0 },
    },
    [],
  ],
  ["twice the distance", { day: { points: 0, distanceM: 20_000, untracedS: 0 } }, []],
  [
    "more than twice the distance",
    { day: { points: 0, distanceM: 20_100, untracedS: 0 } },
    ["jump: a day of 20.1 km, best of 8 weeks before 10 km"],
  ],
  [
    "4.9 km more",
    {
      day: { points: 0, distanceM: 5_900, untracedS: 0 },
      before: { days: 5, points: 0, distanceM: 1000 },
    },
    [],
  ],
  [
    "5 km more",
    {
      day: { points: 0, distanceM: 6_000, untracedS: 0 },
      before: { days: 5, points: 0, distanceM: 1000 },
    },
    ["jump: a day of 6 km, best of 8 weeks before 1 km"],
  ],
  [
    "a recording of another athlete, by one device",
    { sameRecordingAs: "activity 7 of ben", isOneDevice: true },
    ["the same samples as activity 7 of ben, by the same device"],
  ],
  ["a machine indoors during a ride", { beside: 7 }, ["at the same time as activity 7, of another kind"]],
  ["the second half of a ride at night", { acrossMidnight: 7 }, ["one with activity 7 across midnight"]],
  [
    "a kind never done before",
    {
      day: { points: 0, distanceM: 90_000, untracedS: 0 },
      before: { days: 5, points: 100, distanceM: 0 },
    },
    [],
  ],
  [
    "four days of history",
    {
      day: { points: 250, distanceM: 90_000, untracedS: 0 },
      before: { days: 4, points: 1, distanceM: 1 },
    },
    [],
  ],
  ["another at 35 km/h", { kind: "other", distanceM: 35_000, trackM: null }, []],
  ["another above it", { kind: "other", distanceM: 35_001, trackM: null }, ["no known sport, and fast"]],
  ["another that never moved", { kind: "other", movingS: 0, trackS: null, trackM: null }, []],
  ["a run above it", { distanceM: 35_001, trackM: null }, []],
  ["half of a track", { trackS: 1800, trackM: 5000 }, []],
  ["less than half of a track", { trackS: 1799, trackM: 5000 }, ["no track"]],
  ["no track", { trackS: 0, trackM: 0 }, ["no track"]],
  ["no track indoors", { trackS: 0, trackM: 0, indoor: true }, []],
  ["no track, and nothing that one would show", { trackS: 0, trackM: 0, distanceM: 0 }, []],
  ["a source that does not tell", { trackS: null, trackM: null }, []],
  [
    "the samples of another",
    { sameRecordingAs: "activity 7 of eve" },
    ["the same samples as activity 7 of eve"],
  ],
  [
    "a ride far away",
    { farFrom: { id: 12, meters: 9_312_345 } },
    ["not where activity 12 was: 9,312 km apart at their starts"],
  ],
  ["totals a little above the track", { trackM: 9524 }, []],
  ["a cold start, at the speed of the track", { trackS: 3300, trackM: 9167 }, []],
  ["a track of less than 90 % of the time, and the rest twice as fast", { trackS: 3000, trackM: 6803 }, []],
  [
    "a track of less than 90 % of the time, and the rest faster than that",
    { trackS: 3000, trackM: 6000 },
    ["totals far from the track: 10 km, of which the track shows 7.2 km"],
  ],
  ["six hours without a trace", { day: { points: 0, distanceM: 0, untracedS: 21_600 } }, []],
  [
    "twelve hours in three sessions without a trace",
    { day: { points: 0, distanceM: 0, untracedS: 43_300 } },
    ["a day of 12 h without track or samples"],
  ],
  [
    "a week of yoga in one export",
    { upload: { activities: 9, days: 7, round: 1, daysAfterJoining: 30 } },
    [],
  ],
  [
    "the same right after joining",
    { upload: { activities: 9, days: 7, round: 1, daysAfterJoining: 14 } },
    [
      "one upload: 7 days without track or samples, 1 of 9 activities in round numbers, 14 days after joining",
    ],
  ],
  [
    "thirteen days in round numbers",
    { upload: { activities: 13, days: 13, round: 13, daysAfterJoining: 90 } },
    [
      "one upload: 13 days without track or samples, 13 of 13 activities in round numbers, 90 days after joining",
    ],
  ],
  [
    "four days right after joining",
    { upload: { activities: 4, days: 4, round: 4, daysAfterJoining: 1 } },
    [],
  ],
  [
    "half of it without a track",
    { trackM: 5000 },
    ["totals far from the track: 10 km, of which the track shows 5 km"],
  ],
  ["the file of another", { sameFileAs: "eve" }, ["the same file was sent by eve"]],
])("%s", (_name, changes, signs) => {
  expect(signsOf(facts(changes))).toEqual(signs)
})

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

test("A leader's jump is listed with its reason and keeps counting; a waiting activity shows every sign", async () => {
  const athlete = await addAthlete(t.world, { name: "Jay" })
  const on = (day: number, changes = {}) =>
    onActivity(
      t.world,
      athlete,
      sentRun({ startedAt: new Date(Date.UTC(2026, 10, day, 15)), fiveMinutesKmh: 11, ...changes }),
    )
  for (const day of [8, 9, 10, 11, 12]) await on(day, { distanceM: 3000, movingS: 1200, elapsedS: 1200 })
  await on(18, { distanceM: 21_000, movingS: 7200, elapsedS: 7200 })
  const jump = /^jump: a day of \d+ points, best of 8 weeks before 60$/
  expect(await listSuspicions(t.world)).toMatchObject([
    {
      athlete: expect.stringMatching(/^jay/),
      status: "counted",
      original: "none",
      signs: [expect.stringMatching(jump), "jump: a day of 21 km, best of 8 weeks before 3 km"],
    },
  ])
  expect(await listReviews(t.world)).toEqual([])

  // 22 km in an hour waits, and its day would be a jump as well. A foot pod has speeds, and no track.
  await on(19, { distanceM: 22_000, trackS: 0, trackM: 0, externalId: "c1#0" })
  const other = await addAthlete(t.world, { name: "Kim" })
  for (const [id, size] of [
    [athlete, 1],
    [other, 2],
  ])
    await t.world.db.sql`
      insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
      values (${id}, 'c1', ${"0".repeat(64)}, 'a.fit', ${size}, ${t.world.now()})
    `
  const [waiting, ...more] = await listReviews(t.world)
  expect(more).toEqual([])
  expect(waiting).toMatchObject({ reason: "unusually-fast", original: "kept" })
  expect(waiting?.signs).toEqual([expect.stringMatching(/^the same file was sent by kim/), "no track"])
  await onActivity(
    t.world,
    athlete,
    sentRun({ source: "strava", distanceM: 22_000, startedAt: new Date("2026-11-17T15:00:00Z") }),
  )
  expect((await listReviews(t.world)).map(({ original }) => original)).toContain("forbidden")

  // Its fastest five minutes put it into review; totals that exceed the track are a separate sign.
  await on(16, { distanceM: 15_000, fiveMinutesKmh: 23, trackS: 3600, trackM: 10_000, externalId: "c2#0" })
  const far = (await listReviews(t.world)).find(({ externalId }) => externalId === "c2#0")
  expect(far).toMatchObject({ reason: "unusually-fast" })
  expect(far?.signs).toContain("totals far from the track: 15 km, of which the track shows 10 km")
})

test("Thirteen fabricated days in one upload are shown with the doubts about them, and a real week from a watch is not", async () => {
  const upload = async (name: string, days: number, changes: (day: number) => object) => {
    const athlete = await addAthlete(t.world, { name, joinedAt: "2026-11-01T00:00:00Z" })
    for (let day = 0; day < days; day++)
      await onActivity(
        t.world,
        athlete,
        sentRun({
          startedAt: new Date(Date.UTC(2026, 10, 8 + day, 15)),
          ...{ movingS: 5400, elapsedS: 5400, distanceM: 15_000, indoor: true, trackS: 0, trackM: 0 },
          ...changes(day),
        }),
      )
  }
  await upload("Max", 12, () => ({}))
  const print = (seed: number) => fingerprint(anySamples(seed))
  await upload("Noa", 12, (day) => ({ fingerprint: print(100 + day) }))
  await upload("Pia", 4, () => ({}))
  const suspicions = await listSuspicions(t.world)
  const of = (name: string) => suspicions.filter(({ athlete }) => athlete.startsWith(name))
  expect(of("max")).toHaveLength(12)
  expect(of("max")[0]).toMatchObject({
    status: "counted",
    signs: [
      "one upload: 12 days without track or samples, 12 of 12 activities in round numbers, 19 days after joining",
    ],
  })
  expect([of("noa"), of("pia")]).toEqual([[], []])
})
