/** Operators make, change, end and undo series of races, and a board, races and prizes follow, without a deploy. */
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Series } from "#content/competitions.ts"
import { firstRaces, type SideRace } from "#content/races.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { changeRaceSeries, endRaceSeries, makeRaceSeries } from "#domain/operator/series.ts"
import { rehearseUndo, undo } from "#domain/operator/undo.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createBoards } from "../boards/board.ts"
import { page } from "../boards/standings.ts"
import { readSeries } from "../calendar/series.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { addRace } from "../races/change.ts"
import { racesOf } from "../races/race.ts"
import { recompute } from "../recompute.ts"
import { seasonResults } from "../seasons/results.ts"
import { winning } from "../seasons/winning.ts"
import { previewSeries } from "./preview.ts"

const weeks: Series = {
  slug: "weeks",
  name: "Winter weeks",
  page: "weeks",
  board: "this-weeks",
  length: 7,
  beginsOn: "2026-11-23",
  endsOn: null,
  prizes: [{ place: 1, title: "A cap" }],
  finishDays: 3,
  prizeShippingCents: 0,
  noBackToBack: false,
}

let t: TestWorld
let owner: Operator
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  owner = await addOperatorSession(t.world, "owner")
})
afterAll(() => t.close())

const entryOf = (done: object) => ("entry" in done && typeof done.entry === "number" ? done.entry : 0)
const openPages = async () => (await winning(t.world)).open.map(({ page, from }) => [page, from])
const seasonSlugs = async () =>
  (await t.world.db.sql<{ slug: string }>`select slug from seasons order by slug`).map(({ slug }) => slug)

test("a fresh installation starts with the series of the content, and keeps an operator's", async () => {
  expect((await readSeries(t.world.db)).map(({ slug }) => slug)).toEqual(["fortnightly", "monthly"])
  await maintainBoards(t.world)
  expect(await readSeries(t.world.db)).toHaveLength(2)
})

test("a series is refused that begins too soon, within a month, or under the address of another", async () => {
  const make = (changes: Partial<Series>, copied: string | null = null) =>
    makeRaceSeries(t.world, owner, { series: { ...weeks, ...changes }, copied })
  expect(await make({ beginsOn: "2026-11-21" })).toMatchObject({ code: "begins_too_soon" })
  expect(await make({ length: "month", beginsOn: "2026-12-02" })).toMatchObject({ code: "no_first" })
  expect(await make({ slug: "monthly" })).toMatchObject({ code: "name_taken" })
  expect(await make({}, "unknown")).toMatchObject({ code: "unknown_series" })
  expect(await readSeries(t.world.db)).toHaveLength(2)
})

