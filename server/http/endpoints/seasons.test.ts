import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { close } from "#domain/competition/seasons/close.ts"
import { type BoardsServer, startBoardsServer } from "#test/support/boards-server.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { seasonsEndpoint } from "./seasons.ts"

const season = "fortnightly-2026-11-09"
let t: TestWorld
let server: BoardsServer
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  server = await startBoardsServer(t)
  await onActivity(t.world, await addAthlete(t.world, { name: "Ana & Co" }), sentRun())
  await server.boards.catchUp()
})
afterAll(async () => {
  await server.close()
  await t.close()
})

const get = async (path: string) => {
  const answer = await seasonsEndpoint(t.world).request(path)
  const text = await answer.text()
  return { status: answer.status, type: answer.headers.get("content-type"), text, answer }
}
const board = async (slug: string) => {
  const answer = await fetch(`${server.url}/boards/${slug}.json`)
  return { status: answer.status, body: await answer.json() }
}

test("before any season has closed, the lists are empty and every season is unknown", async () => {
  expect(JSON.parse((await get("/boards/seasons.json")).text)).toEqual({ seasons: [] })
  expect((await get(`/boards/seasons/${season}.json`)).status).toBe(404)
  expect((await board("this-fortnight")).status).toBe(200)
})

test("while the winners are being verified, the results say so, and the feed waits", async () => {
  await close(t.world, season, { early: true })
  const check = { provisional: true, openPlaces: [], winners: [], undisputedFrom: "2026-11-23T20:00:00.000Z" }
  expect(JSON.parse((await get("/boards/seasons.json")).text).seasons).toMatchObject([check])
  expect(JSON.parse((await get(`/boards/seasons/${season}.json`)).text)).toMatchObject(check)
  expect((await get("/leaderboard/seasons/rss.xml")).text).not.toContain("<item>")
})

test("after an early close, the running board's URL says which season is over and which opens next", async () => {
  await closeAndAward(t.world, season)
  await server.boards.catchUp()
  for (const slug of ["this-fortnight", season]) {
    const { status, body } = await board(slug)
    expect([status, body.code]).toEqual([404, "season_closed"])
    expect(body).toMatchObject({
      season,
      results: `/boards/seasons/${season}.json`,
      next: { season: "fortnightly-2026-11-23", opensAt: "2026-11-23T08:00:00.000Z" },
    })
    expect(body.message).toContain("fortnightly-2026-11-23 opens at 2026-11-23T08:00:00.000Z")
  }
  t.clock.set("2026-11-23T09:00:00Z")
  expect((await board(season)).body.message).toContain("fortnightly-2026-11-23 is running")
  expect((await board("never-2026")).body.code).toBe("unknown_board")
})

test("results are available as JSON, feed and sitemap", async () => {
  const list = JSON.parse((await get("/boards/seasons.json")).text)
  expect(list.seasons).toMatchObject([
    { slug: season, athletes: 1, provisional: false, winners: [{ place: 1, name: "Ana & Co" }] },
  ])
  const table = await get(`/boards/seasons/${season}.json?limit=1`)
  expect(table.answer.headers.get("cache-control")).toContain("max-age=60")
  expect(table.answer.headers.get("access-control-allow-origin")).toBe("*")
  expect(JSON.parse(table.text)).toMatchObject({
    rows: [{ rank: 1, name: "Ana & Co", sample: false }],
    next: null,
  })
  const feed = await get("/leaderboard/seasons/rss.xml")
  expect(feed.type).toBe("application/rss+xml; charset=utf-8")
  expect(feed.text).toContain(`<link>http://b4m.test/leaderboard/seasons/${season}</link>`)
  expect(feed.text).toContain("1st: Ana &amp; Co (")
  const map = await get("/leaderboard/seasons/sitemap.xml")
  expect(map.type).toBe("application/xml; charset=utf-8")
  expect(map.text).toContain(`<loc>http://b4m.test/leaderboard/seasons/${season}</loc>`)
})

test.each([
  ["limit=0", "limit"],
  ["limit=201", "limit"],
  ["limit=x", "limit"],
  ["after=-1", "after"],
  ["after=2147483648", "after"],
])("%s is refused with an explanation", async (query, named) => {
  const { status, text } = await get(`/boards/seasons/${season}.json?${query}`)
  expect([status, JSON.parse(text).code]).toEqual([400, "invalid_parameter"])
  expect(JSON.parse(text).message).toContain(named)
})
