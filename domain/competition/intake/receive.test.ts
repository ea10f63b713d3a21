import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { dealtWith, remember, waiting } from "./receive.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

test("What a source sends is remembered once, waits for its turn, and leaves only its name", async () => {
  const { world } = t
  const names = async (source = "strava") =>
    (await waiting(world.db, source, 10)).map(({ eventId }) => eventId)
  expect(await remember(world, { source: "strava", eventId: "b", payload: { n: 1 } })).toBe(true)
  t.clock.advance(1_000)
  const same = { source: "strava", eventId: "a", payload: { n: 2 } }
  expect(await Promise.all([1, 2, 3].map(() => remember(world, same)))).toEqual(
    expect.arrayContaining([true, false, false]),
  )
  // Another source may use the same names.
  expect(await remember(world, { source: "other", eventId: "b", payload: {} })).toBe(true)
  expect(await names()).toEqual(["b", "a"])
  expect(await waiting(world.db, "strava", 1)).toEqual([
    { source: "strava", eventId: "b", payload: { n: 1 } },
  ])

  await expect(
    world.db.transaction(async (db) => {
      await dealtWith(world, db, { source: "strava", eventId: "b" })
      throw new Error("what was done is undone")
    }),
  ).rejects.toThrow("undone")
  expect(await names()).toEqual(["b", "a"])
  await dealtWith(world, world.db, { source: "strava", eventId: "b" })
  expect([await names(), await names("other")]).toEqual([["a"], ["b"]])
  const [left] = await world.db.sql`
    select payload, done_at from private.receipts where source = 'strava' and event_id = 'b'
  `
  expect(left).toEqual({ payload: {}, done_at: world.now() })
  t.clock.advance(1_000)
  await dealtWith(world, world.db, { source: "strava", eventId: "b" })
  const [still] = await world.db.sql<{ done_at: Date }>`
    select done_at from private.receipts where source = 'strava' and event_id = 'b'
  `
  expect(still?.done_at).toEqual(left?.done_at)
  expect(await remember(world, { source: "strava", eventId: "b", payload: { n: 3 } })).toBe(false)
})
