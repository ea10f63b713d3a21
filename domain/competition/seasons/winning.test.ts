import { afterAll, beforeAll, expect, test } from "vitest"
import { wordsWith } from "#content/words/words.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeWith, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createBoards } from "../boards/board.ts"
import { page } from "../boards/standings.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { winning } from "./winning.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-22T20:00:00Z")
})
afterAll(() => t.close())

const open = async () =>
  (await winning(t.world)).open.map(({ series, board, from, to }) => [series, board, from, to])

test("the two-week race is first from its first day on, with the board that shows its standings", async () => {
  expect(await open()).toEqual([
    ["fortnightly", "this-fortnight", "2026-11-09", "2026-11-22"],
    ["monthly", "this-month", "2026-11-01", "2026-11-30"],
  ])
  await onActivity(
    t.world,
    await addAthlete(t.world),
    sentRun({ startedAt: new Date("2026-11-22T15:00:00Z") }),
  )
  t.clock.set("2026-11-23T08:00:00Z")
  await maintainBoards(t.world)
  expect(await open()).toEqual([
    ["fortnightly", "this-fortnight", "2026-11-23", "2026-12-06"],
    ["monthly", "this-month", "2026-11-01", "2026-11-30"],
  ])
  const inMemory = createBoards(t.world)
  await inMemory.open()
  const rows = async (slug: string) => {
    const found = await page(t.world, inMemory, { slug, limit: 2, viewer: null })
    return found.ok ? found.page.rows.length : found
  }
  // On the first day of the two-week race, only the monthly race has a leader.
  expect(await Promise.all((await winning(t.world)).open.map(({ board }) => rows(board)))).toEqual([0, 1])
})

test("after an early close the race that is running comes before the one that has not opened yet", async () => {
  const season = await seasonNamed(t.world.db, "fortnightly-2026-11-23")
  try {
    await t.world.db.sql`update seasons set closed_at = ${t.world.now()} where id = ${season.id}`
    expect(await open()).toEqual([
      ["monthly", "this-month", "2026-11-01", "2026-11-30"],
      ["fortnightly", "this-fortnight", "2026-12-07", "2026-12-20"],
    ])
  } finally {
    await t.world.db.sql`update seasons set closed_at = null where id = ${season.id}`
  }
})

test("a prize that an operator described has its contents, and the others only their titles", async () => {
  const contents = {
    ...{ slug: "recovery-kit-and-team-shirt", title: "Recovery kit and team shirt", name: "Kit and shirt" },
    items: [{ text: "A roller", thing: "kit" }],
    sponsor: "Northline",
  }
  const row = {
    kind: "prizes",
    slug: contents.slug,
    data: contents,
    position: null,
    state: "published" as const,
  }
  const published = { ...t.world.published, words: wordsWith([row]) }
  const { open: shown } = await winning({ ...t.world, published })
  const found = shown.find(({ series: of }) => of === "fortnightly")
  expect(found?.prizes.map((prize) => prize.contents)).toEqual([undefined, contents, undefined])
})

test("each series names its last winner, from its latest season that anybody won", async () => {
  const athlete = await addAthlete(t.world, { name: "Zoe" })
  const { sql } = t.world.db
  for (const [slug, wins] of [
    ["fortnightly-2026-11-09", true],
    ["fortnightly-2026-11-23", false],
    ["monthly-2026-11", true],
  ] as const) {
    const season = await seasonNamed(t.world.db, slug)
    await closeWith(t.world.db, { season, at: t.world.now(), lines: [{ athlete, rank: 1 }] })
    if (wins)
      await sql`
        insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
        values (${season.id}, 1, ${slug}, ${athlete}, 'awarded', 0, now(), now())`
  }
  const { open: next, last } = await winning(t.world)
  expect(
    last.map(({ series, season, winners }) => [series, season, winners.map(({ title }) => title)]),
  ).toEqual(
    next.map(({ series }) => {
      const won = series === "monthly" ? "monthly-2026-11" : "fortnightly-2026-11-09"
      return [series, won, [won]]
    }),
  )
})
