/** What the driver does when connections end: its own behavior with scripts/bootstrap/patches, and ours on top of it. */
import { connect, createServer, type Server, type Socket } from "node:net"
import postgres from "postgres"
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest"
import type { Db } from "#domain/world.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { connectPostgres, type PostgresDb } from "./postgres.ts"

let database: TestDatabase
let db: PostgresDb

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  db = connectPostgres({ url: database.url, max: 2, applicationName: "to be cut" })
  await database.db.query("create table public.kept (id integer)")
})
afterEach(() => database.db.query("truncate public.kept"))
afterAll(async () => {
  await db.end()
  await database.drop()
})

const kept = () => database.db.query("select id from public.kept order by id")
const failure = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => "done",
    (error: { code?: string }) => error.code,
  )

/** A pool of one connection, and the socket that it has at the moment. */
function openPool() {
  const { hostname, port } = new URL(database.url)
  let socket: Socket | undefined
  const sql = postgres(database.url, {
    max: 1,
    socket: () => {
      socket = connect(Number(port), hostname)
      return new Promise((resolve) => socket?.once("connect", () => resolve(socket)))
    },
  } as postgres.Options<Record<string, never>>)
  onTestFinished(() => sql.end({ timeout: 0 }))
  return { sql, socket: () => socket as Socket }
}
/** The driver takes a statement a moment after it is asked for. */
const taken = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve()
}
/** The end of a socket is told within a few turns of the event loop. */
const told = async () => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve))
}
const isUsable = async (sql: postgres.Sql) => {
  const tried = async () => (await sql`select 1 as one`.catch(() => [])).length
  await expect.poll(tried).toBe(1)
}

async function cutFrom(tx: Db): Promise<() => Promise<unknown>> {
  const [row] = await tx.query("select pg_backend_pid() as pid")
  return () => database.db.query("select pg_terminate_backend($1, 5000)", [row?.pid])
}

const usable = async () => {
  await expect.poll(async () => (await db.query("select 1 as one").catch(() => [])).length).toBe(1)
  expect(await kept()).toEqual([])
}

test("a connection lost during a statement fails the transaction, not the process", async () => {
  const work = db.transaction(async (tx) => {
    await tx.query("insert into public.kept values (1)")
    const cut = await cutFrom(tx)
    setTimeout(cut, 100)
    await tx.query("select pg_sleep(60)")
  })
  await expect(work).rejects.toMatchObject({ code: "CONNECTION_CLOSED" })
  await usable()
})

test("so does one lost between two statements, and one inside a savepoint; subsequent work still runs", async () => {
  const followed: string[] = []
  const work = db.transaction(async (tx) => {
    await tx.query("insert into public.kept values (2)")
    try {
      await tx.transaction(async (inner) => {
        const cut = await cutFrom(inner)
        await cut()
        await new Promise((resolve) => setTimeout(resolve, 200))
        await inner.sql`insert into public.kept values (3)`
      })
    } finally {
      followed.push("inner")
      await tx.sql`insert into public.kept values (4)`.then(
        () => followed.push("sent"),
        () => followed.push("refused"),
      )
    }
  })
  await expect(work).rejects.toMatchObject({ code: "CONNECTION_CLOSED" })
  await expect.poll(() => followed).toEqual(["inner", "refused"])
  await usable()
})

test("other errors still roll back to the savepoint, and the rest is kept", async () => {
  await db.transaction(async (tx) => {
    await tx.query("create table public.rest (id integer primary key)")
    await tx
      .transaction(async (inner) => {
        await inner.query("insert into public.rest values (1)")
        await inner.query("insert into public.rest values (1)")
      })
      .catch((error) => expect(error.code).toBe("23505"))
    await tx.sql`insert into public.rest values (2)`
  })
  expect(await db.query("select id from public.rest")).toEqual([{ id: 2 }])
})

