/** How a pool behaves when connections end, when the server stops responding, and when a deadline passes. */
import { connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest"
import { deadlineExceeded, withDeadline, withOwnDeadline } from "#primitives/deadline.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { createListener } from "./listener.ts"
import { connectPostgres, type PostgresDb } from "./postgres.ts"

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  await database.db.query("create table public.kept (id integer primary key)")
})
afterEach(() => database.db.query("truncate public.kept"))
afterAll(() => database.drop())

const lost = { code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/) }
const late = { code: deadlineExceeded }
const kept = async () =>
  (await database.db.query("select id from public.kept order by id")).map(({ id }) => id)
const one = (text: string) => [{ text, values: [], prepare: false }]

/** A pool behind a relay that can end its connections, stop forwarding, or delay or refuse new connections. */
async function openRelayed({ max = 1 } = {}) {
  const { hostname, port } = new URL(database.url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let gate: Promise<void> | undefined
  const server = createServer(async (near) => {
    await gate
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on("data", (bytes) => isFrozen || to.write(bytes))
      from.on("error", () => {})
      from.on("close", () => to.destroy())
    }
  })
  const listen = (at: number) =>
    new Promise<number>((resolve) =>
      server.listen(at, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    )
  const own = await listen(0)
  const url = new URL(database.url)
  url.host = `127.0.0.1:${own}`
  const db = connectPostgres({ url: url.href, max })
  const cut = (reset = false) => {
    for (const socket of sockets) reset ? socket.resetAndDestroy() : socket.destroy()
    sockets.clear()
  }
  onTestFinished(async () => {
    await db.end(0)
    cut()
    server.close()
  })
  return {
    db,
    url: url.href,
    cut,
    freeze: (frozen: boolean) => {
      isFrozen = frozen
    },
    /** Delays new connections until the returned function is called. */
    holdNew() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    close: () => new Promise((resolve) => server.close(resolve)),
    listenAgain: () => listen(own),
  }
}

const works = (db: PostgresDb) =>
  expect
    .poll(() => withDeadline(2_000, () => db.query("select 1 as one")).catch(() => []))
    .toEqual([{ one: 1 }])

test("a connection that ends during a statement fails the transaction, not the process", async () => {
  const { db } = await openRelayed()
  const work = db.transaction(async (tx) => {
    await tx.query("insert into public.kept values (1)")
    const [row] = await tx.query("select pg_backend_pid() as pid")
    void database.db.query("select pg_terminate_backend($1)", [row?.pid])
    await tx.query("select pg_sleep(60)")
  })
  await expect(work).rejects.toMatchObject(lost)
  await works(db)
  expect(await kept()).toEqual([])
})

test("a connection lost between two statements fails the transaction, even during other work", async () => {
  const { db, cut } = await openRelayed()
  const followed: string[] = []
  const work = db.transaction(async (tx) => {
    await tx.query("insert into public.kept values (2)")
    await tx.transaction(async (inner) => {
      cut()
      await sleep(100)
      await inner.sql`insert into public.kept values (3)`.then(
        () => followed.push("written"),
        () => followed.push("refused"),
      )
      return sleep(60_000, undefined, { ref: false })
    })
  })
  await expect(work).rejects.toMatchObject(lost)
  await expect.poll(() => followed).toEqual(["refused"])
  await works(db)
  expect(await kept()).toEqual([])
})

test("other errors roll back to the savepoint and keep the rest of the transaction", async () => {
  const { db } = await openRelayed()
  await db.transaction(async (tx) => {
    const twice = tx.transaction(async (inner) => {
      await inner.query("insert into public.kept values (1)")
      await inner.query("insert into public.kept values (1)")
    })
    await expect(twice).rejects.toMatchObject({ code: "23505" })
    await tx.transaction((inner) => inner.query("insert into public.kept values (2)"))
  })
  expect(await kept()).toEqual([2])
})

test("late statements of an ended transaction never become part of another one", async () => {
  const { db, cut } = await openRelayed()
  const { promise: nextIsOpen, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: end } = Promise.withResolvers<unknown>()
  const ended = db.transaction(async (tx) => {
    await tx.sql`insert into public.kept values (1)`
    void nextIsOpen.then(() => tx.sql`insert into public.kept values (2)`.then(end, end))
    cut()
    await nextIsOpen
  })
  await expect(ended).rejects.toMatchObject(lost)
  await works(db)
  await db.transaction(async (tx) => {
    await tx.sql`insert into public.kept values (3)`
    goOn()
    expect(await isOver).toMatchObject({ code: "CONNECTION_CLOSED" })
  })
  expect(await kept()).toEqual([3])
})

test.each([
  ["closed", false],
  ["reset", true],
])("every statement waiting in a transaction is refused when its connection is %s", async (_, reset) => {
  const { db, cut } = await openRelayed()
  const settled = await db
    .transaction(async (tx) => {
      const many = Array.from({ length: 150 }, (_, n) => tx.sql`select ${n}::int, pg_sleep(10)`)
      setTimeout(() => cut(reset), 50)
      return Promise.allSettled(many)
    })
    .catch((error: unknown) => error)
  expect(settled).toMatchObject(lost)
  await works(db)
})

test("an idle connection that ends is replaced, and the process keeps running", async () => {
  const { db, cut } = await openRelayed({ max: 3 })
  for (const reset of [false, true, false]) {
    await Promise.all([1, 2, 3].map(() => db.query("select pg_sleep(0.01)")))
    cut(reset)
    await works(db)
  }
})

test("a reserved connection refuses statements after it ended, and the pool opens another one", async () => {
  const { db, cut } = await openRelayed()
  const reserved = await db.reserve()
  const waiting = [db.reserve(), db.query("select 2 as two")] as const
  const running = reserved.run(one("select pg_sleep(60)"))
  setTimeout(cut, 50)
  await expect(running).rejects.toMatchObject(lost)
  await expect(reserved.run(one("select 1"))).rejects.toMatchObject(lost)
  reserved.release()
  // Cleanup code may release a connection twice; the second release has no effect.
  reserved.release()
  const next = await waiting[0]
  expect(await next.run(one("select 1"))).toEqual([[["1"]]])
  next.release()
  expect(await waiting[1]).toEqual([{ two: 2 }])
})

test("a pool that could not reach the server connects as soon as the server is available", async () => {
  const { db, close, listenAgain } = await openRelayed()
  await close()
  await expect(db.query("select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" })
  await expect(db.reserve()).rejects.toMatchObject({ code: "ECONNREFUSED" })
  await listenAgain()
  await works(db)
})

test("a printed error reveals neither its statement nor its values", async () => {
  const refused = await database.db.sql`select ${"a secret"}::text::int`.then(
    () => expect.fail("It was read as a number"),
    (error: Error & { message: string }) => error,
  )
  const { message, ...printed } = { ...refused }
  expect(JSON.stringify(printed)).not.toContain("a secret")
})

test("a statement is canceled at its deadline, and its connection stays usable", async () => {
  const { db } = await openRelayed()
  const [before] = await db.query("select pg_backend_pid() as pid")
  await expect(withDeadline(100, () => db.query("select pg_sleep(61)"))).rejects.toMatchObject(late)
  const running = () =>
    database.db.query("select from pg_stat_activity where query = 'select pg_sleep(61)' and state = 'active'")
  await expect.poll(running).toEqual([])
  expect(await db.query("select pg_backend_pid() as pid")).toEqual([before])
})

test("a cancel request that arrives late does not cancel another caller's statement", async () => {
  const { db, holdNew } = await openRelayed()
  await works(db)
  const letThrough = holdNew()
  expect(
    await withDeadline(100, () => db.query("select pg_sleep(0.3), 1 as one"), { graceMs: 10_000 }),
  ).toEqual([{ pg_sleep: "", one: 1 }])
  const next = db.query("select pg_sleep(0.5), 2 as two")
  letThrough()
  expect(await next).toMatchObject([{ two: 2 }])
})

test("a cancel request sent after PostgreSQL's own timeout does not cancel another caller's statement", async () => {
  const { db, holdNew } = await openRelayed()
  await works(db)
  await db.query("set statement_timeout = 400")
  const letThrough = holdNew()
  const limited = withDeadline(100, () => db.query("select pg_sleep(60)"), { graceMs: 10_000 })
  await expect(limited).rejects.toMatchObject(late)
  const next = db.query("select pg_sleep(0.3), 2 as two")
  letThrough()
  expect(await next).toMatchObject([{ two: 2 }])
})

test("a connection released during a statement is not reused and runs nothing more", async () => {
  const { db } = await openRelayed()
  const reserved = await db.reserve()
  const running = reserved.run([...one("begin"), ...one("select pg_sleep(0.2)")])
  const refused = expect(running).rejects.toMatchObject(lost)
  await sleep(50)
  reserved.release()
  const next = db.sql`insert into public.kept values (7)`
  await refused
  await next
  await expect(reserved.run(one("rollback"))).rejects.toMatchObject(lost)
  expect(await kept()).toEqual([7])
})

test("a connection whose server has stopped responding is destroyed at the deadline", async () => {
  const { db, freeze } = await openRelayed({ max: 2 })
  await works(db)
  freeze(true)
  const asked: (() => PromiseLike<unknown>)[] = [
    () => db.query("select 1"),
    () => db.sql`select 1`,
    () => db.transaction((tx) => tx.query("insert into public.kept values (5)")),
    () => db.reserve().then((reserved) => reserved.run(one("select 1")).finally(() => reserved.release())),
  ]
  await Promise.all(
    asked.map((ask) => expect(withDeadline(200, async () => ask())).rejects.toMatchObject(late)),
  )
  freeze(false)
  await works(db)
  expect(await kept()).toEqual([])
})

test("a transaction that cannot begin fails at its deadline, and the process keeps running", async () => {
  const { db, freeze } = await openRelayed()
  await works(db)
  freeze(true)
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on("unhandledRejection", note)
  onTestFinished(() => void process.off("unhandledRejection", note))
  await expect(withDeadline(100, () => db.transaction((tx) => tx.query("select 1")))).rejects.toMatchObject(
    late,
  )
  freeze(false)
  await works(db)
  expect(unhandled).toEqual([])
})

test("a wait for a connection ends at its deadline, and the connection goes to the next caller in line", async () => {
  const { db } = await openRelayed()
  const held = await db.reserve()
  await expect(withDeadline(50, () => db.query("select 1"))).rejects.toMatchObject(late)
  const patient = db.query("select 2 as two")
  held.release()
  expect(await patient).toEqual([{ two: 2 }])
})

test("a transaction ends at its deadline even while its work waits for something else", async () => {
  const { db } = await openRelayed()
  const work = db.transaction.bind(db)
  const waiting = withDeadline(100, () =>
    work(async (tx) => {
      await tx.query("insert into public.kept values (6)")
      await sleep(60_000, undefined, { ref: false })
    }),
  )
  await expect(waiting).rejects.toMatchObject(late)
  await works(db)
  expect(await kept()).toEqual([])
  // Work with its own deadline is not bounded by the caller's.
  await withDeadline(50, () => withOwnDeadline(30_000, () => db.query("select pg_sleep(0.2)"))).catch(
    () => {},
  )
  await works(db)
})

test("a subscription fails when the server stops responding, and works once it responds again", async () => {
  const { url, freeze } = await openRelayed()
  const listener = createListener({ url, answerWithinMs: 100 })
  const heard: string[] = []
  const subscribe = (channel: string) =>
    listener.listen({ channel, onPayload: (payload) => void heard.push(`${channel} ${payload}`) })
  const close = await subscribe("early")
  const closeOther = await subscribe("other")
  freeze(true)
  await expect(subscribe("late")).rejects.toMatchObject(late)
  await closeOther()
  freeze(false)
  const notified = async () => {
    await database.db.query("select pg_notify('early', 'again')")
    return heard
  }
  await expect.poll(notified, { timeout: 20_000 }).toContain("early again")
  freeze(true)
  await close()
})

test("subscriptions that end at the same time end without an error", async () => {
  const listening = connectPostgres({ url: database.url, max: 1 })
  const closes = await Promise.all(["a", "b", "c"].map((channel) => listening.listen(channel, () => {})))
  await Promise.all(closes.map((close) => close()))
  await listening.end()
})

test("a closing pool waits for running statements for a limited time, and refuses waiting callers", async () => {
  const quick = connectPostgres({ url: database.url, max: 1 })
  await works(quick)
  const running = quick.query("select pg_sleep(0.1), 1 as one")
  await sleep(20)
  const waiting = quick.query("select 1")
  await Promise.all([
    quick.end(),
    expect(running).resolves.toMatchObject([{ one: 1 }]),
    expect(waiting).rejects.toMatchObject({ code: "CONNECTION_ENDED" }),
  ])
  await expect(quick.query("select 1")).rejects.toMatchObject({ code: "CONNECTION_ENDED" })
  const slow = connectPostgres({ url: database.url, max: 1 })
  await works(slow)
  const long = expect(slow.query("select pg_sleep(60)")).rejects.toMatchObject(lost)
  await sleep(50)
  await slow.end(0.05)
  await long
})
