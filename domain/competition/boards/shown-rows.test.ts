import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { type Boards, createBoards } from "./board.ts"
import { page, top } from "./standings.ts"

let t: TestWorld
let boards: Boards
/** Ten athletes, the first with the most points. */
let ids: number[]

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
  ids = []
  for (let n = 0; n < 10; n++) {
    const id = await addAthlete(t.world, { name: `N${n}` })
    ids.push(id)
    await train(id, 60 - n * 5)
  }
  await boards.catchUp()
})

const slug = "last-14-days"
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
const board = () => {
  const found = boards.find(slug, t.world.now())
  if (!found) throw new Error("no board")
  return found
}
const firstFive = async () => {
  const read = await page(t.world, boards, { slug, viewer: null, limit: 5 })
  if (!read.ok) throw new Error(read.code)
  return read.page
}
const names = async () => (await firstFive()).rows.map(({ name }) => name)

test("while nothing changes, all visitors get the same row objects, and members theirs", async () => {
  const { version } = board()
  const first = await firstFive()
  expect((await firstFive()).rows).toBe(first.rows)
  expect(await top(t.world, board(), { limit: 5, asMember: false })).toBe(first.rows)
  await t.world.db.sql`update athletes set visibility = 'members' where id = ${ids[0] as number}`
  await boards.catchUp()
  expect((await top(t.world, board(), { limit: 5, asMember: true }))[0]?.name).toBe("N0")
  expect(await names()).toEqual([null, "N1", "N2", "N3", "N4"])
  expect(board().version).toBeGreaterThan(version)
})

test("points below the last row leave the rows unchanged, but the version shows that the total changed", async () => {
  const before = await firstFive()
  const { version } = board()
  await train(await addAthlete(t.world), 5)
  await boards.catchUp()
  const after = await firstFive()
  expect(after.rows).toBe(before.rows)
  expect([before.total, after.total]).toEqual([10, 11])
  expect(board().version).toBeGreaterThan(version)
})

test("points that reach the rows, from below and within, are shown with the next read of changes", async () => {
  expect(await names()).toEqual(["N0", "N1", "N2", "N3", "N4"])
  await train(ids[9] as number, 60, 19)
  await boards.catchUp()
  expect(await names()).toEqual(["N9", "N0", "N1", "N2", "N3"])
  await t.world.db.sql`delete from athletes where id = ${ids[0] as number}`
  await boards.catchUp()
  expect(await names()).toEqual(["N9", "N1", "N2", "N3", "N4"])
})

test("later pages follow every change, because their ranks count those before", async () => {
  const { next } = await firstFive()
  const ranks = async () => {
    const read = await page(t.world, boards, { slug, viewer: null, limit: 5, after: next })
    return read.ok && read.page.rows.map(({ rank }) => rank)
  }
  expect(await ranks()).toEqual([6, 7, 8, 9, 10])
  await train(await addAthlete(t.world), 60, 19)
  await train(ids[0] as number, 60, 19)
  await boards.catchUp()
  expect(await ranks()).toEqual([7, 8, 9, 10, 11])
})

test("changes of a name, a visibility, restricted data or the display policy drop the rows even when no points change", async () => {
  const [first, second, third] = ids as [number, number, number]
  const { sql } = t.world.db
  expect(await names()).toEqual(["N0", "N1", "N2", "N3", "N4"])
  await sql`update athletes set display_name = 'Nina' where id = ${first}`
  await sql`update athletes set visibility = 'hidden' where id = ${second}`
  await sql`update athletes set restricted_data = 'confirmed' where id = ${third}`
  await boards.catchUp()
  expect(await names()).toEqual(["Nina", null, null, "N3", "N4"])
  await sql`update private.settings set value = 'public' where name = 'strava_display'`
  await boards.catchUp()
  expect(await names()).toEqual(["Nina", null, "N2", "N3", "N4"])
  await sql`update private.settings set value = 'members' where name = 'strava_display'`
  await boards.catchUp()
  expect(await names()).toEqual(["Nina", null, null, "N3", "N4"])
})

test("a page that changes during its read is read again, and a failed read is not cached", async () => {
  const { shown } = board()
  const asked = { limit: 3, after: null, asMember: false }
  const rows = { rows: [], lastKey: 5, next: "x" }
  let answer = (_: typeof rows) => {}
  const slow = shown.read(asked, () => new Promise((resolve) => (answer = resolve)))
  shown.drop(1)
  answer(rows)
  expect(await slow).toBe(rows)
  const later = { ...rows }
  expect(await shown.read(asked, async () => later)).toBe(later)
  shown.drop(4)
  expect(await shown.read(asked, () => Promise.reject(new Error("not asked")))).toBe(later)
  shown.drop(5)
  await expect(shown.read(asked, () => Promise.reject(new Error("down")))).rejects.toThrow("down")
  expect(await shown.read(asked, async () => rows)).toBe(rows)
})
