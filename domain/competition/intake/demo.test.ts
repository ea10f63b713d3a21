import { afterAll, beforeAll, expect, test } from "vitest"
import { sampleWorkouts } from "#adapters/sources/demo/workouts.ts"
import { athletes } from "#content/athletes.ts"
import { addAthlete, createCompetitionWorld, snapshot } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { recompute } from "../scoring/recompute.ts"
import { keepDemo, trainDemo } from "./demo.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())

const count = async () =>
  (await t.world.db.sql<{ n: number }>`select count(*)::int as n from activities`)[0]?.n ?? 0

test("the sample athletes have trained, train on, stop for real members, and go with DEMO=off", async () => {
  const sources = { ...t.world.sources, demo: { athletes, workouts: sampleWorkouts } }
  const on = { ...t.world, sources, settings: { ...t.world.settings, demo: true } }
  await keepDemo(on)
  const planted = await snapshot(t.world.db)
  const first = await count()
  expect(first).toBeGreaterThan(athletes.length * 20)
  await keepDemo(on)
  expect(await snapshot(t.world.db)).toEqual(planted)
  const statuses = await t.world.db.sql`select status, reason, kind from activities where status <> 'counted'`
  expect(statuses).toEqual([])
  const [board] = await t.world.db.sql<{ on_board: number; most: number; least: number }>`
    select count(*)::int as on_board, max(points) as most, min(points) as least
    from standings join boards on boards.id = board_id where slug = 'last-14-days'
  `
  expect(board?.on_board).toBe(athletes.length)
  expect(board?.most).toBeLessThan(14 * 200)
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })

  t.clock.set("2026-11-22T07:00:00Z")
  await trainDemo(on)
  const later = await count()
  expect(later).toBeGreaterThan(first)

  await addAthlete(t.world)
  t.clock.set("2026-11-23T07:00:00Z")
  await trainDemo(on)
  expect(await count()).toBe(later)

  await keepDemo(t.world)
  expect(await count()).toBe(0)
  expect(await t.world.db.sql`select from athletes where demo`).toEqual([])
  expect(await t.world.db.sql`select from standings`).toEqual([])
}, 60_000)
