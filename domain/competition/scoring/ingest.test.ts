/** Concurrent changes of several athletes: each gets its own result, and sees concurrent writes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { addSeries } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { SentActivity } from "./activity.ts"
import { cellsOf } from "./cells.ts"
import { ingest } from "./ingest.ts"
import type { Change } from "./plan.ts"
import { readSamples } from "./same-recording.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from athletes`)

const noon = Date.UTC(2026, 10, 18, 20)
const receivedAt = new Date(noon + 40 * 3_600_000)
const put = (...sent: SentActivity[]): Change => ({ put: sent, remove: [], receivedAt })
/** A session of intervals of the given length, starting the given number of minutes after noon in California. */
const hiit = (
  externalId: string,
  minute: number,
  changes: Partial<SentActivity> & { minutes?: number } = {},
) => {
  const { minutes = 60, ...rest } = changes
  const length = { movingS: minutes * 60, elapsedS: minutes * 60, distanceM: 0 }
  const startedAt = new Date(noon + minute * 60_000)
  return sentRun({ externalId, kind: "hiit", sport: "hiit", startedAt, ...length, ...rest })
}
const athletes = (n: number) => Promise.all(Array.from({ length: n }, () => addAthlete(t.world)))
const stored = (id: number) => t.world.db.sql<{ name: string; reason: string; counted: number | null }>`
  select external_id as name, reason, counted_s as counted from activities where athlete_id = ${id} order by 1
`
const told = async (id: number) =>
  (await stored(id)).map(({ name, reason, counted }) => [name, reason, counted])

describe("each change in a batch has its own result", () => {
  test("an unknown athlete, one with wide surroundings, one with copies, and one without changes", async () => {
    const three = async () => {
      const [chained, plain, copying, nothing] = (await athletes(4)) as [number, number, number, number]
      const link = (n: number, detail: number) =>
        hiit(`l${n}`, n * 585, { kind: "other", minutes: 600, detail })
      // Each lasts ten hours and shares a quarter of an hour with the one before it.
      for (const n of [-1, -2, -3, -4]) await ingest(t.world.db, chained, put(link(n, 10 + n)))
      const recorded = { fingerprint: fingerprint(anySamples(chained)), movingS: 3600, elapsedS: 3600 }
      await ingest(t.world.db, copying, put(hiit("a", 0, { ...recorded, detail: 200 })))
      await ingest(t.world.db, copying, put(hiit("b", 180, recorded)))
      return { chained, plain, copying, nothing, link }
    }
    const groups = [await three(), await three(), await three()]
    // Three batches start at once, each with a third of the waiting changes.
    const answers = await Promise.all(
      groups.flatMap(({ chained, plain, copying, nothing, link }) => [
        ingest(t.world.db, chained, put(link(0, 100))),
        ingest(t.world.db, plain, put(hiit("p", 0))),
        ingest(t.world.db, copying, put(hiit("c", 0, { detail: 500 }))),
        ingest(t.world.db, 900_000 + plain, put(hiit("x", 0))),
        ingest(t.world.db, nothing, { put: [], remove: [hiit("x", 0)], receivedAt }),
      ]),
    )
    const counted = (externalId: string) => ({
      ...{ ok: true, days: ["2026-11-18"] },
      verdicts: [{ source: "file", externalId, status: "counted", reason: "counted" }],
    })
    for (const [nr, { chained, plain, copying, nothing }] of groups.entries()) {
      const [far, ...others] = answers.slice(nr * 5, nr * 5 + 5)
      expect(far).toMatchObject({ verdicts: counted("l0").verdicts })
      expect(others).toEqual([
        counted("p"),
        counted("c"),
        { ok: false, code: "unknown_athlete" },
        { ok: true, days: [], verdicts: [] },
      ])
      // The new one is the most detailed, and takes its quarter of an hour from the one that counted in full.
      expect(await told(chained)).toEqual([
        ["l-1", "overlap", 35_100],
        ["l-2", "overlap", 35_100],
        ["l-3", "overlap", 35_100],
        ["l-4", "overlap", 35_100],
        ["l0", "counted", null],
      ])
      expect(await told(plain)).toEqual([["p", "counted", null]])
      // The original no longer counts, so the copy does.
      expect(await told(copying)).toEqual([
        ["a", "duplicate", null],
        ["b", "counted", null],
        ["c", "counted", null],
      ])
      expect(await told(nothing)).toEqual([])
    }
  })

  test("in a batch, only the athletes who sent another athlete's recording are excluded for it", async () => {
    const [first, ...others] = (await athletes(7)) as [number, ...number[]]
    const recorded = (seed: number) =>
      sentRun({ externalId: "r", fingerprint: fingerprint(anySamples(seed)), fiveMinutesKmh: 11 })
    await ingest(t.world.db, first, put(recorded(1)))
    await Promise.all(
      others.map((id, nr) => ingest(t.world.db, id, put(nr === 0 ? sentRun() : recorded(nr % 2 ? 1 : nr)))),
    )
    const reasons = await Promise.all(others.map(async (id) => (await stored(id))[0]?.reason))
    expect(reasons).toEqual([
      ...["counted", "same-recording", "counted", "same-recording", "counted", "same-recording"],
    ])
    const [twins] = await t.world.db.sql<{ own: boolean }>`
      select bool_and(o.athlete_id = ${first}) as own from activities x join activities o on o.id = x.twin_of
    `
    expect(twins).toEqual({ own: true })
  })

  test("only athletes with restricted data are marked as having it", async () => {
    const [both, plain] = (await athletes(2)) as [number, number]
    await Promise.all([
      ingest(t.world.db, both, put(hiit("f", 0), hiit("s", 120, { source: "strava" }))),
      ingest(t.world.db, plain, put(hiit("f", 0))),
    ])
    const rows = await t.world.db.sql<{ id: number; holds: string }>`
      select id::integer as id, restricted_data as holds from athletes where id in (${both}, ${plain})
    `
    expect(new Map(rows.map(({ id, holds }) => [id, holds]))).toEqual(
      new Map([
        [both, "confirmed"],
        [plain, "none"],
      ]),
    )
  })

  test("the days that an activity leaves and enters are returned in order", async () => {
    const [id] = (await athletes(1)) as [number]
    await ingest(t.world.db, id, put(hiit("a", -24 * 60)))
    expect(await ingest(t.world.db, id, put(hiit("a", 0)))).toMatchObject({
      days: ["2026-11-17", "2026-11-18"],
    })
    expect(await ingest(t.world.db, id, put(hiit("a", -24 * 60)))).toMatchObject({
      days: ["2026-11-17", "2026-11-18"],
    })
  })

  test("an activity that takes time from several others is written with all consequences", async () => {
    const [id] = (await athletes(1)) as [number]
    await ingest(
      t.world.db,
      id,
      put(hiit("a", 0, { detail: 1 }), hiit("b", 60, { detail: 1, distanceM: 600 })),
    )
    await ingest(t.world.db, id, put(hiit("c", 0, { minutes: 90, detail: 9 })))
    expect(await told(id)).toEqual([
      ["a", "duplicate", null],
      ["b", "overlap", 1800],
      ["c", "counted", null],
    ])
    expect(await t.world.db.sql`select counted_m from activities where external_id = 'b'`).toEqual([
      { counted_m: 300 },
    ])
  })
})

