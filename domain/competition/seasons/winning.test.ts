import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createBoards } from "../boards/board.ts"
import { maintainBoards } from "../boards/maintain.ts"
import { page } from "../boards/standings.ts"
import { onActivity } from "../pipeline.ts"
import { winning } from "./winning.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-22T20:00:00Z")
})
afterAll(() => t.close())

const open = async () =>
  (await winning(t.world)).open.map(({ series, board, from, to }) => [series, board, from, to])

test("the season that closes first is in front, with the board that shows its standings", async () => {
  expect(await open()).toEqual([
    ["fortnightly", "this-fortnight", "2026-11-09", "2026-11-22"],
    ["monthly", "this-month", "2026-11-01", "2026-11-30"],
  ])
  await onActivity(
    t.world,
    await addAthlete(t.world),
    sentRun({ startedAt: new Date("2026-11-22T15:00:00Z") }),
  )
  t.clock.set("2026-11-23T08:00:00Z")
  await maintainBoards(t.world)
  expect(await open()).toEqual([
    ["monthly", "this-month", "2026-11-01", "2026-11-30"],
    ["fortnightly", "this-fortnight", "2026-11-23", "2026-12-06"],
  ])
  const boards = createBoards(t.world)
  await boards.open()
  const rows = async (slug: string) => {
    const found = await page(t.world, boards, { slug, limit: 2, viewer: null })
    return found.ok ? found.page.rows.length : found
  }
  // On the first day of two weeks only the month has somebody in front.
  expect(await Promise.all((await winning(t.world)).open.map(({ board }) => rows(board)))).toEqual([1, 0])
})
