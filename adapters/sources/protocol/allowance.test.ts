/** The rate limits of an application, shared by all processes, with an injected clock and a real database. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { createAllowance, type HeardWindow, numbersIn } from "./allowance.ts"

const start = "2026-11-20T20:00:00Z"
const minute = 60_000
let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld({ now: start })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.world.db.sql`delete from private.service_windows`
})

const windows = [
  { name: "quarter", seconds: 900, most: 40 },
  { name: "day", seconds: 86_400, most: 1000 },
] as const
/** The content of the next response's headers. */
let said: HeardWindow[] = []
const make = (source = "polar") =>
  createAllowance({ source, windows, read: () => said, db: t.world.db, now: t.world.now })
const hears = (heard: HeardWindow[], { status = 200, headers = {} as HeadersInit } = {}) => {
  said = heard
  return make().heard(new Response(null, { status, headers }))
}
const quarter = (used: number, most = 40, resetsInS?: number): HeardWindow => ({
  name: "quarter",
  most,
  used,
  resetsInS,
})
const takes = async (count: number) => {
  for (let n = 0; n < count; n++) expect(await make().take()).toBeNull()
}
const at = (time: string) => new Date(`2026-11-20T${time}Z`)

test("One call in twenty is reserved for calls in flight; the next window starts over", async () => {
  await takes(38)
  expect(await make().take()).toEqual(at("20:15:00"))
  // Another service has its own limits.
  expect(await make("wahoo").take()).toBeNull()
  t.clock.set("2026-11-20T20:14:59.999Z")
  expect(await make().take()).toEqual(at("20:15:00"))
  t.clock.set("2026-11-20T20:15:00Z")
  expect(await make().take()).toBeNull()
})

test("If several windows are full, the wait lasts until the end of the longest", async () => {
  await hears([quarter(38), { name: "day", most: 1000, used: 950 }])
  expect(await make().take()).toEqual(new Date("2026-11-21T00:00:00Z"))
})

test("Limits in headers take precedence, and so does a higher number of calls, but not a lower one", async () => {
  await takes(5)
  await hears([quarter(3, 100)])
  const used = async () =>
    (
      await t.world.db.sql<{ used: number; most: number }>`
      select used, most from private.service_windows where name = 'quarter'
    `
    )[0]
  expect(await used()).toEqual({ used: 5, most: 100 })
  await hears([quarter(94, 100)])
  expect(await used()).toEqual({ used: 94, most: 100 })
  await takes(1)
  expect(await make().take()).toEqual(at("20:15:00"))
  // In the next window, the service reports its count again.
  t.clock.advance(15 * minute)
  await hears([quarter(2, 100)])
  expect(await used()).toEqual({ used: 2, most: 100 })
})

test.each([
  ["a limit of zero", quarter(0, 0)],
  ["a limit that is not a number", quarter(0, Number.NaN)],
  ["a number of calls that is not a number", quarter(Number.NaN)],
  ["a negative number of calls", quarter(-1)],
  ["an unknown window", { name: "week", most: 1, used: 1 }],
])("%s is ignored as implausible", async (_what, heard) => {
  await hears([heard])
  expect(await t.world.db.sql`select from private.service_windows`).toEqual([])
  expect(await make().take()).toBeNull()
})

test("A stored limit of zero is replaced at the next request", async () => {
  await t.world.db.sql`
    insert into private.service_windows (source, name, began_at, seconds, most, used)
    values ('polar', 'quarter', ${at("20:00:00")}, 900, 0, 0)
  `
  await takes(2)
})

test.each([
  ["a full window that ends later than ours", quarter(40, 40, 800), at("20:25:50")],
  ["a window that is not full", quarter(37, 40, 800), null],
  ["an end beyond the window's length", quarter(40, 40, 901), at("20:15:00")],
])("%s", async (_what, heard, until) => {
  t.clock.set(at("20:12:30"))
  await hears([heard])
  expect(await make().take()).toEqual(until)
})

test("After a 429, all processes wait exactly as long as it says", async () => {
  await hears([], { status: 429, headers: { "retry-after": "120" } })
  expect(await make().take()).toEqual(at("20:02:00"))
  t.clock.set("2026-11-20T20:01:59.999Z")
  expect(await make().take()).toEqual(at("20:02:00"))
  t.clock.set("2026-11-20T20:02:00Z")
  expect(await make().take()).toBeNull()
  await hears([], { status: 503, headers: { "retry-after": "120" } })
  expect(await make().take()).toBeNull()
})

test.each([
  ["12, 340", [12, 340]],
  [" 7 ,123456789", [7, 123_456_789]],
  ["0", [0]],
  [null, [Number.NaN]],
  ["", [Number.NaN]],
  ["1.5,-3,12x,x12,1 2,1234567890", Array(6).fill(Number.NaN)],
])("The numbers of the header %j are %j", (header, numbers) => {
  expect(numbersIn(header)).toEqual(numbers)
})
