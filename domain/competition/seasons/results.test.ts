import { afterEach, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward, findAllRight } from "#test/support/seasons.ts"
import { copiesOf, type TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { closeDue } from "./close.ts"
import { disqualify, reinstate } from "./disqualify.ts"
import { closedSeasons, seasonResults } from "./results.ts"
import { winning } from "./winning.ts"

const slug = "fortnightly-2026-11-09"
let t: TestWorld

const field: [name: string, minutes: number, options?: object][] = [
  ["Ana", 90],
  ["Ben", 80, { visibility: "members" }],
  ["Cleo", 70],
  ["Dan", 60],
  ["Eve", 60],
  ["Finn", 50],
]
const over = copiesOf(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  for (const [name, minutes, options] of field) {
    const id = await addAthlete(t.world, { name, ...options })
    const seconds = minutes * 60
    await onActivity(
      t.world,
      id,
      sentRun({ kind: "hiit", distanceM: 0, movingS: seconds, elapsedS: seconds }),
    )
  }
  t.clock.set("2026-11-23T20:00:01Z")
  return t
})
beforeEach(async () => {
  t = await over()
})
afterEach(() => t.close())

const slugOf = async (name: string) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where display_name = ${name}`)[0]
    ?.slug as string
async function table(after = 0, limit = 50) {
  const read = await seasonResults(t.world, { slug, after, limit })
  if (!read.ok) throw new Error(read.code)
  return read.results
}
const lines = async () => (await table()).rows.map(({ rank, name, points }) => [rank, name, points])

test("a season has results when it is closed, provisional ones at first, and not before", async () => {
  expect(await closedSeasons(t.world)).toEqual([])
  expect(await seasonResults(t.world, { slug, after: 0, limit: 50 })).toEqual({
    ok: false,
    code: "unknown_season",
  })
  // In the evening of the 23rd in Los Angeles.
  t.clock.set("2026-11-24T03:00:00Z")
  await closeDue(t.world)
  const season = {
    slug,
    name: "Two-week race",
    from: "2026-11-09",
    to: "2026-11-22",
    ruleset: 1,
    athletes: 6,
  }
  const undisputedFrom = new Date("2026-11-27T03:00:00Z")
  const provisional = { ...season, provisional: true, undisputedFrom, openPlaces: [], winners: [] }
  expect(await closedSeasons(t.world)).toMatchObject([provisional])
  expect((await table()).finalOn).toBe("2026-11-23")
  t.clock.set(undisputedFrom)
  await closeDue(t.world)
  const unseen = { ...season, provisional: false, undisputedFrom, openPlaces: [1, 2, 3], winners: [] }
  expect(await closedSeasons(t.world)).toMatchObject([unseen])
  await findAllRight(t.world, slug)
  expect(await closedSeasons(t.world)).toMatchObject([
    { ...season, provisional: false, openPlaces: [], winners: [{ place: 1 }, { place: 2 }, { place: 3 }] },
  ])
})

test("the final table shows visitors only what they may see, and says how many were passed over by which rule", async () => {
  await closeAndAward(t.world)
  expect(await lines()).toEqual([
    [1, "Ana", 100],
    [2, null, 95],
    [3, "Cleo", 90],
    [4, "Dan", 85],
    [4, "Eve", 85],
    [6, "Finn", 75],
  ])
  const { winners, passedOver } = await table()
  expect(winners.map(({ place, name, points }) => [place, name, points])).toEqual([
    [1, "Ana", 100],
    [2, "Cleo", 90],
    [3, "Dan", 85],
  ])
  expect(passedOver).toEqual([{ rule: "not-public", athletes: 1 }])
})

test("points from a restricted source are hidden with the name, and a nameless winner remains a winner", async () => {
  await t.world.db.sql`
    update standings set restricted_days = 1
    where athlete_id = (select id from athletes where display_name = 'Ana')
  `
  const photo = "01234567-89ab-4def-8123-456789abcdef"
  await t.world.db.sql`update athletes set photo = ${photo} where display_name in ('Ana', 'Cleo')`
  await closeAndAward(t.world)
  expect((await lines())[0]).toEqual([1, null, null])
  const { winners } = await table()
  const nameless = { name: null, athlete: null, photo: null, points: null }
  expect(winners[0]).toMatchObject({ place: 1, ...nameless })
  expect(winners.find(({ name }) => name === "Cleo")?.photo).toBe(photo)
})

test("a disqualified athlete leaves the table, the others are ranked without them, and it can be undone", async () => {
  await closeAndAward(t.world)
  await disqualify(t.world, { season: slug, athlete: await slugOf("Cleo"), reason: "A car." })
  expect(await lines()).toEqual([
    [1, "Ana", 100],
    [2, null, 95],
    [3, "Dan", 85],
    [3, "Eve", 85],
    [5, "Finn", 75],
  ])
  expect((await table()).passedOver).toEqual([
    { rule: "disqualified", athletes: 1 },
    { rule: "not-public", athletes: 1 },
  ])
  expect((await closedSeasons(t.world))[0]?.athletes).toBe(5)
  await reinstate(t.world, { season: slug, athlete: await slugOf("Cleo") })
  expect((await lines())[2]).toEqual([3, "Cleo", 90])
})

test("a long table is paged", async () => {
  await closeAndAward(t.world)
  const first = await table(0, 4)
  expect(first.rows.map(({ name }) => name)).toEqual(["Ana", null, "Cleo", "Dan"])
  const second = await table(first.next ?? 0, 4)
  expect(second.rows.map(({ rank, name }) => [rank, name])).toEqual([
    [4, "Eve"],
    [6, "Finn"],
  ])
  expect(second.next).toBeNull()
})

test("a deleted account leaves a nameless line", async () => {
  await closeAndAward(t.world)
  await t.world.db.sql`delete from athletes where display_name = 'Ana'`
  expect((await lines())[0]).toEqual([1, null, 100])
})

test("the prizes of the running seasons are listed, the two-week race first, with the latest winners", async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  const { open, last } = await winning(t.world)
  expect(open.map(({ series, to, closesAt }) => [series, to, closesAt])).toEqual([
    ["fortnightly", "2026-11-22", "2026-11-23T08:00:00.000Z"],
    ["monthly", "2026-11-30", "2026-12-01T08:00:00.000Z"],
  ])
  expect(open[0]?.prizes.map(({ place }) => place)).toEqual([1, 2, 3])
  expect(last).toEqual([])
  t.clock.set("2026-11-23T20:00:01Z")
  await closeAndAward(t.world)
  // Ana may hide her name, and her prize stays.
  await t.world.db.sql`update athletes set visibility = 'members' where display_name = 'Ana'`
  const later = await winning(t.world)
  expect(later.open.map(({ to }) => to)).toEqual(["2026-12-06", "2026-11-30"])
  expect(later.last.map(({ season, winners }) => [season, winners[0]?.name, winners[1]?.name])).toEqual([
    [slug, null, "Cleo"],
  ])
  expect(later.last[0]?.winners[0]?.title).toContain("Winner’s bundle")
})

test("after an early close the prizes of the next season are offered", async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`update seasons set closed_at = ${t.world.now()} where slug = ${slug}`
  const { open } = await winning(t.world)
  expect(open.map(({ series, to }) => [series, to])).toEqual([
    ["monthly", "2026-11-30"],
    ["fortnightly", "2026-12-06"],
  ])
})
