/**
 * The data from which the signs of an activity are computed: its day, the weeks before, and who else sent its file or
 * recording.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { packSamples } from "#primitives/samples.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { samplesOfOuting } from "#test/support/outing-samples.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivities } from "../pipeline.ts"
import type { SentActivity } from "./activity.ts"
import { readSigns } from "./read-signs.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from athletes`)

/** Twelve weeks of days may arrive at once, as from an athlete who joined long ago. */
const on = (month: number, day: number, changes: Partial<SentActivity> = {}) =>
  sentRun({
    startedAt: new Date(Date.UTC(2026, month - 1, day, 15)),
    ...{ distanceM: 3000, movingS: 1200, elapsedS: 1200, ...changes },
  })
const long = { externalId: "long", distanceM: 12_000, movingS: 4800, elapsedS: 4800 }
const history = [9, 10, 11, 12, 13].map((day) => on(11, day))
/** Marks earlier activities as if they had arrived on time. */
async function signsOf(sent: readonly SentActivity[], of = "long"): Promise<string[] | undefined> {
  const athlete = await addAthlete(t.world)
  const byTime = [...sent].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  for (const one of byTime) {
    t.clock.set(new Date(one.startedAt.getTime() + 5 * 3_600_000))
    await onActivities(t.world, athlete, [one])
  }
  t.clock.set("2026-11-20T20:00:00Z")
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athlete} and external_id = ${of}
  `
  return (await readSigns(t.world.db, [row?.id ?? 0])).get(row?.id ?? 0)
}
const points = "jump: a day of 155 points, best of 8 weeks before 60"
const meters = "jump: a day of 12 km, best of 8 weeks before 3 km"

test.each<[string, SentActivity[], string[] | undefined]>([
  ["a jump after five days", [...history, on(11, 18, long)], [points, meters]],
  ["after four days nothing is one", [...history.slice(1), on(11, 18, long)], undefined],
  [
    "days without points are none",
    [...history.slice(1), on(11, 14, { manual: true }), on(11, 18, long)],
    undefined,
  ],
  [
    "days of more than eight weeks before are none",
    [...history.slice(1), on(9, 22, {}), on(11, 18, long)],
    undefined,
  ],
  [
    "the first day of those weeks is one",
    [...history.slice(1), on(9, 23, {}), on(11, 18, long)],
    [points, meters],
  ],
  ["days after it are none", [...history.slice(1), on(11, 18, long), on(11, 19)], undefined],
  [
    "as good a day of those weeks",
    [...history, on(11, 14, { ...long, externalId: "b" }), on(11, 18, long)],
    undefined,
  ],
  [
    "as good a day on the first of those weeks",
    [...history, on(9, 23, { ...long, externalId: "b" }), on(11, 18, long)],
    undefined,
  ],
  [
    "as good a day before those weeks",
    [...history, on(9, 22, { ...long, externalId: "b" }), on(11, 18, long)],
    [points, meters],
  ],
  [
    "a day that counts for nothing is not the best",
    [...history, on(11, 14, { ...long, externalId: "b", manual: true }), on(11, 18, long)],
    [points, meters],
  ],
  [
    "another kind has its own best distance",
    [...history, on(11, 14, { ...long, kind: "walk", externalId: "b" }), on(11, 18, long)],
    [meters],
  ],
  [
    "the distance of the day is that of all of its kind",
    [
      ...history,
      on(11, 18, { ...long, distanceM: 6000 }),
      on(11, 18, { distanceM: 6000, startedAt: new Date("2026-11-18T20:00:00Z") }),
    ],
    [expect.stringContaining("points"), meters] as string[],
  ],
])("%s", async (_, sent, signs) => {
  expect(await signsOf(sent)).toEqual(signs)
})

test("an activity that does not count yet is measured as if it did", async () => {
  const unusual = on(11, 18, { ...long, fiveMinutesKmh: 23 })
  expect(await signsOf([...history, unusual])).toEqual([meters])
})

test("another sender of the same file comes first, and only for files", async () => {
  const add = async (name: string, contentId: string, storedAt: string) =>
    t.world.db.sql`
      insert into recording_files (athlete_id, content_id, sha256, name, size, stored_at)
      values (${await addAthlete(t.world, { name })}, ${contentId}, ${"0".repeat(64)}, 'a.fit', 1, ${storedAt})
    `
  await add("Late", "c", "2026-11-19T00:00:00Z")
  await add("Early", "c", "2026-11-18T00:00:00Z")
  await add("Other", "d", "2026-11-17T00:00:00Z")
  const told = [expect.stringMatching(/^the same file was sent by early-\d+$/)]
  expect(await signsOf([on(11, 18, { externalId: "c#2" })], "c#2")).toEqual(told)
  expect(await signsOf([on(11, 18, { externalId: "e#2" })], "e#2")).toBeUndefined()
  expect(await signsOf([on(11, 18, { externalId: "c#2", source: "polar" })], "c#2")).toBeUndefined()
})

test("the first activity with a recording is named; after its removal, the sign says that it existed", async () => {
  const [first, second] = [await addAthlete(t.world, { name: "First" }), await addAthlete(t.world)]
  await onActivities(t.world, first, [on(11, 18, { externalId: "a" })])
  await onActivities(t.world, second, [on(11, 18, { externalId: "b" })])
  const [a, b] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities order by external_id
  `
  await t.world.db.sql`update activities set twin_of = ${a?.id ?? 0} where id = ${b?.id ?? 0}`
  const read = async () => [...(await readSigns(t.world.db, [a?.id ?? 0, b?.id ?? 0]))]
  const named = expect.stringMatching(new RegExp(`^the same samples as activity ${a?.id} of first-\\d+$`))
  expect(await read()).toEqual([[b?.id, [named]]])
  await t.world.db.sql`delete from athletes where id = ${first}`
  expect(await read()).toEqual([[b?.id, ["the same samples as an activity that came in before"]]])
})

