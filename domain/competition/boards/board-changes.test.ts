/**
 * How the boards in memory follow the database: each change is applied once, whichever process announces it, and
 * everything is reloaded when in doubt.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { announce, type BoardState, type Boards, createBoards } from "./board.ts"
import { page } from "./standings.ts"

const slug = "last-14-days"
let t: TestWorld
let world: World
let boards: Boards
/** What the boards subscribed to, by topic. */
let wake: Map<string, () => void>
let told: { slugs: string[]; highest: number[]; since: number }[]
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  const { db } = t.world
  await db.sql`delete from standings`
  await db.sql`delete from athletes`
  await db.sql`truncate private.standing_changes`
  wake = new Map()
  told = []
  world = {
    ...t.world,
    live: {
      publish: async () => {},
      subscribe: (topic, receive) => {
        wake.set(topic, () => receive(""))
        return () => wake.delete(topic)
      },
    },
  }
  t.log.entries.length = 0
  // Nothing is read automatically until a test advances the clock.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  boards = createBoards(world)
  await boards.open()
  boards.onChange((changes, since) =>
    told.push({
      slugs: changes.map(({ board }) => board.slug),
      highest: changes.map(({ highestKey }) => highestKey),
      since,
    }),
  )
})
afterEach(async () => {
  // A read that is still in progress would be reported in the next test.
  await boards.catchUp()
  boards.close()
  vi.useRealTimers()
})

const board = (of = slug) => boards.all().find((one) => one.slug === of) as BoardState
/** Writes what a transaction of an upload leaves: the places before and after, zero for none. */
const moved = (from: number, to: number, { of = board().id, ageS = 0 } = {}) => t.world.db.sql`
  insert into private.standing_changes (moves, at)
  values (private.packed_move(${of}::smallint, 1, ${from}, ${to}), clock_timestamp() - ${ageS} * interval '1 second')`
const shownDifferently = () => t.world.db.sql`insert into private.standing_changes (moves) values ('')`
const key = (points: number) => points * 2 ** 37 + 5
/** Waits in real time while the timers' clock is frozen. */
const until = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setImmediate(resolve))
}
const ranks = (...keys: number[]) => keys.map((one) => board().counts.rankOf(one))

test("an athlete who joins, moves or leaves a board is counted at the new place and announced once", async () => {
  await moved(0, key(10))
  await boards.catchUp()
  const { version } = board()
  await boards.catchUp()
  expect([board().counts.size, ...ranks(key(10), key(9))]).toEqual([1, 1, 2])
  await moved(key(10), key(20))
  // Two moves within one read, the first to an intermediate place.
  await moved(0, key(15))
  await moved(key(15), key(12))
  await boards.catchUp()
  expect([board().counts.size, ...ranks(key(20), key(12), key(11))]).toEqual([2, 1, 2, 3])
  await moved(key(12), 0)
  await boards.catchUp()
  expect(board().counts.size).toBe(1)
  expect(told.map(({ slugs, highest }) => [slugs, highest])).toEqual([
    [[slug], [key(10)]],
    [[slug], [key(20)]],
    [[slug], [key(12)]],
  ])
  expect(board().version).toBe(version + 2)
})

test("the latest possible time of a change is taken from the database's clock", async () => {
  await moved(0, key(10), { ageS: 50 })
  await moved(0, key(11), { ageS: 70 })
  await boards.catchUp()
  const since = told[0]?.since ?? 0
  const longAgo = performance.now() - 70_000
  expect(since).toBeLessThanOrEqual(longAgo)
  expect(since).toBeGreaterThan(longAgo - 60_000)
  // The values of the later change, not of the row that is read last.
  const at = await t.world.db.sql<{ at: Date }>`select at from private.standing_changes order by at desc`
  expect(board().updatedAt).toEqual(at[0]?.at)
})

test("a board is reloaded when it was rebuilt, is unknown, or a change names a place that nobody has", async () => {
  const { sql } = t.world.db
  const athlete = await addAthlete(t.world)
  await sql`
    insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
    values (${athlete}, ${board().id}, 10, 1, 0, now(), private.place_key(10, 1::smallint, now()))`
  for (const [from, to, of] of [
    [0, 0, board().id],
    [0, key(1), 32_000],
    [key(3), 0, board().id],
    [key(3), key(4), board().id],
  ] as const) {
    await sql`truncate private.standing_changes`
    await boards.reload()
    told.length = 0
    const before = board()
    await moved(from, to, { of })
    await boards.catchUp()
    expect(board()).not.toBe(before)
    expect(board().counts.size).toBe(1)
    expect(told).toEqual([
      {
        slugs: expect.arrayContaining(["last-10-days", slug, "this-month"].slice(0, 2)),
        highest: expect.arrayContaining([Number.POSITIVE_INFINITY]),
        since: Number.NEGATIVE_INFINITY,
      },
    ])
    expect(board().version).toBeGreaterThan(before.version)
  }
})

