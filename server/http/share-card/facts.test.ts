/** All facts on a card come from one board and race, and never reveal what the athlete hides. */
import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import { grouped } from "#content/amounts.ts"
import { athleteResults } from "#domain/competition/boards/athlete-results.ts"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { momentsOf } from "#domain/competition/boards/moments.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { seasonResults } from "#domain/competition/seasons/results.ts"
import {
  openReview,
  ownReview,
  shareReview,
  unshareReview,
} from "#domain/competition/seasons/shared-review.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { AppEnv } from "../context.ts"
import { shareCardEndpoint } from "../endpoints/share-card.ts"
import { athleteCard, momentCard, raceCard, reviewCard, seasonCard } from "./facts.ts"

const today = "2026-11-20"
let t: TestWorld
let boards: Boards
let app: Hono<AppEnv>
const slugs = new Map<string, string>()

/** Ben trained before the season: ahead in recent training, behind in the race. */
beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
  for (const [name, visibility, runs] of [
    ["Ana", "public", ["2026-11-17", "2026-11-18", "2026-11-19"]],
    ["Ben", "public", ["2026-11-07", "2026-11-08", "2026-11-16", "2026-11-18"]],
    ["Noa", "public", ["2026-11-19"]],
    ["Edith", "members", ["2026-11-15", "2026-11-17", "2026-11-18", "2026-11-19"]],
  ] as const) {
    const id = await addAthlete(t.world, { name, visibility })
    const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`
    slugs.set(name, row?.slug ?? "")
    for (const day of runs)
      await onActivity(t.world, id, sentRun({ startedAt: new Date(`${day}T15:00:00Z`) }))
  }
  await boards.catchUp()
  app = new Hono<AppEnv>()
  app.route("/", shareCardEndpoint({ world: t.world, boards }))
})
afterAll(async () => {
  boards.close()
  await t.close()
})

const resultsOf = async (name: string) => {
  const found = await athleteResults(t.world, boards, { athlete: slugs.get(name) ?? "", today })
  if (!found.ok) throw new Error(found.code)
  return found.results
}

test("every card shows the rank and points of its board, and the prize and last day of the same race", async () => {
  const { open } = await winning(t.world)
  for (const name of ["Ana", "Ben", "Noa"]) {
    const results = await resultsOf(name)
    const card = athleteCard(results, { open, today })
    const race = open.find(({ board }) => board === "this-fortnight")
    const found = await page(t.world, boards, { slug: "this-fortnight", viewer: null, limit: 50 })
    if (!found.ok) throw new Error(found.code)
    const row = found.page.rows.find((one) => one.name === name)
    expect(card).toMatchObject({
      title: results.places.find(({ board }) => board === "this-fortnight")?.name,
      people: [{ name }],
      figure: { value: `#${row?.rank}`, below: `of ${found.page.total}` },
      lines: [`${row?.points} points`, expect.any(String)],
      prize: { what: `To win: ${race?.prizes[0]?.title}`, when: "ends November 22" },
    })
  }
  const [ana, ben] = [await resultsOf("Ana"), await resultsOf("Ben")]
  const rolling = ({ places }: typeof ana) => places.find(({ board }) => board === "last-14-days")?.rank
  expect((rolling(ben) ?? 0) < (rolling(ana) ?? 0)).toBe(true)
})

test("the card of each race shows the leaders, prize and last day of that race, and nobody who is hidden", async () => {
  const { open } = await winning(t.world)
  expect(open.map(({ board }) => board)).toEqual(["this-fortnight", "this-month"])
  const ends = { "this-fortnight": "Ends November 22", "this-month": "Ends November 30" }
  for (const race of open) {
    const found = await page(t.world, boards, { slug: race.board, viewer: null, limit: 50 })
    if (!found.ok) throw new Error(found.code)
    const card = raceCard(race, found.page, today)
    expect(card).toMatchObject({
      race: race.name,
      prize: race.prizes[0]?.title,
      ends: ends[race.board as keyof typeof ends],
      heading: "In the lead of 4 athletes",
      leaders: found.page.rows
        .slice(0, 3)
        .map(({ rank, name, points }) => ({ rank, name, value: points && grouped(points) })),
    })
    expect(card.leaders).toHaveLength(3)
    expect(JSON.stringify(card)).not.toContain("Edith")
    expect(raceCard(race, found.page, race.to).ends).toBe("Ends today")
  }
})

test("a place on a board without a prize is not shown next to a prize", async () => {
  const { open } = await winning(t.world)
  const results = await resultsOf("Ana")
  const card = athleteCard(
    { ...results, places: results.places.filter(({ board }) => board.startsWith("last-")) },
    { open, today },
  )
  expect(card).toMatchObject({ title: "Last 2 weeks, training without a prize", prize: null })
})

test("moments are true: first points only for the first day, a best day, places gained today", async () => {
  const momentsFor = async (name: string) =>
    momentsOf(await resultsOf(name), { board: "this-fortnight", today })
  expect(await momentsFor("Noa")).toMatchObject([{ kind: "first-points", on: "2026-11-19" }])
  expect((await momentsFor("Ben")).map(({ kind }) => kind)).toEqual(["best-day"])
  for (const name of ["Noa", "Ben"]) {
    const own = await resultsOf(name)
    const [moment] = await momentsFor(name)
    const most = Math.max(...own.days.map(({ points }) => points ?? 0))
    if (!moment) throw new Error("There is no moment")
    expect(momentCard(own, moment, { today, prize: null }).figure?.value).toBe(String(most))
  }
  const results = await resultsOf("Ana")
  const places = results.places.map((place) => ({ ...place, rankYesterday: place.rank + 2 }))
  const [passing] = momentsOf({ ...results, places }, { board: "this-fortnight", today })
  if (!passing) throw new Error("Nobody was passed")
  const card = momentCard(results, passing, { today, prize: null })
  expect(card).toMatchObject({ figure: { value: "+2", below: "places today" } })
  // Nobody else is named.
  expect(JSON.stringify(card)).not.toMatch(/Ben|Noa|Edith/)
})

