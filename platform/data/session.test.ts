/** A request's transaction under its caller's role, on a real database, and how requests wait for a connection. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { DataDatabase } from "../gateway/contract.ts"
import { type Query, type RequestContext, Sessions } from "./session.ts"
import { answerSql } from "./sql/answer.ts"

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

describe("on a database", () => {
  let database: TestDatabase
  let sessions: Sessions
  /** How many of the next connections are lost as soon as they are reserved. */
  let losing: number

  beforeAll(async () => {
    database = await createTestDatabase({ max: 3 })
    await database.db.query(`create table lines (words text); alter table lines enable row level security;
      create policy everybody on lines using (true); grant all on lines to anon;
      create function write(words text) returns text language sql volatile
        as $$ insert into lines values (words) returning words $$;
      create function leave_role(words text) returns text language sql volatile
        as $$ insert into lines values (words); select set_config('role', 'none', true) $$`)
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    losing = 0
    await database.db.query("truncate lines")
    const { db } = database
    const reserve: DataDatabase["reserve"] = async () => {
      const session = await db.reserve()
      if (losing-- > 0) {
        const [[[pid = null] = []] = []] = await session.run([
          { text: "select pg_backend_pid()", values: [], prepare: false },
        ])
        await db.query("select pg_terminate_backend($1::integer, 10000)", [Number(pid)])
      }
      return session
    }
    sessions = new Sessions({ reserve }, 2)
  })

  const context = (changes: Partial<RequestContext> = {}): RequestContext => ({
    claims: { role: "anon" },
    method: "GET",
    path: "/lines",
    schema: "public",
    headers: { "x-a": "1" },
    timezone: null,
    ...changes,
  })
  const answering = (rows: string): Query => ({
    text: answerSql({ counted: null, rows, media: "json" }),
    values: [],
  })
  const writing = (words: string) => answering(`select public.write('${words}')`)
  const lines = async () => (await database.db.query("select words from lines")).map(({ words }) => words)

  const names = ["role", "request.jwt.claims", "request.jwt.claim.sub", "request.method", "request.path"]
  const more = ["request.headers", "search_path", "statement_timeout", "timezone", "transaction_read_only"]
  const settings = answering(
    [...names, ...more].map((name) => `select current_setting('${name}') as is`).join(" union all "),
  )
  const settingsIn = ({ body }: { body: string }) =>
    (JSON.parse(body) as { is: string }[]).map(({ is }) => is)

  test("a read has its caller's role and the request's settings, and can change nothing", async () => {
    const [answer, texts] = await sessions.read(context({ schema: 'a"b' }), settings, {
      more: { text: "select 'more'", values: [] },
    })
    expect(settingsIn(answer)).toEqual([
      ...["anon", '{"role":"anon"}', "", "GET", "/lines", '{"x-a":"1"}'],
      ...['"a""b", extensions', "3s", "UTC", "on"],
    ])
    expect(texts).toEqual(["more"])
    expect(await codeOf(sessions.read(context(), writing("a")))).toBe("25006")
    expect(await lines()).toEqual([])
  })

  test.each([
    ["authenticated", "8s"],
    ["service_role", "0"],
  ])("a statement of %s has a time limit of %s", async (role, limit) => {
    const claims = { role, sub: "a" }
    const given = context({ claims, timezone: "Europe/Berlin" })
    const found = settingsIn(await sessions.change(given, "read write", settings))
    expect([found[0], found[2], ...found.slice(-3)]).toEqual([role, "a", limit, "Europe/Berlin", "off"])
  })

  test("a read is repeated once if its connection was lost, a change never", async () => {
    losing = 1
    const [answer] = await sessions.read(context(), answering("select 1 as one"))
    expect(answer.body).toBe('[{"one":1}]')
    losing = 2
    expect(await codeOf(sessions.read(context(), settings))).not.toBe("done")
    expect(losing).toBe(0)
    losing = 1
    expect(await codeOf(sessions.change(context(), "read write", writing("a")))).not.toBe("done")
    expect([losing, await lines()]).toEqual([0, []])
    // Every connection was returned, and the pool has replaced those that were lost.
    await sessions.change(context(), "read write", writing("b"))
    expect(await lines()).toEqual(["b"])
  })

  test("a transaction is committed only if its result is to be kept", async () => {
    const transact = (words: string, judge: () => boolean) =>
      codeOf(sessions.transact(context(), "read write", writing(words), judge))
    expect(await transact("kept", () => true)).toBe("done")
    expect(await transact("left", () => false)).toBe("done")
    const refusing = transact("refused", () => {
      throw new Error("judged")
    })
    expect([await refusing, await lines()]).toEqual(["judged", ["kept"]])
    losing = 1
    expect(await transact("lost", () => true)).not.toBe("done")
    expect(await lines()).toEqual(["kept"])
  })

  test("a result from another role is discarded, and its change rolled back", async () => {
    const leaving = answering("select public.leave_role('a')")
    expect(await codeOf(sessions.change(context(), "read write", leaving))).toBe("PGRST001")
    await database.db.query("truncate lines")
    expect(await codeOf(sessions.transact(context(), "read write", leaving, () => true))).toBe("PGRST001")
    expect(await lines()).toEqual([])
  })
})

