import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compare } from "#domain/competition/boards/difference.ts"
import { applyDifference, type BoardView, type StandingRow } from "./board-view.ts"

const row = (key: string, rank: number, points: number): StandingRow => ({
  key,
  rank,
  points,
  move: null,
  athlete: key,
  name: key,
  activeDays: 1,
  activeOn: ["2026-11-18"],
  sample: false,
  credits: [],
  photo: null,
  figure: null,
  mine: false,
})
const view = (rows: StandingRow[], state = "a"): BoardView => ({
  rows,
  state,
  total: rows.length,
  updatedAt: null,
})
const told = (before: StandingRow[], now: StandingRow[]) => ({
  from: "a",
  state: "b",
  total: now.length,
  updatedAt: null,
  ...compare(before, now),
})

describe("an update of a board", () => {
  test("leads from any rows to any others, with ranks in order", () => {
    const board = fc
      .uniqueArray(fc.record({ key: fc.constantFrom(..."abcdefgh"), points: fc.nat(5) }), {
        selector: ({ key }) => key,
      })
      .map((all) => all.sort((a, b) => b.points - a.points || a.key.localeCompare(b.key)))
      .map((all) =>
        all.map(({ key, points }, _, every) =>
          row(key, every.findIndex((o) => o.points === points) + 1, points),
        ),
      )
    fc.assert(
      fc.property(board, board, (before, now) => {
        const after = applyDifference(view(before), told(before, now))
        const byPlace = (rows: readonly StandingRow[]) =>
          rows.map((r) => r).sort((a, b) => a.rank - b.rank || a.key.localeCompare(b.key))
        expect(byPlace(after?.rows ?? [])).toEqual(byPlace(now))
        expect(after?.rows.map(({ rank }) => rank)).toEqual(now.map(({ rank }) => rank))
      }),
    )
  })

  test("changes nothing if it was already applied, and is not applied to other rows than it was made from", () => {
    const now = [row("a", 1, 10)]
    const after = applyDifference(view([]), told([], now))
    expect(after?.state).toBe("b")
    expect(applyDifference(after as BoardView, told([], now))).toBe(after)
    expect(applyDifference(view([], "elsewhere"), told([], now))).toBeUndefined()
  })

  test("is applied if only the total has changed", () => {
    const rows = [row("a", 1, 10)]
    const after = applyDifference(view(rows), { ...told(rows, rows), state: "a", total: 90 })
    expect([after?.total, after?.rows]).toEqual([90, rows])
  })
})
