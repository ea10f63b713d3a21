/** When sample athletes join, their training up to then, and their daily training. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { keepDemo, trainDemo } from "./demo.ts"
import { retireSamples } from "./retire-samples.ts"
import { take } from "./take.ts"

const start = "2026-11-20T20:00:00Z"
let t: TestWorld
let world: World
/** Which sample athlete trained on which days, in the form that the world provides. */
let asked: string[]
beforeAll(async () => {
  t = await createCompetitionWorld(start)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.world.db.sql`delete from athletes`
  t.log.entries.length = 0
  asked = []
  const athletes = ["ana", "ben"].map((id) => ({ id, name: id === "ana" ? "Ána" : "Ben", look: null }))
  world = {
    ...t.world,
    settings: { ...t.world.settings, demo: true },
    sources: {
      ...t.world.sources,
      demo: {
        athletes: athletes as unknown as World["sources"]["demo"]["athletes"],
        workouts: ({ id }, day, dayStart, utcOffsetS) => {
          asked.push(`${id} ${day}`)
          return id === "ana" ? [at7(day, dayStart, utcOffsetS)] : []
        },
      },
    },
  }
})

/** Half an hour from seven in the morning, of another length each day. */
const at7 = (day: string, dayStart: Date, utcOffsetS: number): RecordedActivity => ({
  ...{ externalId: day, sports: ["running"], name: null, utcOffsetS, elapsedS: 1800, movingS: 1800 },
  ...{ elevationM: null, fiveMinutesKmh: null, indoor: false, virtual: false, detail: 1 },
  startedAt: new Date(dayStart.getTime() + 7 * 3_600_000),
  distanceM: 5000 + Number(day.slice(8)) * 10,
})
const stored = async () =>
  t.world.db.sql<{ id: string; at: Date; came: Date; offset: number }>`
    select external_id as id, started_at as at, received_at as came, utc_offset_s as "offset" from activities order by 1`
const days = async () => (await stored()).map(({ id }) => id)
/** The same world, with its announcements counted separately. */
const counted = (of: World) => {
  let sent = 0
  const publish = async () => {
    sent++
  }
  return { world: { ...of, live: { ...of.live, publish } }, sent: () => sent }
}
const samples = () => t.world.db.sql`
  select slug, display_name as name, search_name as search, joined_at as at from athletes where demo order by slug`

test("samples joined 45 days ago, and their workouts arrived three minutes after the last one of each week", async () => {
  await keepDemo(world)
  const at = new Date("2026-10-06T07:00:00Z")
  expect(await samples()).toEqual([
    { slug: "ana", name: "Ána", search: "ana", at },
    { slug: "ben", name: "Ben", search: "ben", at },
  ])
  const all = await stored()
  expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([46, "2026-10-06", "2026-11-20"])
  // Daylight saving ended on November 1.
  expect([all[0]?.offset, all.at(-1)?.offset]).toEqual([-25_200, -28_800])
  expect(all.at(-1)).toMatchObject({
    at: new Date("2026-11-20T15:00:00Z"),
    came: new Date("2026-11-20T15:33:00Z"),
  })
  // A week's activities arrive together, with the last of them.
  expect(all.at(-2)?.came).toEqual(all.at(-1)?.came)
  expect(all.at(-8)?.came).toEqual(new Date("2026-11-13T15:33:00Z"))
  expect(asked).toHaveLength(2 * 46)
  const rows = await t.world.db.sql`select distinct status from activities`
  expect(rows).toEqual([{ status: "counted" }])
})

test("a workout appears once its watch has synced, and only once", async () => {
  t.clock.set("2026-11-20T15:32:59Z")
  await keepDemo(world)
  expect((await days()).at(-1)).toBe("2026-11-19")
  t.clock.set("2026-11-20T15:33:00Z")
  asked = []
  await trainDemo(world)
  expect(asked.sort()).toEqual(["ana 2026-11-19", "ana 2026-11-20", "ben 2026-11-19", "ben 2026-11-20"])
  expect((await days()).at(-1)).toBe("2026-11-20")
  const before = await stored()
  t.clock.set("2026-11-20T23:00:00Z")
  await keepDemo(world)
  await trainDemo(world)
  expect(await stored()).toEqual(before)
})

test("a sample removed from the content stops training; a workout that cannot be stored is logged", async () => {
  await addAthlete(t.world, { name: "Gone", demo: true })
  const { demo } = world.sources
  const workouts: typeof demo.workouts = (athlete, ...rest) =>
    demo.workouts(athlete, ...rest).map((one) => ({ ...one, movingS: -1 }))
  await keepDemo({ ...world, sources: { ...world.sources, demo: { ...demo, workouts } } })
  expect(new Set(asked.map((one) => one.split(" ")[0]))).toEqual(new Set(["ana", "ben"]))
  expect(await days()).toEqual([])
  expect(t.log.entries).toHaveLength(46)
  expect(t.log.entries[0]).toMatchObject({ level: "error" })
})

test("with a member, samples neither join nor train; with a member's points they are removed, even if an operator gave the points", async () => {
  await addAthlete(t.world)
  await keepDemo(world)
  expect(await samples()).toEqual([])
  await t.world.db.sql`delete from athletes`
  await keepDemo(world)
  const before = await days()
  const ana = await addAthlete(t.world)
  t.clock.set("2026-11-21T20:00:00Z")
  await trainDemo(world)
  await keepDemo(world)
  expect(await days()).toEqual(before)
  const none = counted(world)
  await retireSamples(none.world)
  expect(none.sent()).toBe(0)
  // Through a process that does not know of samples.
  const activities = [at7("2026-11-20", new Date("2026-11-20T08:00:00Z"), 0)]
  await take(t.world, { athleteId: ana, source: "file", activities })
  expect(await samples()).toHaveLength(2)
  const told = counted(world)
  await trainDemo(told.world)
  expect([await samples(), told.sent()]).toEqual([[], 1])
})

test("without DEMO samples are deleted, and processes are notified if there were any", async () => {
  const off = { ...world, settings: { ...world.settings, demo: false } }
  const [before, after] = [counted(off), counted(off)]
  await keepDemo(before.world)
  expect(before.sent()).toBe(0)
  await keepDemo(world)
  await trainDemo(off)
  expect(await samples()).toHaveLength(2)
  await keepDemo(after.world)
  expect([await samples(), after.sent()]).toEqual([[], 1])
})
