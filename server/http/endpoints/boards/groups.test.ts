/** The board of a group as programs read it. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { type BoardsServer, startBoardsServer } from "#test/support/boards-server.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"

let t: TestWorld
let server: BoardsServer
let token: string
beforeAll(async () => {
  t = await createCompetitionWorld()
  for (let nr = 0; nr < 5; nr++) {
    const visibility = nr === 0 ? "members" : "public"
    const id = await addAthlete(t.world, { email: `g${nr}@b4m.test`, name: `Group ${nr}`, visibility })
    await t.world.db.sql`update athletes set category = 'open' where id = ${id}`
    await onActivity(
      t.world,
      id,
      sentRun({ movingS: 3600 - 300 * nr, startedAt: new Date("2026-11-19T15:00:00Z") }),
    )
    const userId = await accountOf(t.world, id)
    token = `member:${userId}`
  }
  server = await startBoardsServer(t)
})
afterAll(async () => {
  await server.close()
  await t.close()
})

const ask = async (path: string, as?: string) => {
  const answer = await fetch(server.url + path, as ? { headers: { authorization: `Bearer ${as}` } } : {})
  return { status: answer.status, cache: answer.headers.get("cache-control"), body: await answer.json() }
}

test("a visitor reads rows and groups, a member also members' names and their own place", async () => {
  const visitor = await ask("/boards/this-month/of/open.json?limit=2")
  expect(visitor).toMatchObject({
    status: 200,
    cache: "public, max-age=5",
    body: {
      total: 5,
      next: 2,
      mine: null,
      group: { title: "Open" },
      rows: [{ rank: 1, name: null }, { rank: 2 }],
    },
  })
  const member = await ask("/boards/this-month/of/open.json?after=4", token)
  expect(member).toMatchObject({
    cache: "private, no-cache",
    body: { mine: { rank: 5 }, rows: [{ rank: 5, mine: true }], next: null },
  })
  expect((await ask("/boards/this-month/of/open.json", token)).body.rows[0].name).toBe("Group 0")
  expect(JSON.stringify(visitor.body.rows)).not.toContain("open")
})

test("no board, no group and a wrong parameter are refused", async () => {
  expect((await ask("/boards/nowhere/of/open.json")).status).toBe(404)
  expect(await ask("/boards/this-month/of/children.json")).toMatchObject({
    status: 404,
    body: { code: "unknown_group" },
  })
  expect(await ask("/boards/this-month/of/open.json?limit=0")).toMatchObject({ status: 400 })
  expect((await ask("/boards/this-month/of/open.json", "wrong")).status).toBe(401)
})
