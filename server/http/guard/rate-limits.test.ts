import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { inWords } from "./limit-requests.ts"
import { createRateLimits, type RateRule, removeExpiredCounts } from "./rate-limits.ts"

let database: TestDatabase
let otherDb: PostgresDb
beforeAll(async () => {
  database = await createTestDatabase()
  otherDb = connectPostgres({ url: database.url, max: 2 })
})
afterAll(async () => {
  await otherDb.end()
  await database.drop()
})

const rule = (name: string, calls: number, seconds = 60): RateRule => ({ name, calls, seconds })
const limitsOn = (db: PostgresDb, more = {}) =>
  createRateLimits({ db, log: collectLog(), hashKey: "k".repeat(32), patienceMs: 60_000, ...more })

test("calls up to the limit pass; further calls get a message and a waiting time", async () => {
  const refused: string[] = []
  const limits = limitsOn(database.db, { onRefused: (name: string) => refused.push(name) })
  const verdicts = []
  for (let call = 0; call < 4; call++) verdicts.push(await limits.take(rule("three", 3), "203.0.113.9"))
  expect(verdicts.map(({ ok }) => ok)).toEqual([true, true, true, false])
  expect(verdicts[0]).toEqual({ ok: true, remaining: 2, resetSeconds: 60 })
  const last = verdicts[3]
  expect(last && !last.ok && last.retryAfterSeconds).toBeGreaterThan(50)
  expect(last && !last.ok && last.retryAfterSeconds).toBeLessThanOrEqual(60)
  expect(refused).toEqual(["three"])
  expect((await limits.take(rule("three", 3), "203.0.113.10")).ok).toBe(true)
  expect((await limits.take(rule("four", 3), "203.0.113.9")).ok).toBe(true)
})

test("two processes share one count, even for concurrent calls", async () => {
  const [one, two] = [limitsOn(database.db), limitsOn(otherDb)]
  const calls = Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).take(rule("shared", 10), "a"))
  const verdicts = await Promise.all(calls)
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(10)
})

test("the limit resets when its time has passed", async () => {
  const limits = limitsOn(database.db)
  const short = rule("short", 1, 3)
  expect((await limits.take(short, "a")).ok).toBe(true)
  expect((await limits.take(short, "a")).ok).toBe(false)
  await expect.poll(async () => (await limits.take(short, "a")).ok).toBe(true)
})

test("addresses are not stored, only keyed hashes of them", async () => {
  await limitsOn(database.db).take(rule("private", 5), "198.51.100.23")
  const rows = await database.db.sql<{
    key: string
  }>`select key from private.rate_limits where key like 'private%'`
  expect(rows).toHaveLength(1)
  expect(rows[0]?.key).toMatch(/^private:[\w-]{22}$/)
})

test("without the database, this process counts alone, allows half the calls, and logs it once", async () => {
  const log = collectLog()
  const away = connectPostgres({ url: "postgres://nobody@127.0.0.1:1/none", max: 1 })
  const limits = createRateLimits({ db: away, log, hashKey: "k" })
  const verdicts = []
  for (let call = 0; call < 8; call++) verdicts.push(await limits.take(rule("away", 10), "a"))
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(5)
  expect(log.entries.filter(({ level }) => level === "warn")).toHaveLength(1)
  await away.end()
})

test("a database that hangs is not waited for", async () => {
  let asked = 0
  const hanging = {
    ...database.db,
    query() {
      asked++
      return new Promise<never>(() => {})
    },
  }
  const limits = createRateLimits({ db: hanging, log: collectLog(), hashKey: "k", patienceMs: 50 })
  for (const ok of [true, true, false]) expect((await limits.take(rule("hangs", 4), "a")).ok).toBe(ok)
  // The first call waits for the timeout; later ones do not.
  expect(asked).toBe(1)
})

test("an outage and its end are each logged once; an error inside is not treated as a refusal", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const log = collectLog()
  let fails = true
  const flaky = {
    ...database.db,
    query: (text: string, values: unknown[]) => {
      if (fails) throw new Error("gone")
      return database.db.query(text, values as never)
    },
  }
  const limits = createRateLimits({ db: flaky as never, log, hashKey: "k" })
  const messages = () => log.entries.map(({ level }) => level)
  await limits.take(rule("flaky", 10), "a")
  vi.advanceTimersByTime(3_001)
  await limits.take(rule("flaky", 10), "a")
  expect(messages()).toEqual(["warn"])
  fails = false
  vi.advanceTimersByTime(2_999)
  await limits.take(rule("flaky", 10), "a")
  expect(messages()).toEqual(["warn"])
  vi.advanceTimersByTime(1)
  await limits.take(rule("flaky", 10), "a")
  await limits.take(rule("flaky", 10), "a")
  expect(messages()).toEqual(["warn", "info"])
  vi.useRealTimers()
  await expect(limits.take(rule("flaky", 10), undefined as never)).rejects.toThrow("data")
})

test("expired counts are removed, others are kept", async () => {
  const limits = limitsOn(database.db)
  await limits.take(rule("gone", 5, 1), "a")
  await limits.take(rule("stays", 5, 3600), "a")
  await removeExpiredCounts(database.db, new Date(Date.now() + 60_000))
  const rows = await database.db.sql<{
    key: string
  }>`select key from private.rate_limits where key ~ '^(gone|stays):'`
  expect(rows.map(({ key }) => key.split(":")[0])).toEqual(["stays"])
})

test("waiting times in words", () => {
  expect([1, 40, 119, 120, 3600].map(inWords)).toEqual([
    "1 second",
    "40 seconds",
    "119 seconds",
    "2 minutes",
    "60 minutes",
  ])
})
