import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun, snapshot } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivities, onActivity, onDecision, onRemoved } from "./pipeline.ts"
import type { SentActivity } from "./scoring/activity.ts"
import { recompute } from "./scoring/recompute.ts"

let t: TestWorld
let athlete: number

beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  athlete = await addAthlete(t.world)
})

const points = async (id = athlete) =>
  t.world.db.sql<{ slug: string; points: number; active_days: number }>`
    select b.slug, s.points, s.active_days from standings s join boards b on b.id = s.board_id
    where athlete_id = ${id} order by slug
  `
const activities = async () =>
  t.world.db.sql<{ external_id: string; status: string; reason: string }>`
    select external_id, status, reason from activities order by external_id
  `
const day = 86_400_000

describe("an activity comes in", () => {
  test("and appears on every board whose window contains its day", async () => {
    await onActivity(t.world, athlete, sentRun())
    expect(await points()).toEqual([
      { slug: "fortnightly-2026-11-09", points: 60 + 50 + 25, active_days: 1 },
      { slug: "last-10-days", points: 135, active_days: 1 },
      { slug: "last-14-days", points: 135, active_days: 1 },
      { slug: "monthly-2026-11", points: 135, active_days: 1 },
    ])
    await onActivity(t.world, athlete, sentRun({ startedAt: new Date("2026-11-08T15:00:00Z") }))
    expect(await points()).toEqual([
      { slug: "fortnightly-2026-11-09", points: 135, active_days: 1 },
      { slug: "last-10-days", points: 135, active_days: 1 },
      { slug: "last-14-days", points: 270, active_days: 2 },
      { slug: "monthly-2026-11", points: 270, active_days: 2 },
    ])
  })

  test("an edit and a deletion leave no trace", async () => {
    const sent = sentRun({ externalId: "edited" })
    await onActivity(t.world, athlete, sent)
    await onActivity(t.world, athlete, { ...sent, startedAt: new Date("2026-11-10T15:00:00Z"), kind: "ride" })
    expect(await t.world.db.sql`select local_on::text, points from athlete_days`).toEqual([
      { local_on: "2026-11-10", points: 48 + 15 + 25 },
    ])
    await onRemoved(t.world, athlete, [sent])
    expect(await points()).toEqual([])
    expect(await t.world.db.sql`select * from athlete_days`).toEqual([])
    expect(await onRemoved(t.world, athlete, [sent])).toEqual({ ok: true, days: [], verdicts: [] })
  })

  test("of two records of a workout the more detailed counts, and the other one again when that is removed", async () => {
    const phone = sentRun({ externalId: "phone", detail: 10, distanceM: 9900 })
    const watch = sentRun({ externalId: "watch", detail: 50, startedAt: new Date("2026-11-18T15:00:30Z") })
    await onActivity(t.world, athlete, phone)
    await onActivity(t.world, athlete, watch)
    expect(await activities()).toEqual([
      { external_id: "phone", status: "excluded", reason: "duplicate" },
      { external_id: "watch", status: "counted", reason: "counted" },
    ])
    await onRemoved(t.world, athlete, [watch])
    expect(await activities()).toEqual([{ external_id: "phone", status: "counted", reason: "counted" }])
  })

  test("an activity in review counts once an operator decides so, and not after the decision is revoked", async () => {
    const jog = sentRun({ externalId: "jog", kind: "walk", distanceM: 9700 })
    await onActivity(t.world, athlete, jog)
    expect(await points()).toEqual([])
    await onDecision(t.world, athlete, jog, "count")
    expect((await points())[0]?.points).toBe(30 + 19 + 25)
    await onActivity(t.world, athlete, jog)
    expect((await points())[0]?.points).toBe(74)
    await onDecision(t.world, athlete, jog, null)
    expect(await points()).toEqual([])
  })

  test("ten hours that started a minute ago do not count, but do when sent again after their end", async () => {
    const sent = sentRun({
      kind: "ride",
      startedAt: new Date("2026-11-20T19:59:00Z"),
      elapsedS: 36_000,
      movingS: 36_000,
      distanceM: 200_000,
    })
    await onActivity(t.world, athlete, sent)
    expect((await activities())[0]).toMatchObject({ status: "excluded", reason: "not-over" })
    t.clock.set("2026-11-21T06:00:00Z")
    await onActivity(t.world, athlete, sent)
    expect((await activities())[0]).toMatchObject({ status: "counted" })
    t.clock.set("2026-12-20T20:00:00Z")
    await onActivity(t.world, athlete, sent)
    expect((await activities())[0]).toMatchObject({ status: "counted" })
    expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
    t.clock.set("2026-11-20T20:00:00Z")
  })

  test("is refused for an unknown athlete", async () => {
    expect(await onActivity(t.world, 987_654, sentRun())).toEqual({ ok: false, code: "unknown_athlete" })
  })

  test("forty writers of one athlete at once lose nothing", async () => {
    const sent = Array.from({ length: 40 }, (_, n) =>
      sentRun({
        kind: "swim",
        startedAt: new Date(Date.UTC(2026, 10, 17, 8, n * 10)),
        elapsedS: 300,
        movingS: 300,
        distanceM: 0,
      }),
    )
    await Promise.all(sent.map((one) => onActivity(t.world, athlete, one)))
    const [row] = await t.world.db.sql<{ points: number }>`select points from athlete_days`
    expect(row?.points).toBe(60 + 30 + 20 + 25)
    expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
  })

  test("a long chain of overlaps is judged to its end", async () => {
    const link = (n: number, detail: number) =>
      sentRun({
        kind: "hike",
        externalId: `link-${String(n).padStart(2, "0")}`,
        startedAt: new Date(Date.UTC(2026, 10, 7, 12) + n * 10 * 3_600_000),
        elapsedS: 10 * 3600 + 1800,
        movingS: 21_000,
        distanceM: 21_000,
        detail,
      })
    for (let n = 1; n < 30; n++) await onActivity(t.world, athlete, link(n, n))
    const counted = () => t.world.db.sql<{ whole: number; cut: number }>`
      select
        count(*) filter (where counted_s is null)::integer as whole,
        count(*) filter (where counted_s = 20000 and counted_m = 20000 and reason = 'overlap')::integer as cut
      from activities where status = 'counted'
    `
    // Each loses the half hour that it shares with the next one, which is more detailed.
    expect(await counted()).toEqual([{ whole: 1, cut: 28 }])
    await onActivity(t.world, athlete, link(0, 1000))
    expect(await counted()).toEqual([{ whole: 2, cut: 27 }])
    expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
  })
})

