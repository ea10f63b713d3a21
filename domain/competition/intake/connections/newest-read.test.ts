import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { newestRead } from "./newest-read.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

test("a response is used unless a later request was answered first, in whatever order its objects are", async () => {
  const athleteId = await addAthlete(t.world)
  const read = async (second: number, ...objects: string[]) => {
    const asOf = new Date(Date.UTC(2026, 10, 20, 12, 0, second))
    return [...(await newestRead(t.world, { source: "polar", athleteId, objects, asOf }))].sort()
  }
  expect(await read(2, "a", "b", "c", "d")).toEqual(["a", "b", "c", "d"])
  expect(await read(2, "d", "c", "b", "a")).toEqual(["a", "b", "c", "d"])
  expect(await read(1, "a", "e")).toEqual(["e"])
  expect(await read(3)).toEqual([])
})

test("two processes that record the same objects in opposite orders wait without a deadlock", async () => {
  const athleteId = await addAthlete(t.world)
  const objects = Array.from({ length: 500 }, (_, n) => `o${String(n).padStart(3, "0")}`)
  for (let second = 0; second < 5; second++) {
    const asOf = new Date(Date.UTC(2026, 10, 20, 12, 0, second))
    const ways = [objects, objects.toReversed()]
    const found = await Promise.all(
      [...ways, ...ways].map((one) =>
        newestRead(t.world, { source: "polar", athleteId, objects: one, asOf }),
      ),
    )
    expect(found.map((one) => [...one].length)).toEqual([500, 500, 500, 500])
  }
})
