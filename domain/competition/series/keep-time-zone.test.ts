/** The seasons of a site begin and end at midnight in its time zone, which an operator can set until somebody has joined. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { recompute } from "../recompute.ts"
import { keepTimeZone } from "./keep-time-zone.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  await maintainBoards(t.world)
})
afterAll(() => t.close())

/** A sample athlete whose run crossed the midnight at which the next season begins. */
const runThroughMidnight = async () => {
  const athleteId = await addAthlete(t.world, { demo: true })
  await onActivity(t.world, athleteId, sentRun({ startedAt: new Date("2026-11-09T07:30:00Z") }))
}

const instants = () =>
  t.world.db.sql<{ slug: string; opensAt: Date; closesAt: Date; graceEndsAt: Date }>`
    select slug, opens_at as "opensAt", closes_at as "closesAt", grace_ends_at as "graceEndsAt"
    from seasons order by slug
  `

/** As if the site had started in a time zone nine hours farther east. */
const moveEast = () => t.world.db.sql`
  update seasons set opens_at = opens_at - interval '9 hours', closes_at = closes_at - interval '9 hours',
    grace_ends_at = grace_ends_at - interval '9 hours'
`

test("seasons of a site without members move to midnight in its time zone, once", async () => {
  const before = await instants()
  expect(before.length).toBeGreaterThan(2)
  expect(await keepTimeZone(t.world)).toBeNull()
  await moveEast()
  await runThroughMidnight()
  expect(await keepTimeZone(t.world)).toBeNull()
  expect(await instants()).toEqual(before)
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
})

test("seasons that members take part in stay, and the first of them is named", async () => {
  await moveEast()
  const before = await instants()
  await addAthlete(t.world)
  expect(await keepTimeZone(t.world)).toBe("monthly-2026-11")
  expect(await instants()).toEqual(before)
})
