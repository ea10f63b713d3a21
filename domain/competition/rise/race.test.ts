/** The race of rise on a real database: who has a place, what its athlete reads, and what is frozen. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "#primitives/zones.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { ownRacePlace, racePage } from "../races/page.ts"
import { previewRace } from "../races/preview.ts"
import { findRace } from "../races/race.ts"
import { createRaceTables, type RaceTables } from "../races/tables.ts"
import { raceWhy } from "../races/why.ts"
import { planWeeks } from "../streaks/weeks.ts"

const address = { season: "monthly-2026-11", name: "rise" }
const firstMonday = "2026-08-17"
let t: TestWorld
let tables: RaceTables
const people = new Map<string, number>()

/** Ten weeks of three equal runs each before November, four for Ben; in the first week of November more, as many or fewer. */
beforeAll(async () => {
  t = await createCompetitionWorld(`${firstMonday}T12:00:00Z`)
  tables = createRaceTables(t.world)
  for (const name of ["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay"])
    people.set(name, await addAthlete(t.world, { name, email: `${name}@b4m.test` }))
  for (let week = 0; week < 10; week++)
    for (const name of people.keys())
      if (name !== "Ben" || week >= 6)
        for (const day of [0, 2, 4]) await train(name, addDays(firstMonday, week * 7 + day))
  const season = { Ana: 3, Ben: 5, Cleo: 3, Dan: 5, Eve: 6, Fay: 1 }
  t.clock.set("2026-11-01T12:00:00Z")
  await maintainBoards(t.world)
  for (const [name, runs] of Object.entries(season))
    for (let day = 0; day < runs; day++) await train(name, addDays("2026-11-02", day))
  t.clock.set("2026-11-07T22:00:00Z")
})
afterAll(() => t.close())

async function train(name: string, on: string) {
  t.clock.set(`${on}T22:00:00Z`)
  const sent = sentRun({
    movingS: 2400,
    elapsedS: 2400,
    distanceM: 6000,
    startedAt: new Date(`${on}T20:00:00Z`),
  })
  const done = await onActivity(t.world, people.get(name) ?? 0, { ...sent, externalId: on })
  expect(done).toMatchObject({ ok: true })
}
async function table() {
  const found = await racePage(t.world, tables, { ...address, viewer: null, after: 0, limit: 50 })
  if (!found.ok) throw new Error(found.code)
  return found.page.rows.map(({ rank, name, value }) => [rank, name, value])
}
async function own(name: string) {
  const [row] = await t.world.db.sql<{ user: string; slug: string }>`
    select user_id as user, slug from athletes where id = ${people.get(name)}`
  const found = await ownRacePlace(t.world, tables, { ...address, viewer: row?.user ?? "" })
  if (!found.ok) throw new Error(found.code)
  return { ...row, place: found.place }
}

const firstWeek = [
  [1, "Dan", 125],
  [1, "Eve", 125],
  [3, "Ana", 100],
  [3, "Cleo", 100],
  [5, "Fay", 33],
]

test("everybody with eight weeks of history has a place by the percentage alone, and equal ones share it", async () => {
  expect(await table()).toEqual(firstWeek)
})

test("the athlete alone reads what the number comes from, and who has no place yet reads why", async () => {
  const [points] = await t.world.db.sql<{ day: number }>`
    select points as day from athlete_days where athlete_id = ${people.get("Ana")} limit 1`
  const week = 3 * (points?.day ?? 0)
  const { place, user, slug } = await own("Ana")
  expect(place).toMatchObject({
    ...{ rank: 3, total: 5, value: 100 },
    rise: {
      ...{ baseline: week, pointsAWeek: week, percent: 100, history: 10, unranked: null },
      why: { least: 100, median: week, best: Math.round(0.85 * week), bestWeeks: firstMonday },
    },
  })
  expect((await own("Ben")).place).toMatchObject({
    rank: null,
    value: 0,
    rise: { percent: 125, unranked: "history", history: 4 },
  })
  for (const viewer of [null, user ?? null])
    expect(await raceWhy(t.world, { ...address, athlete: slug ?? "", viewer })).toEqual({
      ok: false,
      code: "unknown_athlete",
    })
})

test("a preview of the rule is what the race shows", async () => {
  const race = await findRace(t.world.db, address)
  if (!race) throw new Error("There is no race of rise")
  const preview = await previewRace(t.world.db, { season: "monthly-2026-12", race, today: "2026-12-02" })
  // The preview takes the whole month, of which a week has passed.
  expect(preview?.first.map(({ rank, name }) => [rank, name])).toEqual([
    [1, "Eve"],
    [2, "Dan"],
    [3, "Ana"],
    [3, "Cleo"],
    [5, "Fay"],
  ])
})

test("each day is another mean, new points and a declared break change the table, and the close freezes it", async () => {
  await planWeeks(t.world, (await own("Cleo")).user ?? "", { declare: "2026-11-09" })
  expect(await table()).toEqual(firstWeek)
  t.clock.set("2026-11-08T22:00:00Z")
  expect((await table()).find(([, name]) => name === "Ana")).toEqual([3, "Ana", 88])
  await train("Fay", "2026-11-08")
  expect((await table()).find(([, name]) => name === "Fay")?.[2]).toBe(58)
  t.clock.set("2026-11-09T22:00:00Z")
  expect((await table()).map(([, name]) => name)).not.toContain("Cleo")
  expect((await own("Cleo")).place).toMatchObject({ rank: null, rise: { unranked: "break" } })
  t.clock.set("2026-12-05T20:00:00Z")
  const last = await table()
  await closeAndAward(t.world, address.season)
  expect(await table()).toEqual(last)
  expect(last.length).toBe(4)
  expect((await own("Eve")).place).toMatchObject({ rank: 1, rise: { percent: last[0]?.[2] } })
  await t.world.db
    .sql`update athlete_days set points = 200 where athlete_id = ${people.get("Fay")} and local_on = '2026-11-08'`
  expect(await table()).toEqual(last)
  expect((await own("Fay")).place).toMatchObject({ rank: last.length, rise: null })
})
