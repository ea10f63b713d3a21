import { afterAll, beforeAll, expect, test } from "vitest"
import { sampleWorkouts } from "#adapters/sources/demo/workouts.ts"
import { athletes } from "#content/athletes.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { addAthlete, createCompetitionWorld, snapshot } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createBoards } from "../boards/board.ts"
import { recompute } from "../recompute.ts"
import { keepDemo, trainDemo } from "./demo.ts"
import { take } from "./take.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())

const count = async () =>
  (await t.world.db.sql<{ n: number }>`select count(*)::int as n from activities`)[0]?.n ?? 0

test("the sample athletes have trained and continue, stop for real members, and leave with a member's first points", async () => {
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

  const member = await addAthlete(t.world)
  t.clock.set("2026-11-23T07:00:00Z")
  await trainDemo(on)
  expect(await count()).toBe(later)

  // The first points of a member remove the samples from every board immediately, and the rank counts in memory follow.
  const boards = createBoards(on)
  await boards.open()
  const size = () => boards.find("last-14-days", t.world.now())?.counts.size
  expect(size()).toBe(athletes.length)
  const samples = () => t.world.db.sql`select from athletes where demo`
  const bring = (startedAt: string) =>
    take(on, { athleteId: member, source: "file", activities: [{ ...run, startedAt: new Date(startedAt) }] })
  await bring("2027-01-01T15:00:00Z")
  expect(await samples()).toHaveLength(athletes.length)
  await bring("2026-11-22T15:00:00Z")
  expect(await samples()).toEqual([])
  await boards.catchUp()
  expect(size()).toBe(1)
  boards.close()
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
  await keepDemo(on)
  expect(await samples()).toEqual([])
})

const run: RecordedActivity = {
  externalId: "the first run of a member",
  sports: ["running"],
  name: null,
  startedAt: new Date(0),
  utcOffsetS: -28_800,
  elapsedS: 1900,
  movingS: 1800,
  distanceM: 5000,
  elevationM: null,
  fiveMinutesKmh: null,
  indoor: false,
  virtual: false,
  detail: 10,
}

test("the sample athletes are removed with DEMO=off", async () => {
  await t.world.db.sql`delete from athletes`
  const sources = { ...t.world.sources, demo: { athletes, workouts: sampleWorkouts } }
  await keepDemo({ ...t.world, sources, settings: { ...t.world.settings, demo: true } })
  expect(await count()).toBeGreaterThan(0)
  await keepDemo(t.world)
  expect(await count()).toBe(0)
  expect(await t.world.db.sql`select from athletes where demo`).toEqual([])
  expect(await t.world.db.sql`select from standings`).toEqual([])
})