test("cards exist in two formats, only for public athletes and true statements", async () => {
  const answers = async (path: string) => {
    const answer = await app.request(path)
    const png = Buffer.from(await answer.arrayBuffer())
    return answer.status === 200 ? [png.readUInt32BE(16), png.readUInt32BE(20)] : answer.status
  }
  const [noa, edith] = [slugs.get("Noa"), slugs.get("Edith")]
  expect(await answers(`/cards/athletes/${noa}.png`)).toEqual([1200, 630])
  expect(await answers(`/cards/athletes/${noa}.tall.png`)).toEqual([1080, 1920])
  expect(await answers(`/cards/athletes/${noa}/first-points.tall.png`)).toEqual([1080, 1920])
  // A moment that is over, or has not happened yet, redirects to the card of the athlete's place.
  for (const moment of ["best-day", "final"])
    expect(await answers(`/cards/athletes/${noa}/${moment}.png`), moment).toBe(302)
  for (const path of [
    `/cards/athletes/${edith}.png`,
    `/cards/athletes/${edith}/best-day.png`,
    "/cards/athletes/nobody.tall.png",
    "/cards/seasons/fortnightly-2026-11-09.png",
  ])
    expect(await answers(path), path).toBe(404)
})

test("a closed season has a card of its winners, without hidden names, and one for each finisher", async () => {
  t.clock.set("2026-11-26T20:00:00Z")
  await closeAndAward(t.world, "fortnightly-2026-11-09")
  const found = await seasonResults(t.world, { slug: "fortnightly-2026-11-09", after: 0, limit: 50 })
  if (!found.ok) throw new Error(found.code)
  const card = seasonCard(found.results)
  expect(card.title).toBe("Results, November 9 to November 22")
  expect(card.people.map(({ name, won }) => [won?.place, name, won?.title])).toEqual(
    found.results.winners.map(({ name, title }, index) => [
      ["1st", "2nd", "3rd"][index],
      name ?? "An athlete",
      title,
    ]),
  )
  expect(JSON.stringify(card)).not.toContain("Edith")
  const results = await resultsOf("Ana")
  const [final] = momentsOf(results, { board: null, today: "2026-11-26" })
  const row = found.results.rows.find(({ name }) => name === "Ana")
  if (final?.kind !== "final") throw new Error("There is no final")
  expect(momentCard(results, final, { today, prize: "A bundle" })).toMatchObject({
    figure: { value: `#${row?.rank}` },
    lines: [`${row?.points} points`, `${row?.activeDays} active days`],
    prize: { what: "Won: A bundle", when: "closed November 22" },
  })
  const [closed] = results.seasons
  if (!closed) throw new Error("There is no closed season")
  const momentsAfter = (rank: number, activeDays: number) =>
    momentsOf(
      { ...results, seasons: [{ ...closed, rank, activeDays }] },
      { board: null, today: "2026-11-26" },
    )
  expect(momentsAfter(54, 7).map(({ kind }) => kind)).toEqual(["final", "best-day"])
  expect(momentsAfter(1, 8).map(({ kind }) => kind)).toEqual(["final", "finisher", "best-day"])
  const [finisher] = momentsAfter(54, 8)
  if (finisher?.kind !== "finisher") throw new Error("There is no finisher")
  expect(momentCard(results, finisher, { today, prize: null })).toMatchObject({
    title: "Finisher, November 9 to November 22",
    figure: { value: "8", below: "active days" },
    lines: ["Two-week race"],
    prize: null,
  })
  expect((await app.request("/cards/seasons/fortnightly-2026-11-09.png")).status).toBe(200)
})

test("a look back that its member shares has a card of the picked cards alone, until the link is ended", async () => {
  const season = "fortnightly-2026-11-09"
  const userId = randomUUID()
  await t.world.db.sql`insert into auth.users (id, email) values (${userId}, 'ana@example.com')`
  await t.world.db.sql`update athletes set user_id = ${userId} where slug = ${slugs.get("Ana") ?? ""}`
  expect(await shareReview(t.world, userId, { season, cards: ["place", "row"] })).toEqual({
    ok: true,
  })
  const path = (await ownReview(t.world, userId, season))?.shared?.path ?? ""
  const token = path.replace("/season-review/", "")
  const opened = await openReview(t.world, token)
  if (!opened.ok) throw new Error(opened.code)
  const card = reviewCard(opened)
  expect(card).toMatchObject({
    title: "Two-week race, November 9 to November 22",
    people: [{ name: "Ana" }],
    figure: { value: "2nd", below: "of 4 athletes" },
    lines: ["3 active days in a row"],
  })
  expect(JSON.stringify(card)).not.toMatch(/points|Ben|Edith/)
  const picture = `/cards/season-reviews/${token}.png`
  const answer = await app.request(picture)
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"])
  expect((await app.request(picture.replace(".png", ".tall.png"))).status).toBe(200)
  await unshareReview(t.world, userId, season)
  expect((await app.request(picture)).status).toBe(404)
})
