import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { RecordedActivity } from "#ports/recorded.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { take } from "./take.ts"

let t: TestWorld
let athleteId: number
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  athleteId = await addAthlete(t.world)
})

let made = 0
/** A run of ten kilometers in an hour, each an hour and a half after the one before. */
function recorded(changes: Partial<RecordedActivity> = {}): RecordedActivity {
  made++
  return {
    externalId: `recorded-${made}`,
    sports: ["running"],
    name: "Morning",
    startedAt: new Date(Date.UTC(2026, 10, 10) + made * 5_400_000),
    utcOffsetS: 0,
    elapsedS: 3700,
    movingS: 3600,
    // Two runs of the same length within a few hours are treated as two records of one run.
    distanceM: 10_000 + made * 97,
    elevationM: 40,
    fiveMinutesKmh: null,
    indoor: false,
    virtual: false,
    detail: 10,
    ...changes,
  }
}
const stored = async () =>
  (await t.world.db.sql<{ n: number }>`select count(*)::integer as n from activities`)[0]?.n
const takeFiles = (activities: readonly RecordedActivity[]) =>
  take(t.world, { athleteId, source: "file", activities })

test("each input ends as counted, in review, excluded or refused, in the order of arrival", async () => {
  const odd = recorded({ distanceM: 24_000, fiveMinutesKmh: 23 })
  const inputs = [
    recorded(),
    recorded({ startedAt: new Date("1994-12-31T23:59:59Z") }),
    recorded({ distanceM: 60_000 }),
    recorded({ startedAt: new Date("2100-01-01T00:00:00Z") }),
    recorded({ elevationM: 100_001 }),
    recorded({ elapsedS: 366 * 86_400 + 1 }),
    recorded({ movingS: Number.NaN }),
    recorded({ externalId: "a\u0000b" }),
    odd,
    recorded({ distanceM: 0 }),
    recorded({ name: "a\u0000\ud83d" }),
  ]
  expect(await takeFiles(inputs)).toEqual([
    { state: "counted", reason: "counted" },
    { state: "refused", reason: expect.stringContaining("started in 1994") },
    { state: "excluded", reason: "too-fast" },
    { state: "refused", reason: expect.stringContaining("started in 2100") },
    { state: "refused", reason: "has more than 100 km of climb" },
    { state: "refused", reason: "is longer than a year" },
    { state: "refused", reason: "has no usable value for its moving time" },
    { state: "refused", reason: "has no usable value for its externalId" },
    { state: "excluded", reason: expect.any(String) },
    { state: "review", reason: "no-distance" },
    { state: "counted", reason: "counted" },
  ])
  expect(await stored()).toBe(5)
})

test("the extreme values in range are accepted", async () => {
  const inputs = [
    recorded({ startedAt: new Date("1995-01-01T00:00:00Z") }),
    recorded({ elevationM: 100_000 }),
    recorded({ elapsedS: 366 * 86_400 }),
    recorded({ startedAt: new Date("2099-12-31T23:59:59Z") }),
  ]
  const states = (await takeFiles(inputs)).map(({ state }) => state)
  expect(states).not.toContain("refused")
  expect(await stored()).toBe(4)
})

test("an input that the database refuses does not affect its neighbors", async () => {
  await t.world.db.sql`alter table athlete_days add constraint for_this_test check (distance_m < 21500)`
  const day = Date.UTC(2026, 10, 12)
  // Each is valid on its own; from the fourth on, the day violates the constraint.
  const inputs = Array.from({ length: 60 }, (_, n) =>
    recorded({
      startedAt: new Date(n < 6 ? day + n * 3_600_000 : day - n * 86_400_000),
      elapsedS: 1800,
      movingS: 1800,
      distanceM: 7000 + n * 20,
    }),
  )
  const outcomes = await takeFiles(inputs)
  await t.world.db.sql`alter table athlete_days drop constraint for_this_test`
  const refused = outcomes.flatMap(({ state }, n) => (state === "refused" ? [n] : []))
  expect(refused).toEqual([3, 4, 5])
  expect(outcomes[3]).toEqual({ state: "refused", reason: "could not be stored" })
  expect(await stored()).toBe(57)
  expect(t.log.entries.filter(({ level }) => level === "error")).toHaveLength(3)
})

test("an unreachable database throws, so that the job retries", async () => {
  for (const code of ["CONNECTION_CLOSED", "57P01", "53300", "40001", "42P01"]) {
    const away = Object.assign(new Error("away"), { code })
    const sql = () => Promise.reject(away)
    const db = { ...t.world.db, sql: Object.assign(sql, { json: () => null }) as never }
    const inputs = { athleteId, source: "file", activities: [recorded(), recorded()] } as const
    await expect(take({ ...t.world, db }, inputs)).rejects.toBe(away)
  }
})

test("nothing is stored for an athlete who has left, and nothing is retried", async () => {
  const outcomes = await take(t.world, { athleteId: 987_654, source: "file", activities: [recorded()] })
  expect(outcomes).toEqual([{ state: "refused", reason: expect.stringContaining("no longer exists") }])
})
