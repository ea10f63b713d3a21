/**
 * What replaces the board of a season that is over, requested by its own slug and by the alias of the running board.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createCompetitionWorld } from "#test/support/competition.ts"
import { addSeries, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { rulesOf } from "../series/season-prizes.ts"
import { overSeason } from "./between.ts"
import { closedSeasons } from "./results.ts"

const now = "2026-11-20T20:00:00Z"
let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld(now)
  await addSeries(t.world.db, { slug: "weekly", name: "Week" })
  await t.world.db.sql`
    insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
    values ('weekly', 'weekly-2025-01-06', '2025-01-06', '2025-01-12', '2025-01-06', '2025-01-13', '2025-01-13', 1)`
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`update seasons set closed_at = null, settled_at = null`)

const closes = (slug: string) => t.world.db.sql`
  update seasons set closed_at = ${now}, settled_at = ${now} where slug = ${slug}`
const over = async (slug: string) => {
  const found = await overSeason(t.world, slug)
  return found && [found.season, found.next?.season, found.next?.opensAt.toISOString()]
}

test.each([
  ["fortnightly-2026-11-09", "this-fortnight", "fortnightly-2026-11-23", "2026-11-23T08:00:00.000Z"],
  ["monthly-2026-11", "this-month", "monthly-2026-12", "2026-12-01T08:00:00.000Z"],
])("%s, closed early, is followed by the next of its series", async (season, running, next, opensAt) => {
  await closes(season)
  expect(await over(season)).toEqual([season, next, opensAt])
  expect(await over(running)).toEqual([season, next, opensAt])
  expect((await overSeason(t.world, season))?.closedAt).toEqual(new Date(now))
  const others = ["this-fortnight", "this-month"].filter((slug) => slug !== running)
  for (const slug of [...others, "last-14-days", "last-10-days"]) expect(await over(slug)).toBeUndefined()
})

test("a running or unknown season is not over", async () => {
  for (const slug of ["fortnightly-2026-11-09", "this-fortnight", "this-month", "monthly-2031-01"])
    expect(await over(slug)).toBeUndefined()
})

test("a season of a series that has ended has no successor, and keeps its name, its results and its prizes", async () => {
  await closes("weekly-2025-01-06")
  expect((await overSeason(t.world, "weekly-2025-01-06"))?.next).toBeNull()
  expect(await closedSeasons(t.world)).toMatchObject([{ slug: "weekly-2025-01-06", name: "Week" }])
  const season = await seasonNamed(t.world.db, "weekly-2025-01-06")
  expect(await rulesOf(t.world.db, season)).toMatchObject({ name: "Week", prizes: [] })
})