test("each of several activities has its own signs", async () => {
  const athlete = await addAthlete(t.world)
  const indoor = { trackS: 0, trackM: 0, indoor: true }
  await onActivities(t.world, athlete, [
    on(11, 16, { externalId: "a", trackS: 0, trackM: 0 }),
    on(11, 17, { externalId: "b", ...indoor }),
    on(11, 18, { externalId: "c", kind: "other", movingS: 1200, distanceM: 11_700 }),
    on(11, 19, { externalId: "d", trackS: 1200, trackM: 2000 }),
  ])
  const rows = await t.world.db.sql<{ id: number; name: string }>`
    select id::float8 as id, external_id as name from activities order by 2
  `
  const signs = await readSigns(
    t.world.db,
    rows.map(({ id }) => id),
  )
  expect(rows.map(({ id, name }) => [name, signs.get(id)])).toEqual([
    ["a", ["no track"]],
    ["b", undefined],
    ["c", ["no known sport, and fast"]],
    ["d", ["totals far from the track: 3 km, of which the track shows 2 km"]],
  ])
  expect(await readSigns(t.world.db, [])).toEqual(new Map())
})

/** A distinct route for each start, at an uneven pace. */
const wayOf = (startedAt: string) => (s: number) => {
  const seed = new Date(startedAt).getTime() / 60_000
  const turn = (seed % 360) / 57
  const m = 3 * s + 60 * Math.sin(s / (90 + (seed % 40))) + 25 * Math.sin(s / (41 + (seed % 17)))
  return [m * Math.cos(turn), m * Math.sin(turn)] as const
}

/** Some kilometers along a street in the evening, with a track. */
const evening = (startedAt: string, elapsedS: number, changes: Partial<SentActivity> = {}) => {
  const track = { minutes: elapsedS / 60, from: [33.6, -117.9], way: wayOf(startedAt) } as const
  const totals = {
    elapsedS,
    movingS: elapsedS,
    distanceM: elapsedS * 3,
    trackS: elapsedS,
    trackM: elapsedS * 3,
  }
  return sentRun({
    ...{ startedAt: new Date(startedAt), utcOffsetS: -8 * 3600, externalId: startedAt, ...totals },
    ...{ fingerprint: packSamples(samplesOfOuting(track)).toString("base64"), ...changes },
  })
}
const indoors = { indoor: true, fingerprint: null, trackS: 0, trackM: 0 }

test("an indoor machine during an outdoor track is a sign for both", async () => {
  const outdoors = evening("2026-11-18T02:00:00Z", 3600)
  const row = evening("2026-11-18T02:30:00Z", 3600, {
    ...indoors,
    kind: "row",
    sport: "rowing",
    externalId: "long",
  })
  expect(await signsOf([outdoors, row])).toEqual([
    expect.stringMatching(/^at the same time as activity \d+, of another kind$/),
  ])
  await t.world.db.sql`delete from athletes`
  const ofTrack = await signsOf([
    { ...outdoors, externalId: "long" },
    { ...row, externalId: "row" },
  ])
  expect(ofTrack).toEqual([expect.stringMatching(/^at the same time as activity \d+, of another kind$/)])
})

test("a watch beside a bike computer, and a machine right after a run, are not signs", async () => {
  const outdoors = evening("2026-11-18T02:00:00Z", 3600)
  expect(await signsOf([outdoors, { ...outdoors, ...indoors, externalId: "long" }])).toBeUndefined()
  await t.world.db.sql`delete from athletes`
  const after = { ...indoors, kind: "row", sport: "rowing", externalId: "long" } as const
  expect(await signsOf([outdoors, evening("2026-11-18T02:55:00Z", 3600, after)])).toBeUndefined()
})

test("one outing split at midnight is a sign for both halves; separate outings before and after are not", async () => {
  const [before, after] = ["2026-11-18T07:15:00Z", "2026-11-18T08:02:00Z"] as const
  const halves = (first: string, second: string) => [
    evening(before, 2700, { externalId: first }),
    evening(after, 2700, { externalId: second }),
  ]
  const sign = [expect.stringMatching(/^one with activity \d+ across midnight$/)]
  expect(await signsOf(halves("a", "long"))).toEqual(sign)
  await t.world.db.sql`delete from athletes`
  expect(await signsOf(halves("long", "b"))).toEqual(sign)
  await t.world.db.sql`delete from athletes`
  const later = evening("2026-11-18T08:30:00Z", 2700, { externalId: "long" })
  expect(await signsOf([evening(before, 2700), later])).toBeUndefined()
})
