/**
 * Daily maintenance, done by whichever process is first: seasons open, ranks are saved, windows advance, and the other
 * processes are notified.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { noteHappenings } from "./happenings/note.ts"
import { maintainBoards } from "./maintain.ts"
import { onActivity } from "./pipeline.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  for (const table of ["athletes", "standings", "boards", "seasons"])
    await t.world.db.sql`delete from ${t.world.db.sql(table)}`
})

/** The same world, with its announcements counted separately. */
const counted = (of: World = t.world) => {
  let sent = 0
  const publish = async () => {
    sent++
  }
  return { world: { ...of, live: { ...of.live, publish } }, sent: () => sent }
}
const windows = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select concat_ws(' ', slug, from_on, to_on) as line from boards where days is not null order by slug`
  ).map(({ line }) => line)

test("the running season of each series and the next are open, with boards, and half a day of grace", async () => {
  const first = counted()
  expect(await maintainBoards(first.world)).toEqual(new Date("2026-11-21T08:00:00Z"))
  expect(first.sent()).toBe(1)
  const seasons = await t.world.db.sql`
    select s.slug, s.from_on::text as from, s.to_on::text as to, s.closes_at as closes, s.grace_ends_at as grace,
      b.slug as board, b.from_on::text as "boardFrom", b.to_on::text as "boardTo", b.ranks_on::text as ranks
    from seasons s join boards b on b.season_id = s.id order by s.opens_at`
  const season = (slug: string, from: string, to: string, day: string) => ({
    ...{ slug, from, to, board: slug, boardFrom: from, boardTo: to, ranks: "2026-11-20" },
    ...{ closes: new Date(`${day}T08:00:00Z`), grace: new Date(`${day}T20:00:00Z`) },
  })
  expect(seasons).toEqual([
    season("monthly-2026-11", "2026-11-01", "2026-11-30", "2026-12-01"),
    season("fortnightly-2026-11-09", "2026-11-09", "2026-11-22", "2026-11-23"),
    season("fortnightly-2026-11-23", "2026-11-23", "2026-12-06", "2026-12-07"),
    season("monthly-2026-12", "2026-12-01", "2026-12-31", "2027-01-01"),
  ])
  expect(await windows()).toEqual(["last-10-days 2026-11-11", "last-14-days 2026-11-07"])
  // Nothing is left to do until midnight.
  const again = counted()
  t.clock.set("2026-11-21T07:59:59Z")
  expect(await maintainBoards(again.world)).toEqual(new Date("2026-11-21T08:00:00Z"))
  expect([again.sent(), (await t.world.db.sql`select from seasons`).length]).toEqual([0, 4])
  const next = counted()
  t.clock.set("2026-11-21T08:00:00Z")
  expect(await maintainBoards(next.world)).toEqual(new Date("2026-11-22T08:00:00Z"))
  expect([next.sent(), await windows()]).toEqual([1, ["last-10-days 2026-11-12", "last-14-days 2026-11-08"]])
})

test("activities recorded before a season opens count on its board", async () => {
  await maintainBoards(t.world)
  t.clock.set("2026-11-23T07:00:00Z")
  const id = await addAthlete(t.world, { timeZone: "Pacific/Auckland" })
  // In Auckland it is already the evening of the 23rd.
  await onActivity(t.world, id, sentRun({ startedAt: new Date("2026-11-23T05:00:00Z") }))
  await t.world.db.sql`delete from seasons`
  await maintainBoards(t.world)
  const [row] = await t.world.db.sql<{ n: number }>`
    select count(*)::integer as n from standings s join boards b on b.id = s.board_id where b.slug = 'monthly-2026-11'`
  expect(row?.n).toBe(1)
})

test("several processes open each season once", async () => {
  const worlds = [counted(), counted(), counted()]
  await Promise.all(worlds.map(({ world }) => maintainBoards(world)))
  expect(await t.world.db.sql`select from seasons`).toHaveLength(4)
  expect(await t.world.db.sql`select from boards`).toHaveLength(6)
})

test("a window that fails to move does not stop the others, and the error reaches the caller", async () => {
  await maintainBoards(t.world)
  t.clock.set("2026-11-21T08:00:00Z")
  const { db } = t.world
  const away = new Error("away")
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) =>
    values[0] === "last-14-days"
      ? Promise.reject(away)
      : (db.sql as (s: TemplateStringsArray, ...v: unknown[]) => unknown)(
          strings,
          ...values,
        )) as unknown as Db["sql"]
  const failing = counted({ ...t.world, db: { ...db, sql } })
  await expect(maintainBoards(failing.world)).rejects.toBe(away)
  expect([await windows(), failing.sent()]).toEqual([
    ["last-10-days 2026-11-12", "last-14-days 2026-11-07"],
    0,
  ])
})

test("changes that everybody has read are deleted after two hours, once there are new ones", async () => {
  const { sql } = t.world.db
  await maintainBoards(t.world)
  await sql`truncate private.standing_changes`
  for (const age of ["2 hours 1 minute", "1 hour 59 minutes"])
    await sql`insert into private.standing_changes (moves, at) values ('', clock_timestamp() - ${age}::text::interval)`
  const left = async () =>
    (await sql`select from private.standing_changes where at < now() - interval '1 minute'`).length
  await maintainBoards(t.world)
  expect(await left()).toBe(2)
  await noteHappenings(t.world)
  t.clock.set("2026-11-21T08:00:00Z")
  await maintainBoards(t.world)
  expect(await left()).toBe(1)
})

test("while every season is open nothing is locked, and a process that is late opens none", async () => {
  await maintainBoards(t.world)
  const { db } = t.world
  let transactions = 0
  const transaction: Db["transaction"] = (work) => {
    transactions++
    return db.transaction(work)
  }
  await maintainBoards({ ...t.world, db: { ...db, transaction } })
  expect(transactions).toBe(0)
  // It had checked before another process opened them.
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) =>
    strings[0]?.includes("select from seasons where slug")
      ? Promise.resolve([])
      : (db.sql as (s: TemplateStringsArray, ...v: unknown[]) => unknown)(
          strings,
          ...values,
        )) as unknown as Db["sql"]
  const late = counted({ ...t.world, db: { ...db, sql } })
  await maintainBoards(late.world)
  expect([(await db.sql`select from seasons`).length, late.sent()]).toEqual([4, 0])
})