test("concurrent changes of many athletes share few statements", async () => {
  let writes = 0
  const sql = new Proxy(t.world.db.sql, {
    apply(target, self, args: Parameters<Db["sql"]>) {
      if (String(args[0]).includes("apply_plans")) writes++
      return Reflect.apply(target, self, args)
    },
  })
  const db = { ...t.world.db, sql }
  const ids = await athletes(30)
  await Promise.all(ids.map((id) => ingest(db, id, put(hiit("a", 0)))))
  expect(writes).toBe(3)
  await Promise.all(ids.map((id) => ingest(db, id, { put: [], remove: [hiit("x", 0)], receivedAt })))
  expect(writes).toBe(3)
})

describe("concurrent writes of another process are seen", () => {
  /** Runs `meanwhile` in a transaction that commits once the change is waiting for it. */
  const during = async (meanwhile: (db: Db) => Promise<unknown>, change: () => Promise<unknown>) => {
    let changing: Promise<unknown> | undefined
    await t.world.db.transaction(async (db) => {
      await meanwhile(db)
      changing = change()
      await expect
        .poll(
          () => t.world.db.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%apply_plans%'
        `,
        )
        .toHaveLength(1)
    })
    return changing
  }

  test("another change of the athlete: a new plan is made", async () => {
    const [id, other] = (await athletes(2)) as [number, number]
    await ingest(t.world.db, id, put(hiit("a", 0, { detail: 1 })))
    const recorded = { fingerprint: fingerprint(anySamples(1)) }
    const together = () =>
      Promise.all([
        ingest(t.world.db, id, put(hiit("b", 0, { ...recorded, detail: 2 }))),
        ingest(t.world.db, other, put(hiit("o", 0))),
      ])
    const meanwhile = (db: Db) =>
      ingest(db, id, { ...put(hiit("c", 0, { detail: 3 })), remove: [hiit("a", 0)] })
    const [written, others] = (await during(meanwhile, together)) as unknown[]
    expect(written).toMatchObject({ verdicts: [{ externalId: "b", reason: "duplicate" }] })
    expect(others).toMatchObject({ verdicts: [{ externalId: "o", reason: "counted" }] })
    expect(await told(id)).toEqual([
      ["b", "duplicate", null],
      ["c", "counted", null],
    ])
    // The fingerprint stored before is still known.
    const { place, spanS } = cellsOf(readSamples(recorded.fingerprint) ?? anySamples(1))
    expect(await t.world.db.sql`select place, span_s from private.fingerprints`).toEqual([
      { place, span_s: spanS },
    ])
  })

  test("a newly opened board: the day is split by its border", async () => {
    const [id] = (await athletes(1)) as [number]
    const open = async ({ sql }: Db) => {
      await sql`select pg_advisory_xact_lock(private.boards_lock())`
      await addSeries({ sql }, { slug: "test" })
      await sql`
        with season as (
          insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
          select 'test', 'test', '2026-11-18', to_on, ${new Date(noon + 1)}, closes_at, grace_ends_at, ruleset
          from seasons where slug = 'monthly-2026-11'
          returning id, from_on, to_on
        )
        insert into boards (slug, season_id, from_on, to_on) select 'test', id, from_on, to_on from season
      `
    }
    const change = () => ingest(t.world.db, id, put(hiit("a", 0)))
    expect(await during(open, change)).toMatchObject({ days: ["2026-11-18"] })
    const [day] = await t.world.db.sql<{ parts: object }>`
      select exceptions -> (select id::text from boards where slug = 'test') as parts from athlete_days
    `
    expect(day?.parts).toMatchObject({ points: 0, active: false })
  })
})
