/** The figures that a sponsor and an operator see: counted, without samples and without what a service forbids to show. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { healthInWords, seasonHealth } from "./season-health.ts"

let t: TestWorld
let athletes: number[]
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())
beforeEach(async () => {
  const { sql } = t.world.db
  await sql`delete from season_results`
  await sql`delete from athletes`
  athletes = []
  for (let n = 0; n < 8; n++)
    athletes.push(
      await addAthlete(t.world, { name: `A ${n}`, email: `a${n}-${crypto.randomUUID()}@b4m.test` }),
    )
  await sql`update athletes set joined_at = ${t.world.now()}::timestamptz - interval '10 days', demo = false`
  await sql`update seasons set closed_at = null`
  await sql`
    update seasons set closed_at = closes_at, finish_days = 3
    where id in (select id from seasons where series = 'fortnightly' order by closes_at limit 2)`
})

/** An active day of the first `count` athletes. */
async function train(count: number, { daysAgo = 1, restricted = false } = {}) {
  await t.world.db.sql`
    insert into athlete_days (athlete_id, local_on, points, active, moving_s, distance_m, reached_at, restricted, ruleset, lines)
    select id, ${t.world.now()}::date - ${daysAgo}::integer, 10, true, 3600, 10000, ${t.world.now()}, ${restricted}, 1, '[]'
    from unnest(${athletes.slice(0, count)}::bigint[]) id`
}

async function results(nth: 0 | 1, rows: readonly [athlete: number, days: number, restricted: number][]) {
  await t.world.db.sql`
    insert into season_results (season_id, line, athlete_id, rank, points, active_days, restricted_days, reached_at, ruleset)
    select (select id from seasons where closed_at is not null order by closes_at limit 1 offset ${nth}),
      row_number() over (), (r ->> 0)::bigint, 1, 10, (r ->> 1)::smallint, (r ->> 2)::smallint, ${t.world.now()}, 1
    from jsonb_array_elements(${t.world.db.sql.json(rows.map(([of, ...more]) => [athletes[of], ...more]))}) r`
}

test("Active athletes are counted once, of four weeks, and not while they are fewer than five", async () => {
  await train(4)
  expect((await seasonHealth(t.world)).active).toBeNull()
  await train(5, { daysAgo: 27 })
  expect((await seasonHealth(t.world)).active).toBe(5)
  await train(8, { daysAgo: 28 })
  expect((await seasonHealth(t.world)).active).toBe(5)
})

test("Samples and days that a service forbids to show are behind no figure", async () => {
  await train(8, { restricted: true })
  expect((await seasonHealth(t.world)).active).toBeNull()
  await train(8, { daysAgo: 2 })
  await results(
    0,
    [0, 1, 2, 3, 4, 5].map((n) => [n, 4, 0]),
  )
  await results(
    1,
    [0, 1, 2, 3, 4, 5].map((n) => [n, 4, n < 5 ? 4 : 0]),
  )
  expect(await seasonHealth(t.world)).toMatchObject({ active: 8, back: 17, finishers: null })
  await t.world.db.sql`update athletes set demo = true`
  expect(await seasonHealth(t.world)).toEqual({ active: null, quick: null, back: null, finishers: null })
})

test("Who came back is a share of the season before, and finishers trained on enough days of the last", async () => {
  await results(
    0,
    [0, 1, 2, 3, 4].map((n) => [n, 1, 0]),
  )
  await results(
    1,
    [0, 1, 2, 5, 6, 7].map((n) => [n, n === 7 ? 2 : 3, 0]),
  )
  const health = await seasonHealth(t.world)
  expect(health).toMatchObject({ back: 60, finishers: 5 })
  expect(healthInWords(health)).toContainEqual({ value: "60%", label: "came back for the next season" })
})

test("Newcomers are those of 90 days who have had their 48 hours", async () => {
  const { sql } = t.world.db
  for (const [index, hours] of [
    [0, 1],
    [1, 47],
    [2, 49],
  ] as const) {
    const athlete = athletes[index] ?? 0
    await onActivity(t.world, athlete, sentRun())
    await sql`
      update activities set status = 'counted', received_at = (
        select joined_at + make_interval(hours => ${hours}) from athletes where id = ${athlete})
      where athlete_id = ${athlete}`
  }
  expect((await seasonHealth(t.world)).quick).toBe(25)
  await sql`update athletes set joined_at = ${t.world.now()}::timestamptz - interval '47 hours' where id = any(${athletes.slice(3)}::bigint[])`
  expect((await seasonHealth(t.world)).quick).toBeNull()
})
