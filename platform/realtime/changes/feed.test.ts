import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { createFeed } from "./feed.ts"
import { readTables } from "./tables.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query(
    `create table notes (id bigint generated always as identity primary key, title text);
     grant select on notes to anon;
     alter publication supabase_realtime add table notes`,
  )
})
afterAll(() => database.drop())

/** The feed of a process that watches `relations`; counts the changes it receives and the gaps. */
async function openFeed(
  db: Db,
  process: string = randomUUID(),
  { patienceMs = 60_000, refusals = [] as object[] } = {},
) {
  await database.db.sql`insert into realtime.processes (id) values (${process})`
  const tables = await readTables(database.db, { name: "notes" })
  const relations = new Set<string>()
  let [heard, gaps] = [0, 0]
  const feed = createFeed({
    db,
    log: collectLog(),
    process,
    intervalMs: 10,
    patienceMs,
    relations: () => relations,
    async receive(changes) {
      const refusal = refusals.shift()
      if (refusal) throw refusal
      heard += changes.length
    },
    onGap: () => gaps++,
  })
  return {
    ...feed,
    watch() {
      for (const { oid } of tables) relations.add(oid)
      return feed.watch(tables)
    },
    heard: () => heard,
    gaps: () => gaps,
  }
}

test("a subscriber who joins while the idle process stops reading receives every change", async () => {
  const mayGo = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { db } = database
  /** Takes long to stop reading, as on a busy machine. */
  const slow: Db = {
    ...db,
    sql: (async (parts: TemplateStringsArray, ...values: never[]) => {
      if (parts[0]?.startsWith("delete from realtime.readers")) {
        asked.resolve()
        await mayGo.promise
      }
      return db.sql(parts, ...values)
    }) as unknown as Db["sql"],
  }
  const feed = await openFeed(slow)
  const marking = feed.mark()
  await asked.promise
  const watching = feed.watch()
  // Gives the other task time to go first.
  await Promise.race([watching, new Promise((resolve) => setTimeout(resolve, 300))])
  mayGo.resolve()
  await Promise.all([marking, watching])
  await db.sql`insert into notes (title) values ('heard')`
  await expect.poll(feed.heard).toBe(1)
  expect(feed.gaps()).toBe(0)
  await feed.close()
})

test("a subscriber who joins while others consider the process dead receives every change", async () => {
  const { db } = database
  const process = randomUUID()
  let removals = 0
  /** Removes the reader between its registration and its first read. */
  const removing: Db = {
    ...db,
    async query(text, values) {
      if (text.includes("pg_current_snapshot() as next") && removals-- > 0)
        await db.sql`delete from realtime.readers where process = ${process}`
      return db.query(text, values)
    },
  }
  const feed = await openFeed(removing, process)
  removals = 1
  await feed.watch()
  await db.sql`insert into notes (title) values ('heard')`
  await expect.poll(feed.heard).toBe(1)
  await feed.close()
})

test("a subscriber who waits while the process closes does not delay it", async () => {
  const mayGo = Promise.withResolvers<void>()
  const { db } = database
  let registrations = 0
  const slow: Db = {
    ...db,
    async transaction(work) {
      registrations++
      await mayGo.promise
      return db.transaction(work)
    },
  }
  const feed = await openFeed(slow)
  const waiting = [feed.watch(), feed.watch(), feed.mark()]
  await feed.close()
  mayGo.resolve()
  await Promise.all(waiting)
  expect(registrations).toBe(1)
})

test("changes wait for a locked table indefinitely, but not if they are unreadable for another reason", async () => {
  const { db } = database
  const locked = Object.assign(new Error("locked"), { code: "55P03" })
  for (const [refusal, gaps] of [
    [locked, 0],
    [new Error("broken"), 1],
  ] as const) {
    const feed = await openFeed(db, randomUUID(), {
      patienceMs: 0,
      refusals: Array.from({ length: 5 }, () => refusal),
    })
    await feed.watch()
    await db.sql`insert into notes (title) values ('waits')`
    await expect.poll(() => feed.heard() + feed.gaps()).toBe(1)
    expect(feed.gaps()).toBe(gaps)
    await feed.close()
  }
})

test("subscribing fails while changes cannot be read", async () => {
  const { db } = database
  const unreadable: Db = {
    ...db,
    async query(text, values) {
      if (text.includes("pg_current_snapshot() as next"))
        throw Object.assign(new Error("locked"), { code: "55P03" })
      return db.query(text, values)
    },
  }
  const feed = await openFeed(unreadable)
  await expect(feed.watch()).rejects.toThrow("cannot be read at the moment")
  await feed.close()
})
