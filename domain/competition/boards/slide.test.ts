import { afterAll, beforeAll, expect, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { recompute } from "../recompute.ts"
import { createBoards } from "./board.ts"
import { slideWindow } from "./slide.ts"

let t: TestWorld
/** More athletes than one step moves. */
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

test("a window between two steps counts every upload once, and continues after a kill", async () => {
  const boards = createBoards(t.world)
  await boards.open()
  t.clock.set("2026-11-21T08:00:01Z")
  // The first window has made one step, and the process that made it has died.
  await t.world.db.sql`
    select private.move_window(id, '2026-11-08', 200) from boards where slug = 'last-14-days'
  `
  expect(await windows()).toEqual([
    { slug: "last-10-days", from: "2026-11-11", sliding: false },
    { slug: "last-14-days", from: "2026-11-08", sliding: true },
  ])
  await nothingDiffers()
  // Athletes on both sides of the step add training on the day that leaves the window, on the first day that stays, and
  // today.
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
  // The counts in memory were updated row by row, without a reload.
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
  boards.close()
})

test("an upload waits while a window moves, and the windows of two boards move at the same time", async () => {
  const { db } = t.world
  const rolling = await db.sql<{ id: number }>`select id from boards where days is not null order by id`
  const [id] = ids as [number]
  let upload: Promise<unknown> | undefined
  await db.transaction(async (slice) => {
    for (const { id: board } of rolling) {
      // In separate transactions, which end only if nothing blocks them.
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

test("the size of a step depends on how long it held its lock, not on how long it waited for it", async () => {
  const { db } = t.world
  const sizes = await db.sql<{ next: number }>`
    select private.next_step(athletes, held_ms) as next
    from unnest(
      ${[1000, 1000, 1000, 1000, 200, 4000, 200]}::integer[], ${[20, 40, 80, 1000, 0, 1, 500]}::float8[]
    ) as s (athletes, held_ms)
  `
  expect(sizes.map(({ next }) => next)).toEqual([2000, 1000, 500, 200, 400, 5000, 200])
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
  // Two clocks that show the same time.
  expect(took?.held).toBeLessThan(performance.now() - released + 10)
})

test("every step of a window except the last leaves the flush to the next ones", async () => {
  const { db } = t.world
  await db.query(`
    create table private.commits (nr serial, board smallint, step_until bigint, waits text);
    create function private.note_commit() returns trigger language plpgsql as $$ begin
      insert into private.commits (board, step_until, waits)
      values (new.id, new.slid_to, current_setting('synchronous_commit'));
      return null;
    end $$;
    create constraint trigger noted after update of slid_to on boards deferrable initially deferred
    for each row execute function private.note_commit()
  `)
  // The test server does not wait for a flush.
  const waiting = connectPostgres({ url: t.database.url, max: 1 })
  await waiting.query("set synchronous_commit = on")
  const window = { slug: "last-14-days", days: 14, from: "2026-11-09" }
  expect(await slideWindow({ ...t.world, db: waiting }, window, "2026-11-22")).toBe(1)
  await waiting.query("update boards set slid_to = null where slug = 'last-10-days'")
  await waiting.end()
  const commits = await db.sql<{ waits: string; until: string | null }>`
    select waits, step_until::text as until from private.commits order by nr
  `
  expect(commits).toEqual([
    // First the window's start changes, then each step commits.
    ...["0", String(ids[199])].map((until) => ({ waits: "off", until })),
    { waits: "on", until: null },
    // What the connection does after that.
    { waits: "on", until: null },
  ])
  await db.query(
    "drop trigger noted on boards; drop function private.note_commit; drop table private.commits",
  )
  await nothingDiffers()
})

test("after missed days the window advances day by day; after weeks, or backward, it is rebuilt", async () => {
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

test("yesterday's ranks are those from before any window moved, for every athlete of a board", async () => {
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
