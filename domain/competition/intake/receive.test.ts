import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { markHandled, overdue, receive, unhandled } from "./receive.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

test("An event is recorded once, waits for its turn, and then only its id is kept", async () => {
  const { world } = t
  const later = () => new Date(world.now().getTime() + 1)
  const names = (source = "strava", limit = 10) => overdue(world.db, { source, before: later(), limit })
  expect(await receive(world, { source: "strava", eventId: "b", payload: { n: 1 } })).toBe(true)
  t.clock.advance(1_000)
  const same = { source: "strava", eventId: "a", payload: { n: 2 } }
  expect(await Promise.all([1, 2, 3].map(() => receive(world, same)))).toEqual(
    expect.arrayContaining([true, false, false]),
  )
  // Another source may use the same names.
  expect(await receive(world, { source: "other", eventId: "b", payload: {} })).toBe(true)
  expect(await names()).toEqual(["b", "a"])
  expect(await names("strava", 1)).toEqual(["b"])
  expect(await overdue(world.db, { source: "strava", before: world.now(), limit: 10 })).toEqual(["b"])
  expect(await unhandled(world.db, { source: "strava", eventId: "b" })).toEqual({ n: 1 })

  await expect(
    world.db.transaction(async (db) => {
      await markHandled(world, db, { source: "strava", eventId: "b" })
      throw new Error("what was done is undone")
    }),
  ).rejects.toThrow("undone")
  expect(await names()).toEqual(["b", "a"])
  await markHandled(world, world.db, { source: "strava", eventId: "b" })
  expect([await names(), await names("other")]).toEqual([["a"], ["b"]])
  expect(await unhandled(world.db, { source: "strava", eventId: "b" })).toBeUndefined()
  const [left] = await world.db.sql`
    select payload, done_at from private.receipts where source = 'strava' and event_id = 'b'
  `
  expect(left).toEqual({ payload: {}, done_at: world.now() })
  t.clock.advance(1_000)
  await markHandled(world, world.db, { source: "strava", eventId: "b" })
  const [still] = await world.db.sql<{ done_at: Date }>`
    select done_at from private.receipts where source = 'strava' and event_id = 'b'
  `
  expect(still?.done_at).toEqual(left?.done_at)
  expect(await receive(world, { source: "strava", eventId: "b", payload: { n: 3 } })).toBe(false)
})
