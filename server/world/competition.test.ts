import { afterAll, beforeAll, expect, test } from "vitest"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createLog } from "../process/log.ts"
import { createClosers } from "./closers.ts"
import { openCompetition } from "./competition.ts"

let t: TestWorld

beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

test("a process exits without waiting for a read of the boards that the database does not answer", async () => {
  const closers = createClosers(createLog({ level: "silent" }))
  const { boards } = await openCompetition(t.world, closers, () => () => {})
  const reading = await t.world.db.transaction(async (tx) => {
    await tx.sql`lock table private.standing_changes in access exclusive mode`
    const waiting = boards.catchUp()
    await closers.close()
    return { waiting }
  })
  await expect(reading.waiting).resolves.toBeUndefined()
})
