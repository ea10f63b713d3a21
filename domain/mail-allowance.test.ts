import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { allowMail, forgetMailCounts } from "./mail-allowance.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(() => site.world.db.sql`truncate private.confirmation_mails`)

const ask = (email: string, about: "spot" | "receipt" = "spot") =>
  site.world.db.transaction((db) => allowMail(site.world, db, { about, email, perDay: 3 }))
const allowed = (answers: boolean[]) => answers.filter(Boolean).length

test("of twenty concurrent requests, as many succeed as the mailbox may receive", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`ana+${n}@mail.example`)))
  expect(allowed(answers)).toBe(3)
  expect(await ask("ben@mail.example")).toBe(true)
  expect(await ask("ana@mail.example", "receipt")).toBe(true)
})

test("a request waits for a concurrent one, and then sees its count", async () => {
  const { db } = site.world
  const only = { about: "spot", email: "ana@mail.example", perDay: 1 } as const
  const asked = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const first = db.transaction(async (tx) => {
    const allowed = await allowMail(site.world, tx, only)
    asked.resolve()
    await finish.promise
    return allowed
  })
  await asked.promise
  const second = db.transaction((tx) => allowMail(site.world, tx, only))
  const meanwhile = await Promise.race([second, setTimeout(150, "waits")])
  finish.resolve()
  expect(meanwhile).toBe("waits")
  expect([await first, await second]).toEqual([true, false])
})

test("the allowance is renewed after a day; counts are deleted and contain no address", async () => {
  for (let n = 0; n < 4; n++) await ask("ana@mail.example")
  expect(await ask("ana@mail.example")).toBe(false)
  const kept = await site.world.db.sql`select email_key from private.confirmation_mails`
  expect(JSON.stringify(kept)).not.toContain("ana")
  site.clock.set(new Date(site.world.now().getTime() + 24 * 3_600_000).toISOString())
  expect(await ask("ana@mail.example")).toBe(true)
  site.clock.set(new Date(site.world.now().getTime() + 49 * 3_600_000).toISOString())
  await forgetMailCounts(site.world)
  expect(await site.world.db.sql`select 1 from private.confirmation_mails`).toEqual([])
})
