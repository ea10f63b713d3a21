/** What is answered before the database is asked, and how ranks and cursors are made of its rows. */
import { expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import type { BoardState, Boards } from "./board.ts"
import { createRankCounts } from "./rank-counts.ts"
import { createRowsInMemory } from "./shown-rows.ts"
import { mine, page, search, top } from "./standings.ts"

const slug = "last-14-days"
const key = (points: number) => points * 2 ** 37
/** Athletes with these points, best first; the place of each is the id. */
function made(
  points: number[],
  { yesterday = [] as (number | null)[], credits = [] as (string[] | null)[] } = {},
) {
  const all = points.map((count, n) => ({
    ...{
      key: `k${n}`,
      athlete_id: n + 1,
      place_key: key(count),
      mine: n === 1,
      slug: `s${n}`,
      name: `N${n}`,
    },
    ...{ points: count, active_days: 1, active_on: [], rank_yesterday: yesterday[n] ?? null, sample: false },
    ...{ photo: null, credits: credits[n] ?? null },
  }))
  const asked: unknown[][] = []
  const sql = (_strings: TemplateStringsArray, ...values: unknown[]) => {
    asked.push(values)
    // private.board_page(board, viewer, limit, key, athlete, as member)
    const [, , limit, from, athlete] = values as [number, string | null, number, string, number]
    const behind = all.filter(
      (row) => row.place_key < Number(from) || (row.place_key === Number(from) && row.athlete_id > athlete),
    )
    return Promise.resolve(behind.slice(0, limit))
  }
  const board: BoardState = {
    ...{ id: 7, slug, series: null, from: "2026-11-07", to: null, opensAt: null, closesAt: null },
    ...{ counts: createRankCounts(all.map((row) => row.place_key)), version: 1, updatedAt: null },
    shown: createRowsInMemory(),
  }
  const boards = { find: (of: string) => (of === slug ? board : undefined) } as unknown as Boards
  const world = { db: { sql }, now: () => new Date() } as unknown as World
  return { world, boards, board, asked }
}
type Made = ReturnType<typeof made>
const read = async (
  { world, boards }: Made,
  asked: { limit: number; after?: string | null; viewer?: string },
) => {
  const found = await page(world, boards, { slug, viewer: null, ...asked })
  if (!found.ok) throw new Error(found.code)
  return found.page
}

test("an unknown board is refused, and so is a cursor that was never given out, without a question", async () => {
  const of = made([10])
  const { world, boards } = of
  const unknown = { ok: false, code: "unknown_board" }
  expect(await page(world, boards, { slug: "nope", viewer: null, limit: 5 })).toEqual(unknown)
  expect(await mine(world, boards, { slug: "nope", viewer: "x", neighbors: 1 })).toEqual(unknown)
  expect(await search(world, boards, { slug: "nope", viewer: null, name: "x" })).toEqual(unknown)
  for (const after of [
    "x",
    "1",
    "1.",
    ".1",
    "1.1.1",
    "A.1",
    "1.B",
    "-1.1",
    "zzzzzzzzzzz.1",
    "1.zzzzzzzzzzz",
    "1.1 ",
  ])
    expect(await page(world, boards, { slug, viewer: null, limit: 5, after }), after).toEqual({
      ok: false,
      code: "invalid_cursor",
    })
  for (const name of ["", "  ", "!?"])
    expect(await search(world, boards, { slug, viewer: null, name })).toEqual({ ok: true, rows: [] })
  expect(of.asked).toEqual([])
})

test("pages follow each other without a gap; ranks are shared, and counted on where a page begins", async () => {
  const of = made([30, 20, 20, 20, 10])
  const first = await read(of, { limit: 2 })
  expect(first.rows.map(({ rank, name }) => [rank, name])).toEqual([
    [1, "N0"],
    [2, "N1"],
  ])
  expect(first).toMatchObject({ total: 5, updatedAt: null, next: `${key(20).toString(36)}.2` })
  const second = await read(of, { limit: 2, after: first.next })
  expect(second.rows.map(({ rank, name }) => [rank, name])).toEqual([
    [2, "N2"],
    [2, "N3"],
  ])
  const third = await read(of, { limit: 2, after: second.next })
  expect([third.rows.map(({ rank }) => rank), third.next]).toEqual([[5], null])
  // As many as there are have no page behind them; an empty cursor is none.
  expect((await read(of, { limit: 5 })).next).toBeNull()
  expect((await read(of, { limit: 4 })).next).toBe(`${key(20).toString(36)}.4`)
  expect((await read(of, { limit: 2, after: "" })).rows).toBe(first.rows)
})

test("ranks of a first page are its own, also while the counts lag behind it", async () => {
  const of = made([30, 20, 20, 10])
  of.board.counts = createRankCounts([])
  expect((await read(of, { limit: 4 })).rows.map(({ rank }) => rank)).toEqual([1, 2, 2, 4])
})

test("a move is counted from yesterday's rank, and unknown for whoever had none", async () => {
  const of = made([30, 20, 10], { yesterday: [3, 2, null], credits: [["Polar"], [], null] })
  const { rows } = await read(of, { limit: 3 })
  expect(rows.map(({ move, credits }) => [move, credits])).toEqual([
    [2, ["Polar"]],
    [0, []],
    [null, []],
  ])
})

test("what every visitor sees is read once, until a change reaches it; what a member sees each time", async () => {
  const of = made([30, 20, 10])
  const { rows } = await read(of, { limit: 2 })
  expect((await read(of, { limit: 2 })).rows).toBe(rows)
  expect(await top(of.world, of.board, { limit: 2, asMember: false })).toBe(rows)
  expect(of.asked).toHaveLength(1)
  // Behind the last row of the page, then at it.
  of.board.shown.drop(key(20) - 1)
  expect((await read(of, { limit: 2 })).rows).toBe(rows)
  of.board.shown.drop(key(20))
  expect((await read(of, { limit: 2 })).rows).not.toBe(rows)
  for (let n = 0; n < 2; n++) await read(of, { limit: 2, viewer: "ana" })
  expect(of.asked.map(([, viewer, limit, , , asMember]) => [viewer, limit, asMember])).toEqual([
    [null, 3, false],
    [null, 3, false],
    ["ana", 3, null],
    ["ana", 3, null],
  ])
  await top(of.world, of.board, { limit: 2, asMember: true })
  expect(of.asked.at(-1)?.slice(1)).toEqual([null, 3, "9223372036854775807", 0, true])
})
