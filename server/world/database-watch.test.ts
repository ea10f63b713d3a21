import { afterAll, beforeAll, expect, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { createDatabaseWatch } from "./database-watch.ts"

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

test("an unresponsive pool counts as down, and as stuck once new connections have worked for a while", async () => {
  const db = connectPostgres({ url: database.url, max: 1 })
  const connect = () => connectPostgres({ url: database.url, max: 1 })
  const watch = createDatabaseWatch({ db, connect, log: collectLog(), everyMs: 50, stuckAfterMs: 300 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const holding = db.transaction(() => held)
  await expect.poll(() => watch.awaySince()).toBeDefined()
  await expect.poll(() => watch.isStuck()).toBe(true)
  release()
  await holding
  await expect.poll(() => watch.awaySince()).toBeUndefined()
  expect(watch.isStuck()).toBe(false)
  await watch.close()
  await db.end()
})

test("a database that responds to nobody is down, and no restart is requested", async () => {
  const nobody = () => connectPostgres({ url: "postgres://nobody@127.0.0.1:1/none", max: 1 })
  const db = nobody()
  const log = collectLog()
  const watch = createDatabaseWatch({ db, connect: nobody, log, everyMs: 20, stuckAfterMs: 0 })
  await expect.poll(() => watch.awaySince()).toBeDefined()
  for (let n = 0; n < 5; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(watch.isStuck()).toBe(false)
  }
  await watch.close()
  await db.end()
})