test("moved windows and rows displayed differently concern every board, but no place", async () => {
  const [before, all] = [board(), boards.all().length]
  const { sql } = t.world.db
  await sql`update boards set from_on = '2026-11-08', to_on = '2026-11-30' where slug = ${slug}`
  await boards.catchUp()
  expect([board().from, told]).toEqual(["2026-11-07", []])
  await shownDifferently()
  await boards.catchUp()
  expect(board()).toBe(before)
  expect([board().from, board().to, board().updatedAt]).toEqual(["2026-11-08", "2026-11-30", null])
  expect(told).toMatchObject([{ highest: Array(all).fill(Number.POSITIVE_INFINITY) }])
  await sql`update boards set from_on = '2026-11-07', to_on = null where slug = ${slug}`
})

test("a board that opens or closes appears or disappears with the next read", async () => {
  const { sql } = t.world.db
  const count = boards.all().length
  await sql`insert into boards (slug, from_on, days, ranks_on) values ('last-3-days', '2026-11-18', 3, '2026-11-20')`
  await shownDifferently()
  await boards.catchUp()
  expect([boards.all().length, board("last-3-days").from]).toEqual([count + 1, "2026-11-18"])
  await sql`update boards set closed_at = now() where slug = 'last-3-days'`
  await boards.catchUp()
  expect(boards.all()).toHaveLength(count + 1)
  await shownDifferently()
  await boards.catchUp()
  expect([boards.all().length, board("last-3-days")]).toEqual([count, undefined])
  await sql`delete from boards where slug = 'last-3-days'`
})

test("without an open board there is none to read, and later changes are not missed", async () => {
  const { sql } = t.world.db
  await sql`update boards set closed_at = now()`
  await boards.reload()
  expect([boards.all(), boards.find(slug, t.world.now())]).toEqual([[], undefined])
  await sql`update boards set closed_at = null`
  await shownDifferently()
  await boards.catchUp()
  expect(board().slug).toBe(slug)
})

test("a running season is found by its slug and by the running board's alias, any other only by its slug", () => {
  const found = (of: string, at: string) => boards.find(of, new Date(at))?.slug
  const [season, next] = ["fortnightly-2026-11-09", "fortnightly-2026-11-23"]
  for (const at of ["2026-11-09T08:00:00Z", "2026-11-23T07:59:59.999Z"])
    expect(found("this-fortnight", at)).toBe(season)
  expect(found("this-fortnight", "2026-11-23T08:00:00Z")).toBe(next)
  expect(found("this-fortnight", "2026-11-09T07:59:59.999Z")).toBeUndefined()
  for (const one of [season, next, slug]) expect(found(one, "2026-11-20T20:00:00Z")).toBe(one)
  expect(found("nothing", "2026-11-20T20:00:00Z")).toBeUndefined()
})

test("a board that the site does not list is found only by its slug, and shown under it", async () => {
  const { sql } = t.world.db
  await sql`insert into boards (slug, from_on, days, ranks_on) values ('last-3-days', '2026-11-18', 3, '2026-11-20')`
  await boards.reload()
  const shown = await page(world, boards, { slug: "last-3-days", viewer: null, limit: 5 })
  expect(shown.ok && shown.page.board).toMatchObject({ slug: "last-3-days", name: "last-3-days" })
  expect(boards.find("this-month", t.world.now())?.slug).toBe("monthly-2026-11")
  await sql`delete from boards where slug = 'last-3-days'`
})

test("a message is followed by a read within 40 ms, and every listener is told, even if nothing moved", async () => {
  expect([...wake.keys()]).toEqual(expect.arrayContaining(["boards", "members"]))
  const from = performance.now()
  await moved(0, key(10))
  for (let n = 0; n < 3; n++) for (const receive of wake.values()) receive()
  await vi.advanceTimersByTimeAsync(40)
  await until(() => told.length === 1)
  expect(board().counts.size).toBe(1)
  // Listeners are also notified of a message that left no row: without a change, and dated slightly before it arrived.
  const at = performance.now()
  wake.get("members")?.()
  await vi.advanceTimersByTimeAsync(40)
  await until(() => told.length === 2)
  expect(told[1]?.slugs).toEqual([])
  expect(told[1]?.since).toBeGreaterThan(from - 100)
  expect(told[1]?.since).toBeLessThan(at)
  await boards.catchUp()
  expect(told).toHaveLength(2)
})

/** Makes every read fail until it is called again. */
const breakReads = (to = "away") => t.world.db.query(`alter table private.standing_changes rename to ${to}`)
const repairReads = () => t.world.db.query("alter table private.away rename to standing_changes")

