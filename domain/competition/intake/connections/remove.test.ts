import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { removeInSteps } from "./remove.ts"

let t: TestWorld
let athlete: number
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  athlete = await addAthlete(t.world)
  // Three years of activities, one a day.
  await t.world.db.sql`
    insert into activities (
      athlete_id, source, external_id, kind, sport, started_at, utc_offset_s, local_on, elapsed_s, moving_s, distance_m,
      received_at, status, reason
    )
    select ${athlete}, 'strava', 'a-' || n, 'run', 'running', '2026-11-18T15:00:00Z'::timestamptz - n * interval '1 day', 0,
      '2026-11-18'::date - n, 60, 60, 100, now(), 'excluded', 'before-joining'
    from generate_series(1, 401) n`
})

test.each([
  [0, 0],
  [1, 1],
  [200, 1],
  [201, 2],
  [400, 2],
])("%i activities are removed in %i steps, and the others stay", async (count, steps) => {
  const { db } = t.world
  const asked: string[] = []
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) => {
    asked.push(strings.join("?"))
    return (db.sql as (s: TemplateStringsArray, ...v: unknown[]) => unknown)(strings, ...values)
  }) as unknown as typeof db.sql
  const names = Array.from({ length: count }, (_, n) => ({ source: "strava", externalId: `a-${n + 1}` }))
  await removeInSteps(
    { ...t.world, db: { ...db, sql: Object.assign(sql, { json: db.sql.json }) } },
    athlete,
    names,
  )
  expect(asked.filter((text) => text.includes("private.apply_plans"))).toHaveLength(steps)
  expect(asked.length > 0).toBe(count > 0)
  const [left] = await db.sql`select count(*)::integer as n from activities`
  expect(left).toEqual({ n: 401 - count })
})
