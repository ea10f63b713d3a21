/** A season's border placed on existing days splits them just like days that come later. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivities } from "../pipeline.ts"
import { recompute } from "../recompute.ts"
import { rederive, seasonBoards } from "./rederive.ts"

const month = "monthly-2026-11"
let t: TestWorld
let board: number
beforeAll(async () => {
  t = await createCompetitionWorld()
  const [row] = await t.world.db.sql<{ id: number }>`select id from boards where slug = ${month}`
  board = row?.id ?? 0
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from athletes`)

/** Two half hours of intervals on each of these days of November, at 15:00 and 16:00 UTC. */
async function athleteOn(...days: number[]): Promise<number> {
  const id = await addAthlete(t.world)
  const half = (day: number, hour: number) =>
    sentRun({
      ...{ kind: "hiit", movingS: 1800, elapsedS: 1800, distanceM: 0 },
      startedAt: new Date(Date.UTC(2026, 10, day, hour)),
    })
  await onActivities(
    t.world,
    id,
    days.flatMap((day) => [half(day, 15), half(day, 16)]),
  )
  return id
}
const opens = (at: string) => t.world.db.sql`update seasons set opens_at = ${at} where slug = ${month}`
const openingOf = async () =>
  (await t.world.db.sql<{ at: Date }>`select opens_at as at from seasons where slug = ${month}`)[0]
    ?.at as Date
/** The points of each day, and the season's share where it differs. */
const daysOf = async (id: number) =>
  (
    await t.world.db.sql<{ on: string; points: number; part: { points: number } | null }>`
      select local_on::text as on, points, exceptions -> ${String(board)} as part from athlete_days
      where athlete_id = ${id} order by local_on
    `
  ).map(({ on, points, part }) => [on.slice(-2), points, part?.points ?? null])

test("only days in the ranges are recomputed, for every athlete, with the same result as a comparison", async () => {
  const before = await openingOf()
  const [ana, ben] = [await athleteOn(12, 13, 14), await athleteOn(13)]
  await addAthlete(t.world)
  const whole = [
    ["12", 85, null],
    ["13", 85, null],
    ["14", 85, null],
  ]
  expect(await daysOf(ana)).toEqual(whole)
  await opens("2026-11-13T15:30:00Z")
  // Days without activities, and days that the border does not touch.
  await rederive(t.world.db, [
    { from: "2026-11-01", to: "2026-11-05" },
    { from: "2026-11-14", to: "2026-11-14" },
  ])
  expect(await daysOf(ana)).toEqual(whole)
  await rederive(t.world.db, [
    { from: "2026-11-01", to: "2026-11-05" },
    { from: "2026-11-14", to: "2026-11-14" },
    { from: "2026-11-12", to: "2026-11-13" },
  ])
  // The 12th is the month's by the calendar, and lies before it opened.
  expect(await daysOf(ana)).toEqual([
    ["12", 85, 0],
    ["13", 85, 55],
    ["14", 85, null],
  ])
  expect(await daysOf(ben)).toEqual([["13", 85, 55]])
  await t.world.db.sql`update seasons set opens_at = ${before} where slug = ${month}`
})

test("days split by a season equal the result of a comparison", async () => {
  const before = await openingOf()
  const id = await athleteOn(10, 11)
  await opens("2026-11-11T15:30:00Z")
  await rederive(t.world.db, [{ from: "2026-11-08", to: "2026-11-12" }])
  const points = await daysOf(id)
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0 })
  await recompute(t.world, { repair: true })
  expect(await daysOf(id)).toEqual(points)
  await t.world.db.sql`update seasons set opens_at = ${before} where slug = ${month}`
})

test("the boards with a season are returned with their days and instants", async () => {
  const boards = await seasonBoards(t.world.db)
  expect(boards).toContainEqual({
    ...{ id: board, from: "2026-11-01", to: "2026-11-30" },
    opensAt: new Date("2026-11-01T07:00:00Z"),
    closesAt: new Date("2026-12-01T08:00:00Z"),
  })
  const [all] = await t.world.db.sql`select count(*)::integer as n from boards where season_id is not null`
  expect({ n: boards.length }).toEqual(all)
})
