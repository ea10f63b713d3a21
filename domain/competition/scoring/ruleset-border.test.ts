/**
 * New rules start with a season: a season that is still running keeps its rules, and a comparison finds no differences
 * on either side.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivities } from "../pipeline.ts"
import { recompute } from "../recompute.ts"
import { closeDue } from "../seasons/close.ts"
import { closedSeasons } from "../seasons/results.ts"
import type { SentActivity } from "./activity.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-25T20:00:00Z")
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const table of ["athletes", "season_results", "standings", "boards", "seasons"])
    await t.world.db.sql`delete from ${t.world.db.sql(table)}`
  t.clock.set("2026-11-25T20:00:00Z")
  await maintainBoards(t.world)
})

/** A marathon in a racing chair in 1:30 on each of these days, at 16:00 UTC. */
const marathons = (...days: string[]) =>
  days.map((day) =>
    sentRun({
      ...{ kind: "wheelchair", sport: "wheelchairPushRun", movingS: 5400, elapsedS: 5400, distanceM: 42_195 },
      startedAt: new Date(`2026-${day}T16:00:00Z`),
    }),
  )
const standings = async () =>
  Object.fromEntries(
    (
      await t.world.db.sql<{ slug: string; points: number }>`
        select b.slug, s.points::integer as points from standings s join boards b on b.id = s.board_id order by b.slug
      `
    ).map(({ slug, points }) => [slug, points]),
  )
const nothingDiffers = async () =>
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })

test("each season has the rules of its first day, and a window that contains both days shows both", async () => {
  const id = await addAthlete(t.world)
  t.clock.set("2026-12-02T20:00:00Z")
  await maintainBoards(t.world)
  await onActivities(t.world, id, marathons("11-30", "12-01", "12-02"))
  expect(await standings()).toMatchObject({
    "monthly-2026-11": 91,
    "monthly-2026-12": 2 * 222,
    "fortnightly-2026-11-23": 3 * 91,
    "last-14-days": 91 + 2 * 222,
  })
  await nothingDiffers()
  t.clock.set("2026-12-14T20:00:00Z")
  await maintainBoards(t.world)
  expect(await standings()).toMatchObject({ "last-14-days": 2 * 222 })
  await nothingDiffers()
})

test("a season that opens after its days were recorded scores them like one that was already open", async () => {
  const id = await addAthlete(t.world)
  t.clock.set("2026-12-05T20:00:00Z")
  await t.world.db.sql`delete from boards where slug like 'fortnightly-%'`
  await t.world.db.sql`delete from seasons where slug like 'fortnightly-%'`
  await onActivities(t.world, id, marathons("11-30", "12-03", "12-05"))
  await maintainBoards(t.world)
  expect(await standings()).toMatchObject({ "fortnightly-2026-11-23": 3 * 91, "monthly-2026-12": 2 * 222 })
  await nothingDiffers()
})

test("closed seasons name their rules, and stay as they are", async () => {
  const id = await addAthlete(t.world)
  t.clock.set("2026-12-02T20:00:00Z")
  await onActivities(t.world, id, marathons("11-30", "12-01"))
  // It was opened before there was a second version.
  await t.world.db.sql`update seasons set ruleset = 1`
  t.clock.set("2027-01-02T00:00:00Z")
  await maintainBoards(t.world)
  await closeDue(t.world)
  const closed = (await closedSeasons(t.world)).map(({ slug, ruleset }) => [slug, ruleset])
  expect(Object.fromEntries(closed)).toMatchObject({
    "monthly-2026-11": 1,
    "fortnightly-2026-11-23": 1,
    "monthly-2026-12": 2,
  })
  const results = () => t.world.db.sql`
    select s.slug, r.points, r.ruleset from season_results r join seasons s on s.id = r.season_id order by s.slug
  `
  const before = await results()
  expect(before).toMatchObject([
    { slug: "fortnightly-2026-11-23", points: 2 * 91, ruleset: 1 },
    { slug: "monthly-2026-11", points: 91, ruleset: 1 },
    { slug: "monthly-2026-12", points: 222, ruleset: 2 },
  ])
  await nothingDiffers()
  await recompute(t.world, { repair: true })
  expect(await results()).toEqual(before)
})

test("an activity stored before its kind existed keeps its old kind until it is sent again", async () => {
  const id = await addAthlete(t.world)
  t.clock.set("2026-12-02T20:00:00Z")
  await maintainBoards(t.world)
  const [marathon] = marathons("12-01")
  await onActivities(t.world, id, [{ ...(marathon as SentActivity), kind: "other" }])
  expect(await recompute(t.world, { repair: true })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
  expect(await standings()).toMatchObject({ "monthly-2026-12": 91 })
  await onActivities(t.world, id, [marathon as SentActivity])
  expect(await standings()).toMatchObject({ "monthly-2026-12": 222, "fortnightly-2026-11-23": 91 })
  await nothingDiffers()
})