test("what a lost transaction still wants to write does not become part of the next one", async () => {
  const { sql, socket } = openPool()
  const { promise: nextIsOpen, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const late: unknown[] = []
  const lost = sql.begin(async (tx) => {
    await tx`insert into public.kept values (1)`
    socket().destroy()
    await nextIsOpen
    late.push(await failure(tx`insert into public.kept values (2)`))
    end()
  })
  expect(await failure(lost)).toBe("CONNECTION_CLOSED")
  await isUsable(sql)
  await sql.begin(async (tx) => {
    await tx`insert into public.kept values (3)`
    goOn()
    await isOver
  })
  expect(late).toEqual(["CONNECTION_CLOSED"])
  expect(await kept()).toEqual([{ id: 3 }])
})

test("what waits in a transaction for its turn is refused when the connection is reset", async () => {
  const { sql, socket } = openPool()
  const settled: unknown[] = []
  const lost = sql.begin(async (tx) => {
    const many = Array.from({ length: 150 }, (_, n) => failure(tx`select ${n}::int, pg_sleep(10)`))
    await taken()
    socket().destroy(new Error("reset"))
    settled.push(...(await Promise.all(many)))
    await tx`select 1`
  })
  expect(await failure(lost)).not.toBe("done")
  await expect.poll(() => settled.length).toBe(150)
  expect(settled).not.toContain("done")
  await isUsable(sql)
})

test.each([
  ["statement", (sql: postgres.Sql) => sql`select 1`],
  ["statement with values", (sql: postgres.Sql) => sql`select ${1}::int`],
  ["statement of a kilobyte", (sql: postgres.Sql) => sql`select ${"x".repeat(2_000)}::text`],
])("a connection that ends before a %s was sent refuses it, and is opened again", async (_, run) => {
  const { sql, socket } = openPool()
  for (const failure of [undefined, new Error("reset")]) {
    await isUsable(sql)
    const said = run(sql).catch((error: Error) => error)
    await taken()
    socket().destroy(failure)
    expect(await said).toBeInstanceOf(Error)
  }
  await told()
  // Nothing remains of the old connection: the very first statement is answered.
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test.each(["before", "after"])(
  "a statement that comes %s the end of a socket is known is refused",
  async (when) => {
    const { sql, socket } = openPool()
    await isUsable(sql)
    socket().destroy(when === "before" ? new Error("reset") : undefined)
    // Node itself tells of it at the end of the turn.
    if (when === "after") socket().emit("close", false)
    const said = [sql`select 1`, sql`select 2`].map((one) => one.catch((error: Error) => error))
    await taken()
    // They went to the socket that had ended, or to the next.
    await Promise.all(said)
    if (when === "before") expect(await said[0]).toBeInstanceOf(Error)
    await isUsable(sql)
  },
)

test("a reserved connection refuses what comes after its end, and the pool opens another", async () => {
  const { sql, socket } = openPool()
  for (const failure of [undefined, new Error("reset")]) {
    const reserved = await sql.reserve()
    const said = reserved`select 1`.catch((error: Error) => error)
    await taken()
    socket().destroy(failure)
    expect(await said).toBeInstanceOf(Error)
    await told()
    const late = reserved`select 1`.catch((error: Error) => error)
    expect(await late).toMatchObject({ code: "CONNECTION_CLOSED" })
    await isUsable(sql)
    expect(await reserved`select 1`.catch((error: Error) => error)).toBeInstanceOf(Error)
    // The connection is the pool's again, and nobody may give it back a second time.
    reserved.release()
    await isUsable(sql)
  }
})

test("a reservation that waits while the connection ends gets the next one", async () => {
  const { sql, socket } = openPool()
  for (const failure of [undefined, new Error("reset")]) {
    await isUsable(sql)
    const before = await sql.reserve()
    const waiting = [sql.reserve(), sql.reserve()]
    await taken()
    socket().destroy(failure)
    await told()
    before.release()
    for (const one of waiting) {
      const reserved = await one
      expect(await reserved`select 1 as one`).toEqual([{ one: 1 }])
      reserved.release()
    }
  }
})

test("an error shows neither its statement nor its values when it is printed", async () => {
  const { sql } = openPool()
  const refused = await sql`select ${"a secret"}::int`.catch((error: Error) => error)
  expect(refused).toBeInstanceOf(Error)
  expect(Object.keys(refused)).not.toContain("parameters")
  const nested = await sql.begin((tx) => tx`select ${"a secret"}::int`).catch((error: Error) => error)
  expect(Object.keys(nested)).not.toContain("parameters")
})

/** Stands between the pool and PostgreSQL. */
async function between(onConnection: (near: Socket, far: () => Socket) => void) {
  const { hostname, port } = new URL(database.url)
  const server: Server = createServer((near) => {
    near.on("error", () => {})
    onConnection(near, () => {
      const far = connect(Number(port), hostname)
      near.pipe(far).pipe(near)
      for (const one of [near, far]) one.on("error", () => near.destroy())
      return far
    })
  })
  const listen = (at: number) =>
    new Promise<number>((resolve) =>
      server.listen(at, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    )
  const own = await listen(0)
  const url = new URL(database.url)
  url.host = `127.0.0.1:${own}`
  const pool = connectPostgres({ url: url.href, max: 1 })
  onTestFinished(async () => {
    await pool.end(0)
    server.close()
  })
  const close = () => new Promise((resolve) => server.close(resolve))
  return { db: pool, close, listenAgain: () => listen(own) }
}

test("a pool that found nobody connects as soon as somebody is there", async () => {
  const pool = await between((_, far) => far())
  await pool.close()
  await expect(pool.db.query("select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" })
  await expect(pool.db.reserve()).rejects.toMatchObject({ code: "ECONNREFUSED" })
  await pool.listenAgain()
  const reserved = await pool.db.reserve()
  expect(await reserved.run([{ text: "select 1", values: [], prepare: false }])).toEqual([[["1"]]])
  reserved.release()
  expect(await pool.db.query("select 1 as one")).toEqual([{ one: 1 }])
})

test.each([
  ["before it said anything", 0],
  ["while it asked for the types", 1],
])("a connection that ends %s refuses what it was opened for", async (_, after) => {
  let isCut = true
  const pool = await between((near, far) => {
    if (!isCut) return far()
    if (after === 0) return near.end()
    const server = far()
    // The question for the types is the first that is longer than a start or a password.
    near.on("data", (bytes) => {
      if (bytes.includes("typarray")) server.destroy()
    })
    server.on("close", () => near.end())
  })
  expect(await failure(pool.db.query("select 1"))).toBe("CONNECTION_CLOSED")
  expect(await failure(pool.db.reserve())).toBe("CONNECTION_CLOSED")
  isCut = false
  expect(await pool.db.query("select 1 as one")).toEqual([{ one: 1 }])
})
