/** Which activities count when an athlete seems to be in two places: the one received first, on whichever day. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { fingerprint } from "#test/support/fingerprints.ts"
import { listReviews } from "#test/support/lists.ts"
import { outAndBack, samplesOfOuting } from "#test/support/outing-samples.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onDecision } from "../pipeline.ts"
import { recompute } from "../recompute.ts"
import type { SentActivity } from "./activity.ts"
import { ingest } from "./ingest.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from athletes`)

const start = Date.UTC(2026, 10, 17, 15)
const california = [33.6, -117.9] as const
const berlin = [52.5, 13.4] as const

/** A one-hour activity that starts the given number of minutes after the first. */
function ride(
  externalId: string,
  minute: number,
  from: readonly [number, number],
  bearing = 0,
  changes: Partial<SentActivity> = {},
) {
  // No two are alike: bends, turns and hearts differ.
  const way = outAndBack(6 + bearing / 200, 8000 - 9 * bearing, bearing)
  return sentRun({
    ...{ externalId, kind: "ride", startedAt: new Date(start + minute * 60_000), utcOffsetS: null },
    ...{ movingS: 3600, elapsedS: 3600, distanceM: 21_600, trackS: 3600, trackM: 21_600 },
    fingerprint: fingerprint(
      samplesOfOuting({ minutes: 60, from, way, heart: (s) => 140 + 12 * Math.sin(s / (90 + bearing)) }),
    ),
    ...changes,
  })
}
const receive = (athlete: number, hour: number, put: SentActivity[]) =>
  ingest(t.world.db, athlete, { put, remove: [], receivedAt: new Date(start + hour * 3_600_000) })
const verdicts = async (athlete: number) =>
  Object.fromEntries(
    (
      await t.world.db.sql<{ name: string; reason: string }>`
        select external_id as name, reason from activities where athlete_id = ${athlete} order by external_id
      `
    ).map(({ name, reason }) => [name, reason]),
  )

test("Of rides in California and, ten minutes later, in Berlin, the one received later waits until the other is removed", async () => {
  const athlete = await addAthlete(t.world)
  await receive(athlete, 5, [ride("home", 0, california)])
  await receive(athlete, 6, [ride("away", 70, berlin, 30)])
  expect(await verdicts(athlete)).toEqual({ away: "elsewhere", home: "counted" })
  const [waiting] = await listReviews(t.world)
  expect(waiting).toMatchObject({
    externalId: "away",
    signs: [expect.stringMatching(/^not where activity \d+ was: 9,3\d\d km apart at their starts$/)],
  })
  await receive(athlete, 7, [ride("home again", 200, california, 60)])
  expect(await verdicts(athlete)).toMatchObject({
    away: "elsewhere",
    home: "counted",
    "home again": "counted",
  })
  await onDecision(t.world, athlete, { source: "file", externalId: "away" }, "count")
  expect(await verdicts(athlete)).toEqual({ away: "cleared", home: "counted", "home again": "elsewhere" })
  await onDecision(t.world, athlete, { source: "file", externalId: "away" }, null)
  const gone = ["home", "home again"].map((externalId) => ({ source: "file", externalId }))
  await ingest(t.world.db, athlete, { put: [], remove: gone, receivedAt: new Date() })
  expect(await verdicts(athlete)).toEqual({ away: "counted" })
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
})

test("Of two places at the same time the later one waits, but a ride beside a friend does not", async () => {
  const athlete = await addAthlete(t.world)
  await receive(athlete, 5, [ride("mine", 0, california, 20)])
  await receive(athlete, 6, [ride("other way", 1, california, 200, { detail: 500 })])
  expect(await verdicts(athlete)).toEqual({ mine: "counted", "other way": "elsewhere" })
})

test("The result does not depend on the order in which the same records are stored", async () => {
  const sent: [number, SentActivity][] = [
    [9, ride("a", 0, california, 15)],
    [5, ride("b", 70, berlin, 45)],
    [7, ride("c", 200, california, 75)],
    [8, ride("d", 140, berlin, 105)],
    [6, ride("e", 1, california, 195)],
  ]
  const states: unknown[] = []
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 0, 3, 1],
    [3, 0, 4, 1, 2],
  ]) {
    const athlete = await addAthlete(t.world)
    for (const nr of order) {
      const [hour, one] = sent[nr] as (typeof sent)[number]
      await receive(athlete, hour, [one])
    }
    states.push(await verdicts(athlete))
    expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
    await t.world.db.sql`delete from athletes where id = ${athlete}`
  }
  expect(states[0]).toEqual({
    ...{ a: "elsewhere", b: "counted", c: "elsewhere", d: "counted", e: "elsewhere" },
  })
  expect(new Set(states.map((one) => JSON.stringify(one))).size).toBe(1)
})

test("Three runs of one evening stay on their day, whatever offset their files name, and that offset is stored", async () => {
  const athlete = await addAthlete(t.world)
  const evening = (externalId: string, minute: number, hours: number | null, bearing: number) =>
    ride(externalId, minute + 11 * 60, california, bearing, {
      utcOffsetS: hours === null ? null : hours * 3600,
    })
  await receive(athlete, 24, [
    evening("a", 0, 14, 0),
    evening("b", 61, -12, 120),
    evening("c", 122, null, 240),
    evening("d", 200, -7, 300),
  ])
  const rows = await t.world.db.sql`
    select external_id as name, local_on::text as day, utc_offset_s / 3600 as hours, told_offset_s / 3600 as told
    from activities where athlete_id = ${athlete} order by external_id
  `
  expect(rows).toEqual([
    { name: "a", day: "2026-11-17", hours: -8, told: 14 },
    { name: "b", day: "2026-11-17", hours: -8, told: -12 },
    { name: "c", day: "2026-11-17", hours: -8, told: null },
    { name: "d", day: "2026-11-17", hours: -7, told: null },
  ])
})

test("An activity that looks like another kind, or has no track or samples, waits with a reason, also after a recomputation", async () => {
  const athlete = await addAthlete(t.world)
  const bus = (s: number) => (s % 95 < 24 ? 0 : Math.min(8, Math.min((s % 95) - 24, 95 - (s % 95))))
  const outing = { minutes: 32, from: california, way: outAndBack(5, 3000), speed: bus, heart: () => 81 }
  const long = { movingS: 12 * 3600, elapsedS: 12 * 3600, distanceM: 0, indoor: true, trackS: 0, trackM: 0 }
  const gym = { kind: "strength" as const, fingerprint: null, ...long }
  await receive(athlete, 60, [
    ride("bus", 0, california, 0, {
      ...{ kind: "run", movingS: 1920, elapsedS: 1920, distanceM: 9600, trackM: 9600 },
      fingerprint: fingerprint(samplesOfOuting(outing)),
    }),
    ride("e-bike", 200, california, 33, { climbMph: 1240, climbBpm: 109 }),
    ride("steep", 300, california, 66, { climbMph: 1240, climbBpm: 168 }),
    ride("weights", 900, california, 0, gym),
  ])
  expect(await verdicts(athlete)).toEqual({
    ...{ bus: "unlike-its-kind", "e-bike": "unlike-its-kind", steep: "counted", weights: "no-trace" },
  })
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
})
