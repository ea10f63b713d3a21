import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { join } from "./member.ts"

let t: TestWorld
beforeAll(async () => {
  // Noon in Los Angeles, five in the morning of the next day in Tokyo, and a quarter to two in the morning in
  // Kathmandu.
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
})
afterAll(() => t.close())

const cases: [timeZone: string, firstThatCounts: string, lastThatDoesNot: string][] = [
  ["America/Los_Angeles", "2026-11-20T08:00:00Z", "2026-11-20T07:59:59Z"],
  ["Asia/Tokyo", "2026-11-20T15:00:00Z", "2026-11-20T14:59:59Z"],
  ["Asia/Kathmandu", "2026-11-20T18:15:00Z", "2026-11-20T18:14:59Z"],
]

test.each(cases)("in %s the day of joining counts from local midnight", async (timeZone, first, last) => {
  const userId = randomUUID()
  await t.world.db.sql`insert into auth.users (id, email) values (${userId}, ${`${userId}@b4m.test`})`
  const joined = await join(t.world, {
    userId,
    displayName: "New Comer",
    visibility: "public",
    units: "metric",
    timeZone,
    consentText: "I agree.",
  })
  if (!joined.ok) throw new Error(joined.code)
  const bring = async (startedAt: string) => {
    const done = await onActivity(
      t.world,
      joined.athlete.id,
      sentRun({ startedAt: new Date(startedAt), movingS: 1200, elapsedS: 1200, distanceM: 3000 }),
    )
    if (!done.ok) throw new Error(done.code)
    return done.verdicts[0]?.reason
  }
  expect(await bring(last)).toBe("before-joining")
  t.clock.set("2026-11-20T20:30:00Z")
  expect(await bring(first)).toBe("counted")
})
