import { chmod, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { withoutPreparing } from "#primitives/database-url.ts"
import { deadlineExceeded, withDeadline } from "#primitives/deadline.ts"
import { copyBaseCluster } from "#test/support/base-cluster.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { findPgbouncer, type Pooler, startPgbouncer } from "#test/support/pgbouncer.ts"
import { postgresProcesses } from "#test/support/postgres-processes.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { startEmbedded } from "./embedded.ts"
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

async function start(settings: Record<string, string> = {}, of = database.url): Promise<Pooler | null> {
  if (!program) return null
  const pooler = await startPgbouncer(program, of, settings)
  poolers.push(pooler)
  return pooler
}

const late = { code: deadlineExceeded }

test("a direct connection to PostgreSQL is not taken for a pooler, and receives notifications", async () => {
  expect(await isTransactionPooler(database.url)).toBe(false)
  expect(await isHeardDirectly(database.url, database.url)).toBe(true)
})

test("a notification sent in another database is not received", async () => {
  const elsewhere = await createTestDatabase({ migrated: false })
  expect(await isHeardDirectly(elsewhere.url, database.url, 300)).toBe(false)
  await elsewhere.drop()
})

test.each([
  ["transaction mode", {}, true],
  ["transaction mode with rotating backends", { server_round_robin: "1" }, true],
  ["transaction mode with one backend", { default_pool_size: "2", min_pool_size: "1" }, true],
  ["session mode", { pool_mode: "session" }, false],
] as const)("a pooler: %s", async (_name, settings, expected) => {
  const pooler = await start(settings)
  if (pooler) expect(await isTransactionPooler(pooler.url)).toBe(expected)
})

test("changes committed through a pooler are visible", async () => {
  const pooler = await start()
  if (!pooler) return
  await database.db.query("create table marks (id int primary key)")
  const pools = [1, 2, 3].map(() => connectPostgres({ url: withoutPreparing(pooler.url), max: 5 }))
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

test("a late statement is ended by PostgreSQL itself, not by a cancel request", async () => {
  const pooler = await start()
  if (!pooler) return
  const db = connectPostgres({ url: withoutPreparing(pooler.url), max: 3 })
  const asked: (() => PromiseLike<unknown>)[] = [
    () => db.sql`select pg_sleep(61)`,
    () => db.query("select pg_sleep($1)", [61]),
    () => db.transaction((tx) => tx.query("select pg_sleep(61)")),
  ]
  await Promise.all(
    asked.map((ask) => expect(withDeadline(300, async () => ask())).rejects.toMatchObject(late)),
  )
  const running = () =>
    database.db.query("select query from pg_stat_activity where wait_event = 'PgSleep' and state = 'active'")
  await expect.poll(running).toEqual([])
  // A statement within its limit behaves as without one, and the limit ends with it.
  const marks = () => db.sql`select ${new Date(0)} as at, current_setting('statement_timeout') as "limit"`
  expect(await withDeadline(60_000, async () => marks())).toEqual([
    { at: new Date(0), limit: expect.stringMatching(/^\d+ms$/) },
  ])
  expect(await marks()).toEqual([{ at: new Date(0), limit: "0" }])
  expect(pooler.log()).not.toMatch(/cancel request/)
  await db.end()
})

test("a pooler recovers by itself after its database was frozen", async () => {
  const folder = await mkdtemp(join(await scratchFolder(), "b4m-frozen-pooler-"))
  // As root, the database runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const embedded = await startEmbedded({
    dataDir: await copyBaseCluster(join(folder, "postgres")),
    log: collectLog(),
    purpose: "test",
  })
  onTestFinished(async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const pooler = await start({}, embedded.url)
  if (!pooler) return
  const db = connectPostgres({ url: withoutPreparing(pooler.url), max: 4 })
  const answered = () => withDeadline(1_000, () => db.query("select 1 as one")).catch(() => [])
  await expect.poll(answered).toEqual([{ one: 1 }])
  const postgres = postgresProcesses(embedded.dataDir)
  await postgres.freeze()
  // Waits as long as a client would that relies on the pooler to forward a cancel request.
  const until = performance.now() + 4_000
  const ask = async () => {
    while (performance.now() < until)
      await expect(withDeadline(200, () => db.query("select 1"))).rejects.toMatchObject(late)
  }
  await Promise.all(Array.from({ length: 8 }, ask)).finally(() => postgres.thaw())
  await expect.poll(answered, { timeout: 60_000 }).toEqual([{ one: 1 }])
  expect(pooler.log()).not.toMatch(/cancel request|FATAL/)
  await db.end()
})
