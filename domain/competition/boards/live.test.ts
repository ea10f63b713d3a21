import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { type Boards, createBoards } from "./board.ts"
import { type BoardDifference, compare, stateOf } from "./difference.ts"
import { createLiveBoards, type LiveBoards } from "./live.ts"
import type { StandingRow } from "./standing-row.ts"

const row = (key: string, changes: Partial<StandingRow> = {}): StandingRow => ({
  rank: 1,
  move: null,
  athlete: key,
  name: key,
  photo: null,
  figure: null,
  points: 10,
  activeDays: 1,
  activeOn: ["2026-11-18"],
  mine: false,
  sample: false,
  credits: [],
  key,
  ...changes,
})

test.each<[string, StandingRow[], StandingRow[], ReturnType<typeof compare>]>([
  ["nothing changed", [row("a")], [row("a")], { rows: [], gone: [], moved: [] }],
  ["one is new", [row("a")], [row("a"), row("b")], { rows: [row("b")], gone: [], moved: [] }],
  ["one is gone", [row("a"), row("b")], [row("b")], { rows: [], gone: ["a"], moved: [] }],
  [
    "one has more",
    [row("a")],
    [row("a", { points: 20 })],
    { rows: [row("a", { points: 20 })], gone: [], moved: [] },
  ],
  ["one only moved", [row("a")], [row("a", { rank: 2 })], { rows: [], gone: [], moved: [["a", 2, null]] }],
  [
    "the day before changed",
    [row("a")],
    [row("a", { move: 3 })],
    { rows: [], gone: [], moved: [["a", 1, 3]] },
  ],
])("%s", (_what, before, now, difference) => expect(compare(before, now)).toEqual(difference))

test("identical rows have the same id in every process, different rows a different one", () => {
  expect(stateOf([row("a")])).toBe(stateOf([row("a")]))
  expect(stateOf([row("a")])).toMatch(/^[\w-]{16}$/)
  expect(stateOf([row("a")])).not.toBe(stateOf([row("b")]))
})

const slug = "last-14-days"
let t: TestWorld
let boards: Boards
let live: LiveBoards
beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await boards.catchUp()
  live?.close()
  live = createLiveBoards(t.world, boards)
})

const train = (id: number, minutes: number, day = 18) =>
  onActivity(
    t.world,
    id,
    sentRun({
      kind: "hiit",
      distanceM: 0,
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      startedAt: new Date(`2026-11-${day}T15:00:00Z`),
    }),
  )
async function opened(audience: "visitors" | "members" = "visitors") {
  const found = await live.board(slug, audience)
  if (!found) throw new Error("No board")
  return found
}
const names = (rows: readonly StandingRow[]) => rows.map(({ name }) => name)

test("an open page receives each change once, and a page that was away receives the changes it missed", async () => {
  expect(await live.board("no-board", "visitors")).toBeUndefined()
  const ana = await addAthlete(t.world, { name: "Ana" })
  const ben = await addAthlete(t.world, { name: "Ben" })
  await train(ana, 50)
  await boards.catchUp()
  const board = await opened()
  const [first, told] = [board.state, [] as BoardDifference[]]
  expect([names(board.rows), board.total]).toEqual([["Ana"], 1])
  const leave = board.follow((difference) => told.push(difference))
  await train(ben, 60)
  await boards.catchUp()
  await expect.poll(() => told.length).toBe(1)
  expect(told[0]).toMatchObject({ from: first, state: board.state, total: 2, gone: [] })
  expect(names(told[0]?.rows ?? [])).toEqual(["Ben"])
  expect(told[0]?.moved).toHaveLength(1)
  expect(told[0]?.updatedAt).toBe(board.updatedAt?.toISOString())
  expect(board.since(first)).toEqual(told)
  expect(board.since(board.state)).toEqual([])
  expect(board.since("another")).toBeUndefined()
  expect((await opened()).rows).toBe(board.rows)
  // Nobody is watching, so nothing is read until the next request.
  leave()
  await t.world.db.sql`delete from athletes where id = ${ana}`
  await boards.catchUp()
  expect(names(board.rows)).toEqual(["Ben", "Ana"])
  expect(names((await opened()).rows)).toEqual(["Ben"])
  expect(told).toHaveLength(1)
})

test("members receive rows that visitors do not see", async () => {
  await train(await addAthlete(t.world, { name: "Cleo", visibility: "members" }), 50)
  await boards.catchUp()
  expect(names((await opened()).rows)).toEqual([null])
  expect(names((await opened("members")).rows)).toEqual(["Cleo"])
})

test("changes below the shown rows only update the total, and a name that is not shown changes nothing", async () => {
  const ids = await Promise.all(Array.from({ length: 51 }, (_, n) => addAthlete(t.world, { name: `N${n}` })))
  await Promise.all(ids.map((id, n) => train(id, 120 - n)))
  await boards.catchUp()
  const board = await opened()
  const told: BoardDifference[] = []
  board.follow((difference) => told.push(difference))
  expect([board.rows.length, board.total]).toEqual([50, 51])
  const last = await addAthlete(t.world, { name: "Last" })
  await train(last, 21)
  await boards.catchUp()
  await expect.poll(() => told.length).toBe(1)
  expect(told[0]).toMatchObject({
    from: board.state,
    state: board.state,
    total: 52,
    rows: [],
    gone: [],
    moved: [],
  })
  await t.world.db
    .sql`update athletes set display_name = 'Renamed', search_name = 'renamed' where id = ${last}`
  await boards.catchUp()
  await t.world.db
    .sql`update athletes set display_name = 'First', search_name = 'first' where id = ${ids[0] ?? 0}`
  await boards.catchUp()
  await expect.poll(() => told.length).toBe(2)
  expect(names(told[1]?.rows ?? [])).toEqual(["First"])
})
