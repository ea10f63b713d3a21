import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { listReviews, review } from "./review.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

async function pointsOf(athlete: number): Promise<number> {
  const [row] = await t.world.db.sql<{ points: number }>`
    select coalesce(sum(points), 0)::integer as points from athlete_days where athlete_id = ${athlete}
  `
  return row?.points ?? 0
}

test("What looks unusual waits; counted it has points, declined it has none, and the rules can speak again", async () => {
  const athlete = await addAthlete(t.world, { name: "Ana" })
  const plain = await addAthlete(t.world, { name: "Ben" })
  await onActivity(t.world, plain, sentRun())
  // 22 km in an hour: a fast runner, or a slow car.
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const [waiting, ...others] = await listReviews(t.world)
  expect(others).toEqual([])
  expect(waiting).toMatchObject({
    athlete: expect.stringMatching(/^ana/),
    status: "review",
    reason: "unusually-fast",
  })
  const id = waiting?.id ?? 0
  expect(await pointsOf(athlete)).toBe(0)

  expect(await review(t.world, id, "count")).toMatchObject({
    ok: true,
    activity: { status: "counted", reason: "cleared" },
  })
  expect(await pointsOf(athlete)).toBeGreaterThan(100)
  expect(await listReviews(t.world)).toEqual([])

  expect(await review(t.world, id, "decline")).toMatchObject({
    activity: { status: "excluded", reason: "declined" },
  })
  expect(await pointsOf(athlete)).toBe(0)

  expect(await review(t.world, id, null)).toMatchObject({ activity: { status: "review" } })
  expect(await listReviews(t.world)).toHaveLength(1)
  expect(await review(t.world, 987_654_321, "count")).toEqual({ ok: false, code: "unknown_activity" })
})
