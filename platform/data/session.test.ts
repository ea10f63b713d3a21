/** The site's pool as the Data API uses it, with a pool whose results are set by the test. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { DataDatabase, DataStatement } from "../gateway/contract.ts"
import { type RequestContext, Sessions } from "./session.ts"
import { answerColumns } from "./sql/answer.ts"

/** The statements sent, one list per round trip. */
let sent: DataStatement[][]
let released: number
/** The result or error of a round trip; by default a result row for the last statement. */
let answers: (() => (string | null)[][][])[]
let reserving: () => Promise<void>

const row = (role = "anon") => answerColumns.map((name) => (name === "role" ? role : name))
const rows = (role?: string) => [[], [row(role)]]
const database: DataDatabase = {
  listen: async () => async () => {},
  async reserve() {
    await reserving()
    return {
      async run(statements) {
        sent.push([...statements])
        return (answers.shift() ?? (() => rows()))()
      },
      release() {
        released++
      },
    }
  },
}

beforeEach(() => {
  sent = []
  released = 0
  answers = []
  reserving = async () => {}
})
afterEach(() => vi.useRealTimers())

const context = (changes: Partial<RequestContext> = {}): RequestContext => ({
  claims: { role: "anon" },
  method: "GET",
  path: "/clubs",
  schema: "public",
  headers: { "x-a": "1" },
  timezone: null,
  ...changes,
})
const main = { text: "select main", values: ["v"] }
const lost = Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" })
const fails = (error: Error) => () => {
  throw error
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

test("a read takes one round trip, under the caller's role and with the request's settings", async () => {
  const sessions = new Sessions(database, 1)
  answers = [() => [[], [row()], [["plan"], [null]]]]
  const more = { text: "explain", values: [] }
  const [answer, texts] = await sessions.read(context({ schema: 'a"b' }), main, more)
  expect(answer).toMatchObject({ body: "body", total: "total", role: "anon" })
  expect(texts).toEqual(["plan", ""])
  const [first, second, third] = sent[0] ?? []
  expect(first?.text).toContain("transaction_read_only")
  expect(first?.values).toEqual([
    "anon",
    '{"role":"anon"}',
    "",
    "GET",
    "/clubs",
    '{"x-a":"1"}',
    '"a""b", extensions',
    "3000",
    "UTC",
  ])
  expect([second, third]).toEqual([
    { ...main, prepare: false },
    { ...more, prepare: false },
  ])
  expect([sent.length, released]).toEqual([1, 1])
})

test.each([
  ["authenticated", "8000"],
  ["service_role", "0"],
])("a statement of %s has a time limit of %s ms", async (role, limit) => {
  answers = [() => rows(role)]
  const claims = { role, sub: "a" }
  await new Sessions(database, 1).change(context({ claims, timezone: "Europe/Berlin" }), "read write", main)
  expect(sent[0]?.[0]?.values.slice(0, 3)).toEqual([role, JSON.stringify(claims), "a"])
  expect(sent[0]?.[0]?.values.slice(-2)).toEqual([limit, "Europe/Berlin"])
  expect(sent[0]?.[0]?.text).not.toContain("transaction_read_only")
})

test("a repeated statement is sent prepared", async () => {
  const sessions = new Sessions(database, 1)
  for (let n = 0; n < 2; n++) await sessions.read(context(), main, null)
  expect(sent.map((batch) => batch[1]?.prepare)).toEqual([false, true])
  expect(sent[0]).toHaveLength(2)
})

test("a result from another role is discarded", async () => {
  for (const answer of [rows("postgres"), [[], []], [[], [["short"]]], []]) {
    answers = [() => answer]
    expect(await codeOf(new Sessions(database, 1).read(context(), main, null))).toBe("PGRST001")
  }
  expect(released).toBe(4)
})

test("a read is retried once if its connection was lost, a change never", async () => {
  const sessions = new Sessions(database, 1)
  answers = [fails(lost)]
  expect(await codeOf(sessions.read(context(), main, null))).toBe("done")
  answers = [fails(lost), fails(lost)]
  expect(await codeOf(sessions.read(context(), main, null))).toBe("CONNECTION_CLOSED")
  expect(sent).toHaveLength(4)
  answers = [fails(Object.assign(new Error("no"), { code: "22P02" }))]
  expect(await codeOf(sessions.read(context(), main, null))).toBe("22P02")
  answers = [fails(lost)]
  expect(await codeOf(sessions.change(context(), "read write", main))).toBe("CONNECTION_CLOSED")
  expect([sent.length, released]).toEqual([6, 6])
})

test.each([
  [true, "commit"],
  [false, "rollback"],
])("a transaction whose result is to be kept (%s) ends with %s", async (keep, end) => {
  answers = [() => [[], [], [row()]]]
  const judge = vi.fn(() => keep)
  const answer = await new Sessions(database, 1).transact(context(), "read only", main, judge)
  expect(answer).toMatchObject({ role: "anon", body: "body" })
  expect(judge.mock.calls).toEqual([[answer]])
  expect(sent.map((batch) => batch.map(({ text, prepare }) => [text.split("(")[0], prepare]))).toEqual([
    [
      ["begin read only", true],
      ["select pg_catalog.num_nulls", true],
      ["select main", false],
    ],
    [[end, true]],
  ])
  expect([sent[0]?.[1]?.text.includes("transaction_read_only"), released]).toEqual([false, 1])
})

test("a failing transaction is rolled back and reports its error even if the rollback fails too", async () => {
  const sessions = new Sessions(database, 1)
  answers = [() => [[], [], [row()]]]
  const judge = () => {
    throw new Error("judged")
  }
  expect(await codeOf(sessions.transact(context(), "read write", main, judge))).toBe("judged")
  expect(sent[1]).toEqual([{ text: "rollback", values: [], prepare: true }])
  answers = [fails(lost), fails(lost)]
  const keep = () => true
  expect(await codeOf(sessions.transact(context(), "read write", main, keep))).toBe("CONNECTION_CLOSED")
  expect(released).toBe(2)
})

test("a change under another role is rolled back", async () => {
  for (const answer of [row("postgres"), ["short"], undefined]) {
    answers = [() => [[], [], answer ? [answer] : []]]
    const kept = new Sessions(database, 1).transact(context(), "read write", main, () => true)
    expect(await codeOf(kept)).toBe("PGRST001")
    expect(sent.at(-1)?.map(({ text }) => text)).toEqual(["rollback"])
  }
})

test("an explained statement is rolled back", async () => {
  answers = [() => [[], [], [["Seq Scan"], [null]]]]
  expect(await new Sessions(database, 1).explain(context(), "read write", main)).toEqual(["Seq Scan", ""])
  expect(sent.map((batch) => batch.map(({ text }) => text.split("(")[0]))).toEqual([
    ["begin read write", "select pg_catalog.num_nulls", "select main"],
    ["rollback"],
  ])
})

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

test("a request that has waited five seconds is refused, and does not use up another's turn", async () => {
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
  expect([released, vi.getTimerCount()]).toEqual([2, 0])
})

test("a connection that arrives too late is returned, together with its turn", async () => {
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

test("a turn that arrives at the moment of the timeout goes to the next request", async () => {
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

test("a turn that arrives at the moment of the timeout is kept if no request is next", async () => {
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

test("a request that times out out of order keeps the others' turns", async () => {
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
