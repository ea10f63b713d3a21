import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db, Sql, World } from "#domain/world.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { recompute } from "../scoring/recompute.ts"
import { createBoards } from "./board.ts"
import { maintainBoards } from "./maintain.ts"
import { nextSlice, slideWindow } from "./slide.ts"

let t: TestWorld
/** More than one slice holds. */
let ids: number[]

beforeAll(async () => {
  t = await createCompetitionWorld()
  ids = await Promise.all(Array.from({ length: 230 }, () => addAthlete(t.world)))
  ids.sort((a, b) => a - b)
  // The first day of both windows, the day after, and for some a day in the middle.
  await Promise.all(
    ids.flatMap((id, n) =>
      ["07", "08", "11", "12", ...(n % 3 === 0 ? ["15"] : [])].map((day) => train(id, day, 20 + (n % 40))),
    ),
  )
})
afterAll(() => t.close())

const train = (id: number, day: string, minutes: number, hour = "15") =>
  onActivity(
    t.world,
    id,
    sentRun({
      kind: "hiit",
      distanceM: 0,
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      startedAt: new Date(`2026-11-${day}T${hour}:00:00Z`),
    }),
  )
const nothingDiffers = async () =>
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
const windows = () =>
  t.world.db.sql<{ slug: string; from: string; sliding: boolean }>`
    select slug, from_on::text as from, slid_to is not null as sliding from boards where days is not null order by slug
  `

/** The world of a process that is killed after some steps of a window. */
function killedAfter(steps: number): World {
  let left = steps
  const { sql } = t.world.db
  const db: Db = {
    ...t.world.db,
    sql: ((strings: TemplateStringsArray, ...values: unknown[]) => {
      if (strings.join("").includes("private.move_window") && left-- === 0) throw new Error("killed")
      return sql(strings, ...values)
    }) as Sql,
  }
  return { ...t.world, db }
}

test("a window that stands between two slices counts every upload once, and goes on after a kill", async () => {
  const boards = createBoards(t.world)
  await boards.open()
  t.clock.set("2026-11-21T08:00:01Z")
  // The first window begins with one slice.
  const window = { slug: "last-14-days", days: 14, from: "2026-11-08" }
  await expect(slideWindow(killedAfter(1), window, "2026-11-21")).rejects.toThrow("killed")
  expect(await windows()).toEqual([
    { slug: "last-10-days", from: "2026-11-11", sliding: false },
    { slug: "last-14-days", from: "2026-11-08", sliding: true },
  ])
  await nothingDiffers()
  // Athletes on both sides of the slice train more on the day that leaves, on the first that stays, and today.
  for (const id of [ids[0], ids[100], ids[229]] as number[]) {
    for (const day of ["07", "08", "20"]) await train(id, day, 15, "18")
  }
  await nothingDiffers()
  await Promise.all([maintainBoards(t.world), maintainBoards(t.world)])
  expect(await windows()).toEqual([
    { slug: "last-10-days", from: "2026-11-12", sliding: false },
    { slug: "last-14-days", from: "2026-11-08", sliding: false },
  ])
  await nothingDiffers()
  // Memory followed row by row, without being loaded again.
  await boards.catchUp()
  for (const board of boards.all()) {
    const rows = await t.world.db.sql<{ key: number; rank: number }>`
      select place_key::float8 as key, rank() over (order by place_key desc)::integer as rank
      from standings where board_id = ${board.id}
    `
    expect(board.counts.size).toBe(rows.length)
    for (const { key, rank } of rows) expect(board.counts.rankOf(key)).toBe(rank)
  }
  expect(boards.find("last-14-days", t.world.now())?.from).toBe("2026-11-08")
  await boards.close()
})

test("an upload waits while a window moves, and the windows of two boards move at the same time", async () => {
  const { db } = t.world
  const rolling = await db.sql<{ id: number }>`select id from boards where days is not null order by id`
  const [id] = ids as [number]
  let upload: Promise<unknown> | undefined
  await db.transaction(async (slice) => {
    for (const { id: board } of rolling) {
      // In transactions of their own, which only end when nothing keeps them waiting.
      if (board === rolling[0]?.id) await slice.sql`select private.lock_window(${board}::smallint)`
      else await db.transaction(async ({ sql }) => sql`select private.lock_window(${board}::smallint)`)
    }
    upload = train(id, "19", 15, "18")
    await expect
      .poll(async () => {
        const waiting = await db.sql`
          select from pg_locks
          where locktype = 'advisory' and classid = private.windows_lock() and objid = ${rolling[0]?.id as number}::integer
            and not granted
        `
        return waiting.length
      })
      .toBe(1)
  })
  await upload
  await nothingDiffers()
})

test("the size of a slice follows the time that it held its lock, not the time that it waited for it", async () => {
  expect([20, 40, 80, 1000].map((heldMs) => nextSlice(1000, heldMs))).toEqual([2000, 1000, 500, 200])
  expect([nextSlice(200, 0), nextSlice(4000, 1), nextSlice(200, 500)]).toEqual([400, 5000, 200])
  const { db } = t.world
  const [window] = await db.sql<{ id: number; from: string }>`
    select id, from_on::text as from from boards where slug = 'last-10-days'
  `
  let released = 0
  let step: PromiseLike<{ held: number }[]> | undefined
  await db.transaction(async (upload) => {
    await upload.sql`select pg_advisory_xact_lock_shared(private.windows_lock(), ${window?.id ?? 0}::integer)`
    step = db.sql<{ held: number }>`
      select held_ms as held from private.move_window(${window?.id ?? 0}::smallint, ${window?.from ?? ""}::text::date, 1)
    `.then((rows) => rows)
    await expect
      .poll(() => db.sql`select from pg_locks where classid = private.windows_lock() and not granted`)
      .toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 60))
    released = performance.now()
  })
  const [took] = (await step) ?? []
  // Two clocks, which show the same.
  expect(took?.held).toBeLessThan(performance.now() - released + 10)
})

test("after days of standstill the window passes over each of them; after weeks, and back, it is made anew", async () => {
  t.clock.set("2026-11-24T09:00:00Z")
  await maintainBoards(t.world)
  await nothingDiffers()
  t.clock.set("2027-01-05T09:00:00Z")
  await maintainBoards(t.world)
  await nothingDiffers()
  t.clock.set("2026-11-21T20:00:00Z")
  await maintainBoards(t.world)
  expect((await windows()).map(({ from }) => from)).toEqual(["2026-11-12", "2026-11-08"])
  await nothingDiffers()
})

test("the ranks of yesterday are those before anything moved, for every athlete of a board", async () => {
  const before = await t.world.db.sql`
    select board_id, athlete_id, rank() over (partition by board_id order by place_key desc)::integer as rank
    from standings s join boards b on b.id = s.board_id where closed_at is null order by 1, 2
  `
  t.clock.set("2027-01-06T08:00:01Z")
  await maintainBoards(t.world)
  const saved = await t.world.db.sql`
    select b.id as board_id, a.id as athlete_id, private.rank_yesterday(b.id, a.id) as rank
    from boards b cross join athletes a
    where private.rank_yesterday(b.id, a.id) is not null order by 1, 2
  `
  expect(saved).toEqual(before)
})
