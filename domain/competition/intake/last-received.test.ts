import { afterAll, beforeAll, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { lastReceived } from "./last-received.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())

test("the time at which each source last brought a recording of the member, not when it was recorded", async () => {
  const [ana, ben] = [
    await addAthlete(t.world, { email: "ana@b4m.test" }),
    await addAthlete(t.world, { email: "ben@b4m.test" }),
  ]
  const userId = await accountOf(t.world, ana)
  const came = async () => Object.fromEntries(await lastReceived(t.world.db, userId))
  expect(await came()).toEqual({})
  for (const [at, id, source, startedAt] of [
    ["2026-11-20T20:00:00Z", ana, "file", "2026-11-20T10:00:00Z"],
    ["2026-11-20T21:00:00Z", ana, "file", "2026-11-18T10:00:00Z"],
    ["2026-11-20T22:00:00Z", ana, "polar", "2026-11-17T10:00:00Z"],
    ["2026-11-20T23:00:00Z", ben, "file", "2026-11-17T10:00:00Z"],
  ] as const) {
    t.clock.set(at)
    await onActivity(t.world, id, sentRun({ source, startedAt: new Date(startedAt) }))
  }
  expect(await came()).toEqual({
    file: new Date("2026-11-20T21:00:00Z"),
    polar: new Date("2026-11-20T22:00:00Z"),
  })
})