describe("seasons split days at an instant", () => {
  test("the run of an athlete in Tokyo before the month opens in Los Angeles counts for the month before", async () => {
    const tokyo = await addAthlete(t.world, { timeZone: "Asia/Tokyo" })
    t.clock.set("2026-11-03T00:00:00Z")
    // 1 November in Tokyo; in Los Angeles the month opens at 07:00 UTC.
    await onActivity(
      t.world,
      tokyo,
      sentRun({
        startedAt: new Date("2026-11-01T06:00:00Z"),
        movingS: 1800,
        elapsedS: 1800,
        distanceM: 5000,
      }),
    )
    const before = await points(tokyo)
    expect(before.find(({ slug }) => slug === "monthly-2026-11")).toBeUndefined()
    await onActivity(
      t.world,
      tokyo,
      sentRun({
        startedAt: new Date("2026-11-01T07:30:00Z"),
        movingS: 1800,
        elapsedS: 1800,
        distanceM: 5040,
      }),
    )
    const both = await points(tokyo)
    expect(both.find(({ slug }) => slug === "monthly-2026-11")).toMatchObject({
      points: 30 + 25 + 25,
      active_days: 1,
    })
    const [whole] = await t.world.db.sql<{
      points: number
    }>`select points from athlete_days where athlete_id = ${tokyo}`
    expect(whole?.points).toBe(60 + 50 + 25)
    expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
    t.clock.set("2026-11-20T20:00:00Z")
  })
})

const anySent = fc
  .record({
    id: fc.integer({ min: 0, max: 9 }),
    source: fc.constantFrom("file" as const, "strava" as const, "demo" as const),
    kind: fc.constantFrom(
      "run" as const,
      "ride" as const,
      "swim" as const,
      "strength" as const,
      "walk" as const,
    ),
    // Half of them crowd around the instant at which one two-week season ends and the next begins.
    minute: fc.oneof(
      fc.integer({ min: 0, max: 30 * 24 * 60 }),
      fc.integer({ min: 17 * 24 * 60, max: 19 * 24 * 60 }),
    ),
    offsetS: fc.constantFrom(-28_800, 0, 32_400, 50_400),
    movingS: fc.integer({ min: 0, max: 20_000 }),
    pauseS: fc.integer({ min: 0, max: 3000 }),
    kmh: fc.integer({ min: 0, max: 30 }),
    manual: fc.boolean(),
    public: fc.constantFrom(true, true, true, false),
    detail: fc.integer({ min: 0, max: 3 }),
  })
  .map(
    (r): SentActivity =>
      sentRun({
        externalId: `x${r.id}`,
        source: r.source,
        kind: r.kind,
        startedAt: new Date(Date.UTC(2026, 9, 22) + r.minute * 60_000),
        utcOffsetS: r.offsetS,
        movingS: r.movingS,
        elapsedS: r.movingS + r.pauseS,
        distanceM: Math.round((r.kmh / 3.6) * r.movingS),
        manual: r.manual && r.detail === 0,
        public: r.public,
        detail: r.detail,
      }),
  )
