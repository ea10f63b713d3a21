import { afterAll, beforeAll, expect, test } from "vitest"
import { withoutPreparing } from "#primitives/database-url.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { findPgbouncer, type Pooler, startPgbouncer } from "#test/support/pgbouncer.ts"
import { isHeardDirectly, isTransactionPooler } from "./pooler.ts"
import { connectPostgres } from "./postgres.ts"

let database: TestDatabase
let program: string | null
const poolers: Pooler[] = []

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  program = await findPgbouncer()
  if (!program) process.stderr.write("PgBouncer is not to be had: poolers were NOT tried.\n")
})
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop()
  await database.drop()
})

async function start(settings: Record<string, string> = {}): Promise<string | null> {
  if (!program) return null
  const pooler = await startPgbouncer(program, database.url, settings)
  poolers.push(pooler)
  return pooler.url
}

test("PostgreSQL itself is no pooler, and is heard", async () => {
  expect(await isTransactionPooler(database.url)).toBe(false)
  expect(await isHeardDirectly(database.url, database.url)).toBe(true)
})

test("a notification sent in another database is not heard", async () => {
  const elsewhere = await createTestDatabase({ migrated: false })
  expect(await isHeardDirectly(elsewhere.url, database.url, 300)).toBe(false)
  await elsewhere.drop()
})

test.each([
  ["transaction mode", {}, true],
  ["transaction mode, backends in turn", { server_round_robin: "1" }, true],
  ["transaction mode with one backend", { default_pool_size: "2", min_pool_size: "1" }, true],
  ["session mode", { pool_mode: "session" }, false],
] as const)("a pooler: %s", async (_name, settings, expected) => {
  const url = await start(settings)
  if (url) expect(await isTransactionPooler(url)).toBe(expected)
})

test("what is committed through a pooler is there", async () => {
  const url = await start()
  if (!url) return
  await database.db.query("create table marks (id int primary key)")
  const pools = [1, 2, 3].map(() => connectPostgres({ url: withoutPreparing(url), max: 5 }))
  const write = async (id: number) => {
    const db = pools[id % pools.length]
    await db?.transaction(async (tx) => {
      await tx.sql`insert into marks values (${id})`
      await tx.sql`select count(*) from marks where id < ${id}`
    })
  }
  await Promise.all(Array.from({ length: 200 }, (_, id) => write(id)))
  const [found] = await database.db.query("select count(*)::int as n from marks")
  for (const pool of pools) await pool.end()
  expect(found).toEqual({ n: 200 })
})