describe("waiting for a connection", () => {
  let released: number
  let reserving: () => Promise<void>
  const database: DataDatabase = {
    listen: async () => async () => {},
    async reserve() {
      await reserving()
      return { run: async () => [], release: () => void released++ }
    },
  }

  beforeEach(() => {
    released = 0
    reserving = async () => {}
  })
  afterEach(() => vi.useRealTimers())

  test("the number of connections is limited, and waiting requests get them in order", async () => {
    const sessions = new Sessions(database, 2)
    const events: string[] = []
    const held = ["a", "b", "c", "d"].map((name) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const done = sessions.use(async () => {
        events.push(name)
        await promise
      })
      return { resolve, done }
    })
    await vi.waitFor(() => expect(events).toEqual(["a", "b"]))
    held[1]?.resolve()
    await held[1]?.done
    await vi.waitFor(() => expect(events).toEqual(["a", "b", "c"]))
    for (const { resolve } of held) resolve()
    await Promise.all(held.map(({ done }) => done))
    expect([events, released]).toEqual([["a", "b", "c", "d"], 4])
  })

  test("a request that has waited five seconds is refused, and does not take the place of another one", async () => {
    vi.useFakeTimers()
    vi.advanceTimersByTime(3_000)
    const sessions = new Sessions(database, 1)
    const { promise: working, resolve: finish } = Promise.withResolvers<void>()
    const first = sessions.use(() => working)
    const late = codeOf(sessions.use(async () => {}))
    await vi.advanceTimersByTimeAsync(4_999)
    const behind = codeOf(sessions.use(async () => {}))
    let told: string | undefined
    late.then((code) => {
      told = code
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toBe("PGRST003")
    finish()
    await first
    expect(await behind).toBe("done")
    expect(released).toBe(2)
  })

  test("a connection that is obtained too late is returned, and its slot is free again", async () => {
    vi.useFakeTimers()
    const sessions = new Sessions(database, 1)
    const { promise: free, resolve } = Promise.withResolvers<void>()
    reserving = () => free
    const late = codeOf(sessions.use(async () => {}))
    await vi.advanceTimersByTimeAsync(5_250)
    expect([await late, released]).toEqual(["PGRST003", 0])
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(released).toBe(1)
    expect(await codeOf(sessions.use(async () => {}))).toBe("done")
  })

  /** Holds a connection until the test releases it. */
  function holding(sessions: Sessions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { done: sessions.use(() => promise), finish: resolve }
  }

  test("a connection that becomes free at the moment of a request's timeout goes to the next request", async () => {
    vi.useFakeTimers()
    const sessions = new Sessions(database, 1)
    const first = holding(sessions)
    const late = codeOf(sessions.use(async () => {}))
    setTimeout(first.finish, 5_000)
    await vi.advanceTimersByTimeAsync(1)
    const behind = codeOf(sessions.use(async () => {}))
    // Both in the same tick: nothing runs in between.
    vi.advanceTimersByTime(4_999)
    expect([await late, await behind]).toEqual(["PGRST003", "done"])
  })

  test("a connection that becomes free at the moment of a request's timeout stays available if no other request waits", async () => {
    vi.useFakeTimers()
    const sessions = new Sessions(database, 1)
    const first = holding(sessions)
    const late = codeOf(sessions.use(async () => {}))
    setTimeout(first.finish, 5_000)
    await vi.advanceTimersByTimeAsync(1)
    vi.advanceTimersByTime(4_999)
    expect(await late).toBe("PGRST003")
    expect(await codeOf(sessions.use(async () => {}))).toBe("done")
  })

  test("a request that times out before earlier ones does not change their order", async () => {
    vi.useFakeTimers()
    const sessions = new Sessions(database, 1)
    const first = holding(sessions)
    const late = codeOf(sessions.use(async () => {}))
    await vi.advanceTimersByTimeAsync(2_500)
    const behind = codeOf(sessions.use(async () => {}))
    let second: ReturnType<typeof holding> | undefined
    // It takes the connection before the waiter that was woken for it.
    const overtaking = first.done.then(() => {
      second = holding(sessions)
    })
    first.finish()
    await overtaking
    await vi.advanceTimersByTimeAsync(2_500)
    expect(await late).toBe("PGRST003")
    second?.finish()
    expect(await behind).toBe("done")
  })
})
