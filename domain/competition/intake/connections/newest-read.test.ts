import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db } from "#domain/world.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { newestRead } from "./newest-read.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

test("an answer counts unless a later question was answered; the same objects are noted in one order", async () => {
  const athleteId = await addAthlete(t.world)
  const { db } = t.world
  const noted: unknown[] = []
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) => {
    noted.push(...values.filter(Array.isArray))
    return (db.sql as (s: TemplateStringsArray, ...v: unknown[]) => unknown)(strings, ...values)
  }) as unknown as Db["sql"]
  const read = async (second: number, ...objects: string[]) => {
    const asOf = new Date(Date.UTC(2026, 10, 20, 12, 0, second))
    const found = await newestRead(
      { ...t.world, db: { ...db, sql } },
      { source: "polar", athleteId, objects, asOf },
    )
    return [...found].sort()
  }
  expect(await read(2, "a", "b", "c", "d")).toEqual(["a", "b", "c", "d"])
  // Another one who notes them waits for a row, and never each for the other's.
  expect(await read(2, "d", "c", "b", "a")).toEqual(["a", "b", "c", "d"])
  expect(noted[1]).toEqual(noted[0])
  expect(noted[0]).toEqual([...(noted[0] as string[])].sort())
  expect(await read(1, "a", "e")).toEqual(["e"])
  expect(await read(3)).toEqual([])
})