type Step = { do: "put"; sent: SentActivity } | { do: "remove"; sent: SentActivity }
const anySteps = fc.array(
  fc.record({
    do: fc.constantFrom("put" as const, "put" as const, "put" as const, "remove" as const),
    sent: anySent,
  }) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 14 },
)
const nameOf = ({ source, externalId }: SentActivity) => `${source} ${externalId}`

async function play(id: number, steps: readonly Step[]) {
  for (const step of steps) {
    if (step.do === "put") await onActivity(t.world, id, step.sent)
    else await onRemoved(t.world, id, [step.sent])
  }
}

/** All stored data of one athlete, without the athlete's id. */
async function known(id: number) {
  const all = JSON.stringify(await snapshot(t.world.db))
  return JSON.parse(all, (_, value) =>
    Array.isArray(value) ? value.filter((v) => v?.athlete_id === undefined || v.athlete_id === id) : value,
  ) as object
}
const without = (value: object) =>
  JSON.parse(JSON.stringify(value), (key, v) => (key === "athlete_id" ? undefined : v)) as object

describe("always", () => {
  const runs = { numRuns: 40, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false }

  test("only the final records matter: not their order, repeats, edits or removals", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.infiniteStream(fc.nat()), async (steps, order) => {
        await t.world.db.sql`delete from athletes`
        const long = await addAthlete(t.world)
        const short = await addAthlete(t.world)
        await play(long, steps)
        const last = new Map<string, SentActivity>()
        for (const { do: what, sent } of steps) {
          if (what === "put") last.set(nameOf(sent), sent)
          else last.delete(nameOf(sent))
        }
        const shuffled = [...last.values()]
          .map((sent) => ({ sent, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at)
        await play(
          short,
          shuffled.map(({ sent }) => ({ do: "put", sent })),
        )
        await play(
          short,
          shuffled.map(({ sent }) => ({ do: "put", sent })),
        )
        expect(without(await known(short))).toEqual(without(await known(long)))
        expect(await recompute(t.world, { repair: false })).toMatchObject({
          verdicts: 0,
          days: 0,
          standings: 0,
        })
        await t.world.db.sql`delete from athletes where id in (${long}, ${short})`
        expect(await t.world.db.sql`select from standings where athlete_id in (${long}, ${short})`).toEqual(
          [],
        )
      }),
      runs,
    )
  })

  test("one more counted workout never takes points away", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySent, async (steps, more) => {
        await t.world.db.sql`delete from athletes`
        const id = await addAthlete(t.world)
        await onActivities(
          t.world,
          id,
          steps.map(({ sent }) => ({ ...sent, detail: 100 })),
        )
        const before = new Map((await points(id)).map((row) => [row.slug, row.points]))
        // Less detailed than the stored records, so that it replaces none; from another source, so that it edits none.
        await onActivity(t.world, id, { ...more, externalId: "more", detail: 0 })
        const after = new Map((await points(id)).map((row) => [row.slug, row.points]))
        for (const [slug, was] of before) expect(after.get(slug) ?? 0).toBeGreaterThanOrEqual(was)
        await t.world.db.sql`delete from athletes where id = ${id}`
      }),
      runs,
    )
  })
})

test("tampering in the database is detected and repaired", async () => {
  await onActivity(t.world, athlete, sentRun())
  const healthy = await snapshot(t.world.db)
  await t.world.db.sql`update athlete_days set points = 7`
  await t.world.db
    .sql`update standings set points = points + 1 where board_id = (select min(board_id) from standings)`
  expect(await recompute(t.world, { repair: false })).toMatchObject({ days: 1, standings: 1 })
  await recompute(t.world, { repair: true })
  expect(await snapshot(t.world.db)).toEqual(healthy)
})

test("days far apart in one step", async () => {
  const sent = Array.from({ length: 60 }, (_, n) =>
    sentRun({ startedAt: new Date(Date.UTC(2026, 10, 19) - n * day) }),
  )
  expect(await onActivities(t.world, athlete, sent)).toMatchObject({ ok: true })
  const [row] = await t.world.db.sql<{ counted: number; late: number }>`
    select count(*) filter (where status = 'counted')::int as counted, count(*) filter (where reason = 'too-late')::int as late
    from activities
  `
  expect(row).toEqual({ counted: 13, late: 47 })
})
