/** Which updates open pages receive, and how often rows are read, on a board whose rows the test controls. */
import { beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import type { BoardState, Boards } from "./board.ts"
import { type BoardDifference, stateOf } from "./difference.ts"
import { createLiveBoards, type LiveBoards } from "./live.ts"
import { createRankCounts } from "./rank-counts.ts"
import type { StandingRow } from "./standing-row.ts"

const row = (key: string, points = 10): StandingRow => ({
  ...{
    rank: 1,
    move: null,
    athlete: key,
    name: key,
    photo: null,
    figure: key,
    points,
    activeDays: 1,
    activeOn: [],
  },
  ...{ mine: false, sample: false, credits: [], key },
})

type Listener = Parameters<Boards["onChange"]>[0]
let rows: readonly StandingRow[]
let reads: { asMember: boolean; limit: number }[]
/** Held back until the test releases them. */
let gate: Promise<void>
let failing: Error | undefined
let logged: unknown[]
let listener: Listener | undefined
let board: BoardState
let live: LiveBoards

beforeEach(() => {
  ;[rows, reads, logged, failing, gate] = [[row("a")], [], [], undefined, Promise.resolve()]
  board = {
    ...{
      id: 7,
      slug: "last-14-days",
      series: null,
      from: "2026-11-07",
      to: null,
      opensAt: null,
      closesAt: null,
    },
    ...{ counts: createRankCounts([1]), version: 1, updatedAt: null },
    shown: {
      async read({ asMember, limit }) {
        reads.push({ asMember, limit })
        const found = rows
        // Like a database, it lets other callers run meanwhile.
        await turn()
        await gate
        if (failing) throw failing
        return { rows: found, lastKey: 0, next: null }
      },
      drop() {},
    },
  }
  const boards = {
    find: (slug: string) => (slug === board.slug ? board : undefined),
    onChange(given: Listener) {
      listener = given
      return () => {
        listener = undefined
      }
    },
  } as unknown as Boards
  const log = { error: (about: unknown) => logged.push(about) }
  live = createLiveBoards({ log, now: () => new Date() } as unknown as World, boards)
})

const change = (changed: BoardState = board) => listener?.([{ board: changed, highestKey: 1 }], 0)
const opened = async (audience: "visitors" | "members" = "visitors") => {
  const found = await live.board("last-14-days", audience)
  if (!found) throw new Error("no board")
  return found
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const settled = async () => {
  for (let n = 0; n < 4; n++) await turn()
}
const names = (of: readonly StandingRow[]) => of.map(({ name }) => name)

test("the first fifty rows are read once for each audience", async () => {
  const [one, other] = await Promise.all([opened(), opened()])
  expect(one).toBe(other)
  await opened()
  expect(reads).toEqual([{ asMember: false, limit: 50 }])
  await opened("members")
  expect(reads).toEqual([
    { asMember: false, limit: 50 },
    { asMember: true, limit: 50 },
  ])
  expect([one.id, one.state, one.total, one.updatedAt]).toEqual([7, stateOf(rows), 1, null])
})

test("a change is read immediately while somebody is watching, and otherwise at the next visit", async () => {
  const page = await opened()
  change()
  await settled()
  expect(reads).toHaveLength(1)
  rows = [row("a"), row("b")]
  await opened()
  expect([reads.length, names(page.rows)]).toEqual([2, ["a", "b"]])
  const told: BoardDifference[] = []
  const leave = page.follow((difference) => told.push(difference))
  rows = [row("b"), row("c")]
  board.updatedAt = new Date("2026-11-20T20:00:00Z")
  const before = page.state
  change()
  await settled()
  expect(reads).toHaveLength(3)
  expect(told).toEqual([
    {
      ...{ from: before, state: stateOf(rows), updatedAt: "2026-11-20T20:00:00.000Z", total: 1 },
      ...{ rows: [row("c")], gone: ["a"], moved: [] },
    },
  ])
  leave()
  change()
  await settled()
  expect([reads.length, told.length]).toEqual([3, 1])
  live.close()
  expect(listener).toBeUndefined()
})

test("a change of another board has no effect", async () => {
  const page = await opened()
  page.follow(() => {})
  change({ ...board, id: 8 })
  await settled()
  expect(reads).toHaveLength(1)
})

test("a change during a read causes one more read, and new visitors wait for it", async () => {
  const page = await opened()
  page.follow(() => {})
  let open = () => {}
  gate = new Promise((resolve) => (open = resolve))
  rows = [row("b")]
  change()
  await settled()
  rows = [row("c")]
  change()
  const late = opened()
  expect(reads).toHaveLength(2)
  open()
  expect(names((await late).rows)).toEqual(["c"])
  expect(reads).toHaveLength(3)
})

test("a change that this page does not show is not sent, unless the total or its time has changed", async () => {
  const page = await opened()
  const told: BoardDifference[] = []
  page.follow((difference) => told.push(difference))
  const [state, same] = [page.state, rows]
  change()
  await settled()
  expect(told).toEqual([])
  const unmoved = { from: state, state, rows: [], gone: [], moved: [] }
  board.updatedAt = new Date("2026-11-20T20:00:00Z")
  const at = "2026-11-20T20:00:00.000Z"
  change()
  await settled()
  expect(told).toEqual([{ ...unmoved, updatedAt: at, total: 1 }])
  change({ ...board, counts: createRankCounts([1, 2]) })
  await settled()
  expect(told[1]).toEqual({ ...unmoved, updatedAt: at, total: 2 })
  expect([page.rows, page.total, page.updatedAt]).toEqual([same, 2, board.updatedAt])
  // Different row objects with equal contents have the same id.
  rows = [row("a")]
  change({ ...board, counts: createRankCounts([1, 2]) })
  await settled()
  expect(told).toHaveLength(2)
})

test("a page that reconnects after ninety-nine changes receives them; after one more it is reloaded", async () => {
  const page = await opened()
  page.follow(() => {})
  const states: string[] = [page.state]
  for (let n = 1; n <= 99; n++) {
    rows = [row("a", 10 + n)]
    change()
    await settled()
    states.push(page.state)
  }
  expect(page.since(states[0] ?? "")).toHaveLength(99)
  expect(page.since(states[98] ?? "")).toMatchObject([{ from: states[98], state: states[99] }])
  expect(page.since(states[99] ?? "")).toEqual([])
  expect(page.since("another")).toBeUndefined()
  rows = [row("a", 999)]
  change()
  await settled()
  expect(page.since(states[0] ?? "")).toBeUndefined()
  expect(page.since(states[1] ?? "")).toHaveLength(99)
})

test("a failed read is logged, and repeated at the next visit", async () => {
  const page = await opened()
  page.follow(() => {})
  failing = new Error("away")
  rows = [row("b")]
  change()
  await settled()
  expect(logged).toEqual([{ error: failing }])
  failing = undefined
  expect(names((await opened()).rows)).toEqual(["b"])
})