test("without any message a change is shown within a second, also after a read that failed", async () => {
  await moved(0, key(10))
  await vi.advanceTimersByTimeAsync(1_000)
  await until(() => told.length === 1)
  await breakReads()
  await vi.advanceTimersByTimeAsync(1_000)
  await until(() => t.log.entries.length === 1)
  expect(t.log.entries).toMatchObject([{ level: "error" }])
  await expect(boards.catchUp()).rejects.toThrow("standing_changes")
  await repairReads()
  await moved(0, key(11))
  // The timer of the next read starts when the one before has failed.
  await until(() => {
    vi.advanceTimersByTime(1_000)
    return told.length === 2
  })
  expect(board().counts.size).toBe(2)
})

test("callers that arrive before a read begins share it", async () => {
  const asked = [boards.catchUp(), boards.catchUp(), boards.catchUp()]
  expect(new Set(asked).size).toBe(1)
  await Promise.all(asked)
  expect(boards.catchUp()).not.toBe(asked[0])
})

test("a process that has not read for an hour reloads everything, because changes are kept for two", async () => {
  const clock = vi.spyOn(performance, "now")
  try {
    const now = performance.now()
    clock.mockImplementation(() => now)
    await boards.reload()
    const before = board()
    clock.mockImplementation(() => now + 3_600_000)
    await boards.catchUp()
    expect(board()).toBe(before)
    clock.mockImplementation(() => now + 7_200_001)
    await boards.catchUp()
    expect(board()).not.toBe(before)
  } finally {
    clock.mockRestore()
  }
})

test("the time of the last change survives a reload, even when the changes were deleted", async () => {
  expect(board().updatedAt).toBeNull()
  await moved(0, 0)
  const [row] = await t.world.db.sql<{ at: Date }>`select at from private.standing_changes`
  await boards.catchUp()
  expect(board().updatedAt).toEqual(row?.at)
  await t.world.db.sql`truncate private.standing_changes`
  await boards.reload()
  expect(board().updatedAt).toEqual(row?.at)
})

test("after `close` no changes are applied, even if a message or a second had announced them", async () => {
  wake.get("boards")?.()
  boards.close()
  expect(wake.size).toBe(0)
  await moved(0, key(10))
  await vi.advanceTimersByTimeAsync(2_000)
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
  expect([told, board().counts.size]).toEqual([[], 0])
})

test("a listener that has unsubscribed is not called", async () => {
  const heard: number[] = []
  const leave = boards.onChange((changes) => heard.push(changes.length))
  await moved(0, key(10))
  await boards.catchUp()
  leave()
  await moved(0, key(11))
  await boards.catchUp()
  expect([heard, told.length]).toEqual([[1], 2])
})

test("announcements that arrive together share messages: one sent immediately, one for all that follow", async () => {
  let sent = 0
  let fails = true
  const publish = async () => {
    sent++
    if (fails) throw new Error("away")
  }
  const announcing = { ...world, live: { ...world.live, publish } }
  announce(announcing)
  expect(sent).toBe(1)
  // From within a transaction nothing is sent before its end, and then by the pool.
  await world.db.transaction(async (db) => {
    announce({ ...announcing, db })
    await vi.advanceTimersByTimeAsync(50)
    expect(sent).toBe(1)
  })
  fails = false
  expect(sent).toBe(2)
  announce(announcing)
  announce(announcing)
  await vi.advanceTimersByTimeAsync(24)
  expect(sent).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toBe(3)
  // No change arrived in the meantime, so the next one is sent immediately again.
  await vi.advanceTimersByTimeAsync(25)
  expect(sent).toBe(3)
  announce(announcing)
  expect(sent).toBe(4)
})

test("what is announced in a transaction, while a message was just sent, does not fail with its end", async () => {
  const sent: object[] = []
  const publish = async (db: Db) => {
    await db.query("select 1")
    sent.push(db)
  }
  const warned: unknown[] = []
  const announcing = {
    ...{ ...world, live: { ...world.live, publish } },
    log: { ...world.log, warn: (what: unknown) => void warned.push(what) },
  }
  announce(announcing)
  await world.db.transaction(async (db) => {
    announce({ ...announcing, db })
    await db.transaction(async (inner) => announce({ ...announcing, db: inner }))
  })
  const rolledBack = world.db.transaction(async (db) => {
    announce({ ...announcing, db })
    throw new Error("no")
  })
  await expect(rolledBack).rejects.toThrow("no")
  await until(() => {
    vi.advanceTimersByTime(25)
    return sent.length + warned.length === 2
  })
  await vi.advanceTimersByTimeAsync(100)
  expect([sent.length, warned]).toEqual([2, []])
})