test("a copied series begins with its own board and the races that repeat, pays its prizes and ends", async () => {
  const { sql } = t.world.db
  const copied = { series: weeks, copied: "monthly" }
  const made = await makeRaceSeries(t.world, owner, copied)
  expect(made).toMatchObject({ ok: true })
  expect(await openPages()).toEqual([
    ["two-weeks", "2026-11-09"],
    ["month", "2026-11-01"],
    ["weeks", "2026-11-23"],
  ])
  const season = "weeks-2026-11-23"
  expect((await racesOf(t.world.db, season)).map(({ name }) => name)).toEqual(
    firstRaces.monthly.map(({ name }) => name).filter((name) => name !== "first-season" && name !== "rise"),
  )

  // Before it begins everything can change, and what is prepared for its first season stays.
  const extra = { ...(firstRaces.monthly[0] as SideRace), name: "extra" }
  await addRace(t.world, { season, race: extra })
  const changed = { ...weeks, length: 14, prizeShippingCents: 500 }
  expect(await changeRaceSeries(t.world, owner, { series: changed })).toMatchObject({ ok: true })
  const [longer] = await sql`select to_on::text as to from seasons where slug = ${season}`
  expect(longer).toEqual({ to: "2026-12-06" })
  expect((await racesOf(t.world.db, season)).map(({ name }) => name)).toContain("extra")
  expect(await changeRaceSeries(t.world, owner, { series: changed })).toMatchObject({ code: "unchanged" })
  const back = await changeRaceSeries(t.world, owner, { series: weeks })
  expect(await rehearseUndo(t.world, owner, entryOf(back))).toMatchObject({ ok: true })

  // It runs.
  t.clock.set("2026-11-23T20:00:00Z")
  await maintainBoards(t.world)
  // While nobody has points in it, it gets other prizes at once.
  const prizesNow = async () => (await winning(t.world)).open.find((one) => one.page === "weeks")?.prizes
  const other = { ...weeks, prizes: [{ place: 1, title: "A hat" }] }
  await addAthlete(t.world, { name: "A sample", demo: true })
  expect(await changeRaceSeries(t.world, owner, { series: other })).toMatchObject({ ok: true })
  expect(await prizesNow()).toEqual([{ place: 1, title: "A hat" }])
  expect(await changeRaceSeries(t.world, owner, { series: weeks })).toMatchObject({ ok: true })
  const ana = await addAthlete(t.world, { name: "Ana" })
  await onActivity(t.world, ana, sentRun({ startedAt: new Date("2026-11-23T15:00:00Z") }))
  const boards = createBoards(t.world)
  await boards.open()
  const shown = await page(t.world, boards, { slug: "this-weeks", viewer: null, limit: 5 })
  expect(shown).toMatchObject({ ok: true, page: { board: { name: "Winter weeks" }, total: 1 } })
  const [rowsOfData] = await sql`select name from public.standings('weeks-2026-11-23')`
  expect(rowsOfData).toEqual({ name: "Ana" })

  // Later seasons get other prizes; the running one keeps those that it began with.
  const prizes = [{ place: 1, title: "A scarf" }]
  const begun = { ...weeks, name: "Snow weeks", prizes }
  expect(
    await changeRaceSeries(t.world, owner, { series: { ...begun, prizeShippingCents: 1 } }),
  ).toMatchObject({
    code: "begun",
  })
  expect(await changeRaceSeries(t.world, owner, { series: begun })).toMatchObject({ ok: true })
  await expect.poll(() => boards.shown().map(({ name }) => name)).toContain("Snow weeks")
  boards.close()
  const [running] = (await winning(t.world)).open.filter((one) => one.page === "weeks")
  expect(running).toMatchObject({ name: "Snow weeks", prizes: [{ place: 1, title: "A cap" }] })

  // It ends with the season that is running, and can be resumed with what was prepared for the next.
  await addRace(t.world, { season: "weeks-2026-11-30", race: extra })
  const ended = await endRaceSeries(t.world, owner, { slug: "weeks" })
  expect(ended).toMatchObject({ ok: true })
  expect(await seasonSlugs()).not.toContain("weeks-2026-11-30")
  expect(await undo(t.world, owner, entryOf(ended))).toMatchObject({ ok: true })
  expect((await racesOf(t.world.db, "weeks-2026-11-30")).map(({ name }) => name)).toEqual(["extra"])
  await endRaceSeries(t.world, owner, { slug: "weeks" })
  t.clock.set("2026-12-01T20:00:00Z")
  await maintainBoards(t.world)
  expect(await seasonSlugs()).not.toContain("weeks-2026-11-30")
  expect((await openPages()).map(([page]) => page)).toEqual(["two-weeks", "month"])
  await closeAndAward(t.world, season)
  expect(await seasonResults(t.world, { slug: season, after: 0, limit: 5 })).toMatchObject({
    ok: true,
    results: { name: "Snow weeks", winners: [{ title: "A cap", name: "Ana" }] },
  })
  expect(await recompute(t.world, { repair: false })).toMatchObject({ days: 0, standings: 0 })
})

test("adding a series can be undone before it begins, and the last series cannot be ended", async () => {
  const series = { ...weeks, slug: "spring", page: "spring", board: "this-spring", beginsOn: "2027-03-01" }
  const made = await makeRaceSeries(t.world, owner, { series, copied: null })
  expect(await seasonSlugs()).toContain("spring-2027-03-01")
  expect(await undo(t.world, owner, entryOf(made))).toMatchObject({ ok: true })
  expect(await seasonSlugs()).not.toContain("spring-2027-03-01")
  await maintainBoards(t.world)
  expect(await seasonSlugs()).not.toContain("spring-2027-03-01")
  expect(await endRaceSeries(t.world, owner, { slug: "monthly" })).toMatchObject({ ok: true })
  expect(await endRaceSeries(t.world, owner, { slug: "fortnightly" })).toMatchObject({ code: "last_series" })
})

test("a series is previewed on the last complete days that it would have had", async () => {
  const preview = await previewSeries(t.world.db, { ...weeks, finishDays: 1 }, t.world.now())
  expect(preview).toMatchObject({ from: "2026-11-23", to: "2026-11-29", athletes: 1, finishers: 1 })
  expect(preview.first).toMatchObject([{ rank: 1, name: "Ana" }])
})

test("a series with a last day ends by itself, can be ended earlier, and undoing that brings back its last day", async () => {
  const series = { ...weeks, slug: "twice", page: "twice", board: "this-twice", beginsOn: "2026-12-07" }
  const two = { ...series, endsOn: "2026-12-20" }
  const made = await makeRaceSeries(t.world, owner, { series: two, copied: "monthly" })
  const lastDay = async () => (await readSeries(t.world.db)).find(({ slug }) => slug === "twice")?.endsOn
  t.clock.set("2026-12-08T20:00:00Z")
  await maintainBoards(t.world)
  expect((await seasonSlugs()).filter((slug) => slug.startsWith("twice"))).toHaveLength(2)
  const ended = await endRaceSeries(t.world, owner, { slug: "twice" })
  expect(await lastDay()).toBe("2026-12-13")
  expect(await endRaceSeries(t.world, owner, { slug: "twice" })).toMatchObject({ code: "unchanged" })
  expect(await undo(t.world, owner, entryOf(ended))).toMatchObject({ ok: true })
  expect(await lastDay()).toBe("2026-12-20")
  t.clock.set("2026-12-22T20:00:00Z")
  await maintainBoards(t.world)
  expect((await seasonSlugs()).filter((slug) => slug.startsWith("twice"))).toHaveLength(2)
  expect(made).toMatchObject({ ok: true })
})
