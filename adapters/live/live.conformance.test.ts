import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { createPostgresLive } from "./postgres.ts"

let database: TestDatabase
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => database.drop())

/** A server process with its own connections. */
async function openLive() {
  const db = connectPostgres({ url: database.url, max: 2 })
  const log = collectLog()
  const live = createPostgresLive(db, log)
  await live.open()
  closing.push(() => db.end())
  closing.push(() => live.close())
  return { db, live, log }
}

function listenTo(
  live: { subscribe(topic: string, hear: (payload: string) => void): () => void },
  topic: string,
) {
  const heard: string[] = []
  const end = live.subscribe(topic, (payload) => heard.push(payload))
  return { heard, end }
}

test("every process receives every message, including its own, in order", async () => {
  const processes = [await openLive(), await openLive(), await openLive()]
  const listeners = processes.map(({ live }) => listenTo(live, "board:last-10-days"))
  const [first] = processes
  for (let n = 0; n < 20; n++) await first?.live.publish(first.db, "board:last-10-days", `change ${n}`)
  const all = Array.from({ length: 20 }, (_, n) => `change ${n}`)
  for (const { heard } of listeners) await expect.poll(() => heard).toEqual(all)
})

test("a message is sent when the transaction commits, and never when it rolls back", async () => {
  const { db, live } = await openLive()
  const { heard } = listenTo(live, "t")
  await db
    .transaction(async (within) => {
      await live.publish(within, "t", "rolled back")
      throw new Error("no")
    })
    .catch(() => {})
  await db.transaction(async (within) => {
    await live.publish(within, "t", "committed")
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(heard).toEqual([])
  })
  await expect.poll(() => heard).toEqual(["committed"])
})

test("topics are separate, and an ended subscription receives nothing", async () => {
  const { db, live } = await openLive()
  const a = listenTo(live, "a")
  const again = listenTo(live, "a")
  const b = listenTo(live, "a/b")
  await live.publish(db, "a", "1")
  await expect.poll(() => [a.heard, again.heard, b.heard]).toEqual([["1"], ["1"], []])
  a.end()
  a.end()
  await live.publish(db, "a", "2")
  await expect.poll(() => again.heard).toEqual(["1", "2"])
  expect(a.heard).toEqual(["1"])
})

test("a payload may contain anything, up to 7,900 bytes", async () => {
  const { db, live } = await openLive()
  const { heard } = listenTo(live, "t")
  const largest = "é".repeat(3_950)
  const odd = 'line\nbreak "quoted" \\ back; select 1 \u0001'
  await live.publish(db, "t", largest)
  await live.publish(db, "t", odd)
  await live.publish(db, "t", "")
  await expect.poll(() => heard).toEqual([largest, odd, ""])
  await expect(live.publish(db, "t", `${largest}x`)).rejects.toThrow("7901 bytes; 7900 fit")
  await expect(live.publish(db, "a\nb", "x")).rejects.toThrow("Not a topic")
})

test("a failing subscriber is logged and does not stop the others", async () => {
  const { db, live, log } = await openLive()
  live.subscribe("t", () => {
    throw new Error("mine alone")
  })
  const { heard } = listenTo(live, "t")
  await live.publish(db, "t", "1")
  await expect.poll(() => heard).toEqual(["1"])
  expect(log.entries.map(({ message }) => message)).toEqual(["A subscriber failed"])
})

test("a lost connection is reopened, and subscribers with state are told to reload it", async () => {
  const { db, live } = await openLive()
  const { heard } = listenTo(live, "t")
  let gaps = 0
  live.onGap(() => gaps++)
  for (let loss = 1; loss <= 3; loss++) {
    const killed = await database.db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'b4m listen %'`
    expect(killed.length).toBeGreaterThan(0)
    await expect.poll(() => gaps).toBe(loss)
    await live.publish(db, "t", `after loss ${loss}`)
    await expect.poll(() => heard).toContain(`after loss ${loss}`)
  }
})

test("subscriptions survive a period in which no connection is possible", async () => {
  const { db, live } = await openLive()
  const { heard } = listenTo(live, "t")
  let gaps = 0
  live.onGap(() => gaps++)
  const name = new URL(database.url).pathname.slice(1)
  const server = connectPostgres({ url: database.url.replace(`/${name}`, "/postgres"), max: 1 })
  closing.push(() => server.end())
  await server.sql`alter database ${server.sql(name)} with allow_connections false`
  await server.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and application_name like 'b4m listen %'`
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(gaps).toBe(0)
  await server.sql`alter database ${server.sql(name)} with allow_connections true`
  await expect.poll(() => gaps).toBe(1)
  await live.publish(db, "t", "back")
  await expect.poll(() => heard).toEqual(["back"])
})

test("after closing, nothing is received and no connection remains", async () => {
  const { db, live } = await openLive()
  const { heard } = listenTo(live, "t")
  await live.close()
  await live.publish(db, "t", "1")
  await expect
    .poll(() =>
      database.db.sql`select from pg_stat_activity
      where datname = current_database() and application_name like 'b4m listen %'`.then(
        (rows) => rows.length,
      ),
    )
    .toBe(0)
  expect(heard).toEqual([])
})
