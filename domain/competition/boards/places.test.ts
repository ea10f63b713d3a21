/**
 * What an athlete's page shows about their places: which boards, who is ahead, and which sources the data came from.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeWith, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivities } from "../pipeline.ts"
import { athleteResults } from "./athlete-results.ts"
import { type Boards, createBoards } from "./board.ts"
import { competitors } from "./competitors.ts"

const today = "2026-11-20"
let t: TestWorld
let boards: Boards
beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})
beforeEach(() => t.world.db.sql`delete from athletes`)

const day = (on: string, changes = {}) => sentRun({ startedAt: new Date(`${on}T15:00:00Z`), ...changes })
async function athlete(name: string, runs: ReturnType<typeof day>[], options = {}) {
  const id = await addAthlete(t.world, { name, ...options })
  await onActivities(t.world, id, runs)
  const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`
  return row?.slug ?? ""
}
async function read(slug: string, from: Boards = boards) {
  await boards.catchUp()
  const found = await athleteResults(t.world, from, { athlete: slug, today })
  if (!found.ok) throw new Error(found.code)
  return found.results
}

test("a place names the services behind its days and behind the athlete ahead, each once", async () => {
  const ana = await athlete("Ana", [
    day("2026-11-15", { source: "polar", credit: "Polar" }),
    day("2026-11-16", { source: "coros", credit: "COROS" }),
    day("2026-11-17", { source: "polar", credit: "Polar" }),
  ])
  const ben = await athlete("Ben", [day("2026-11-18")])
  const cleo = await athlete("Cleo", [day("2026-11-19", { movingS: 1800, elapsedS: 1800, distanceM: 5000 })])
  const [first] = (await read(ana)).places
  expect(first).toMatchObject({ rank: 1, total: 3, activeDays: 3, ahead: null, credits: ["COROS", "Polar"] })
  const [second] = (await read(ben)).places
  expect(second).toMatchObject({ rank: 2, credits: [] })
  expect(second?.ahead).toEqual({
    points: (first?.points ?? 0) - (second?.points ?? 0),
    name: "Ana",
    athlete: ana,
    credits: ["COROS", "Polar"],
  })
  expect((await read(cleo)).places[0]?.ahead).toMatchObject({ name: "Ben", credits: [] })
})

test("the athlete ahead may hide the name, and everything that a service forbids to show", async () => {
  await athlete("Hidden", [day("2026-11-17"), day("2026-11-18")], { visibility: "hidden" })
  const ben = await athlete("Ben", [day("2026-11-18")])
  expect((await read(ben)).places[0]?.ahead).toMatchObject({
    points: expect.any(Number),
    name: null,
    athlete: null,
  })
  await athlete("Strava", [day("2026-11-18", { movingS: 4500, elapsedS: 4500, source: "strava" })])
  expect((await read(ben)).places[0]).toMatchObject({ rank: 3, ahead: null })
})

test("a board between two seasons has no places, and neither has an athlete without points", async () => {
  t.clock.set("2026-11-05T20:00:00Z")
  const ana = await athlete("Ana", [day("2026-11-05")])
  t.clock.set("2026-11-20T20:00:00Z")
  const without = {
    ...boards,
    find: (slug: string, now: Date) => (slug === "this-fortnight" ? undefined : boards.find(slug, now)),
  }
  // Too long ago for the rolling boards and the two-week race.
  expect((await read(ana)).places.map(({ board }) => board)).toEqual(["this-month"])
  const ben = await athlete("Ben", [day("2026-11-18")])
  const all = ["this-month", "last-14-days", "last-10-days"]
  expect((await read(ben)).places.map(({ board }) => board)).toEqual(["this-fortnight", ...all])
  expect((await read(ben, without)).places.map(({ board }) => board)).toEqual(all)
})

test("the latest sixty days are shown, and a streak counts the active ones", async () => {
  const runs = Array.from({ length: 61 }, (_, n) => {
    const on = new Date(Date.UTC(2026, 10, 19 - n, 15))
    // The day before the last is too short to be active.
    const short = n === 1 ? { kind: "hiit", distanceM: 0, movingS: 600, elapsedS: 600 } : {}
    return sentRun({ startedAt: on, ...(short as object) })
  })
  t.clock.set("2026-11-20T20:00:00Z")
  // Each arrives on its day, because an activity that arrives weeks later is stored but does not count.
  const id = await addAthlete(t.world, { name: "Ana" })
  for (const run of runs)
    await onActivities({ ...t.world, now: () => new Date(run.startedAt.getTime() + 7_200_000) }, id, [run])
  const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`
  const { days, streak } = await read(row?.slug ?? "")
  expect(days).toHaveLength(60)
  expect(days.map(({ active }) => active).slice(0, 3)).toEqual([true, false, true])
  expect(streak).toEqual({ current: 1, longest: 59 })
})

test("closed seasons are listed with the services named beside their points", async () => {
  const ana = await athlete("Ana", [day("2026-11-18")])
  const [id] = await t.world.db.sql<{ id: number }>`select id::float8 as id from athletes`
  const season = await seasonNamed(t.world.db, "fortnightly-2026-11-23")
  await closeWith(t.world.db, {
    season,
    at: t.world.now(),
    lines: [
      { athlete: null, rank: 1 },
      { athlete: id?.id ?? 0, rank: 2, credits: ["Polar"] },
    ],
  })
  const own = {
    slug: season.slug,
    name: "Two-week race",
    rank: 2,
    points: 98,
    activeDays: 1,
    finishDays: 8,
    credits: ["Polar"],
  }
  expect((await read(ana)).seasons).toEqual([{ ...own, from: "2026-11-23", to: "2026-12-06" }])
})

test("the directory shows a place in the race that is on only if visitors may see its points", async () => {
  const cleo = await athlete("Cleo", [day("2026-11-18")])
  const nobody = await athlete("Nora", [])
  const quiet = await athlete("Quinn", [day("2026-11-18", { source: "strava" })])
  await t.world.db.sql`update private.settings set value = 'public' where name = 'strava_display'`
  await boards.catchUp()
  const entries = [cleo, nobody, quiet].map((slug) => ({ id: `our-${slug}`, member: slug }))
  const places = async (from: Boards = boards) =>
    [...(await competitors(t.world, from, entries)).values()].map(({ name, place }) => [
      name,
      place?.rank ?? null,
    ])
  expect(await places()).toEqual([
    ["Cleo", 1],
    ["Nora", null],
    ["Quinn", 1],
  ])
  await t.world.db.sql`update private.settings set value = 'members' where name = 'strava_display'`
  expect(await places()).toEqual([
    ["Cleo", 1],
    ["Nora", null],
  ])
  expect(await places({ ...boards, find: () => undefined })).toEqual([
    ["Cleo", null],
    ["Nora", null],
  ])
})
