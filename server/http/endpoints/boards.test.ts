import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { onActivity, onRemoved } from "#domain/competition/pipeline.ts"
import { changeMember } from "#domain/members/member.ts"
import { type BoardsServer, startBoardsServer } from "#test/support/boards-server.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { openEvents } from "#test/support/events.ts"
import type { TestWorld } from "#test/support/world.ts"
import { viewerOf } from "./boards/viewer.ts"

let t: TestWorld
const signedOut = new Set<string>()
let server: BoardsServer

beforeAll(async () => {
  t = await createCompetitionWorld()
  server = await startBoardsServer(t, { heartbeatMs: 50, signedOut, limits: { perNetwork: 3, all: 100 } })
})
afterAll(async () => {
  await server.close()
  await t.close()
})
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  await server.boards.catchUp()
})

const minutes = (count: number, changes = {}) =>
  sentRun({ kind: "hiit", distanceM: 0, movingS: count * 60, elapsedS: count * 60, ...changes })
const address = (path: string) => `${server.url}/boards/${path}`
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address(path), { headers })
  return { status: response.status, headers: response.headers, body: await response.json().catch(() => null) }
}
const tokenOf = async (athlete: number) => {
  const userId = await accountOf(t.world, athlete)
  return { authorization: `Bearer member:${userId}` }
}

describe("a page of a board", () => {
  test("has rows, a link to the next page, and an ETag that avoids sending it again", async () => {
    for (const [name, count] of [
      ["Ana", 50],
      ["Ben", 40],
      ["Cleo", 30],
    ] as const) {
      await onActivity(t.world, await addAthlete(t.world, { name }), minutes(count))
    }
    await server.boards.catchUp()
    const first = await get("last-14-days.json?limit=2")
    expect(first.status).toBe(200)
    expect(first.headers.get("cache-control")).toBe("public, max-age=5, stale-while-revalidate=30")
    expect(first.headers.get("access-control-allow-origin")).toBe("*")
    expect(first.body).toMatchObject({
      board: { slug: "last-14-days", name: "Last 2 weeks", from: "2026-11-07", to: null },
      total: 3,
      rows: [
        { rank: 1, move: null, name: "Ana", points: 75, activeDays: 1, activeOn: ["2026-11-18"] },
        { rank: 2, name: "Ben" },
      ],
    })
    expect(Date.parse(first.body.updatedAt)).toBeGreaterThan(0)
    const second = await get(`last-14-days.json?limit=2&after=${first.body.next}`)
    expect([second.body.rows.map((row: { name: string }) => row.name), second.body.next]).toEqual([
      ["Cleo"],
      null,
    ])
    const again = await get("last-14-days.json?limit=2", {
      "if-none-match": `"x", W/${first.headers.get("etag")}`,
    })
    expect([again.status, again.body]).toEqual([304, null])
    const found = await get("last-14-days.json?name=cl")
    expect(found.body).toMatchObject({ total: 3, next: null, rows: [{ rank: 3, name: "Cleo" }] })
  })

  test("refuses invalid parameters with an explanation", async () => {
    const refusals = {
      "last-14-days.json?limit=0": [400, "limit must be a whole number from 1 to 100"],
      "last-14-days.json?limit=1.5": [400, "limit must be a whole number from 1 to 100"],
      "last-14-days.json?after=..%2f": [400, "after must be the value of next on the previous page"],
      "last-14-days.json?name=%20": [400, "name must have at least one letter"],
      "last-year.json": [404, 'There is no board "last-year".'],
      "last-year/live": [404, 'There is no board "last-year".'],
      "last-14-days/mine": [401, "Your own place is shown only to you"],
      "last-14-days/athletes/nobody.json": [404, "There is no such athlete on the board"],
    } as const
    for (const [path, [status, message]] of Object.entries(refusals)) {
      const { status: was, body } = await get(path)
      expect([path, was, body.message.startsWith(message)]).toEqual([path, status, true])
    }
    expect((await get("last-14-days.json", { authorization: "Bearer forged" })).status).toBe(401)
  })

  test("shows each viewer what the display policy allows", async () => {
    const members = await addAthlete(t.world, { name: "Mia", visibility: "members" })
    const strava = await addAthlete(t.world, { name: "Stan", email: "stan@b4m.test" })
    await onActivity(t.world, members, minutes(40))
    await onActivity(t.world, strava, minutes(50, { source: "strava" }))
    await server.boards.catchUp()
    const names = (read: { body: { rows: { name: string | null; points: number | null }[] } }) =>
      read.body.rows.map(({ name, points }) => [name, points])
    expect(names(await get("last-14-days.json"))).toEqual([
      [null, null],
      [null, 65],
    ])
    const asMember = await get("last-14-days.json", await tokenOf(strava))
    expect(names(asMember)).toEqual([
      ["Stan", 75],
      ["Mia", 65],
    ])
    expect(asMember.headers.get("cache-control")).toBe("private, no-cache")
    // An account that has not joined is treated as a visitor.
    expect(names(await get("last-14-days.json", { authorization: `Bearer member:${randomUUID()}` }))).toEqual(
      names(await get("last-14-days.json")),
    )
    const [slug] = asMember.body.rows.map((row: { athlete: string }) => row.athlete)
    const days = (read: { body: { days: object[] } | null }) => read.body?.days ?? null
    // For a visitor, the athlete has no name and therefore no page.
    expect((await get(`last-14-days/athletes/${slug}.json`)).status).toBe(404)
    const other = await addAthlete(t.world, { email: "other@b4m.test" })
    expect(days(await get(`last-14-days/athletes/${slug}.json`, await tokenOf(other)))).toEqual([
      { on: "2026-11-18", points: 75, active: true, lines: null, credits: [] },
    ])
    expect(days(await get(`last-14-days/athletes/${slug}.json`, await tokenOf(strava)))).toMatchObject([
      {
        on: "2026-11-18",
        points: 75,
        active: true,
        lines: [{ text: "50 min HIIT", points: 50 }, { points: 25 }],
      },
    ])
    const mine = await get("last-14-days/mine", await tokenOf(strava))
    expect(mine.body).toMatchObject({
      joined: true,
      place: { rank: 1, total: 2, around: [{ name: "Stan", mine: true }, { name: "Mia" }] },
    })
    const without = await get("last-14-days/mine", await tokenOf(other))
    expect(without).toMatchObject({ status: 200, body: { joined: true, place: null } })
  })
})

describe("a live board", () => {
  test("sends the whole board once, then differences", async () => {
    const ana = await addAthlete(t.world, { name: "Ana" })
    const ben = await addAthlete(t.world, { name: "Ben" })
    await onActivity(t.world, ana, minutes(50))
    await onActivity(t.world, ben, minutes(40))
    await server.boards.catchUp()
    const page = await openEvents(address("last-14-days/live"))
    expect(page.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    const first = await page.next()
    expect([first.name, first.data.rows.map((row: { name: string }) => row.name)]).toEqual([
      "reset",
      ["Ana", "Ben"],
    ])
    await onActivity(t.world, ben, minutes(40, { startedAt: new Date("2026-11-19T15:00:00Z") }))
    const change = await page.next()
    expect(change).toMatchObject({
      name: "difference",
      data: {
        from: first.id,
        state: change.id,
        total: 2,
        rows: [{ name: "Ben", rank: 1, points: 130 }],
        gone: [],
      },
    })
    expect(change.data.moved).toEqual([[first.data.rows[0].key, 2, null]])
    expect((await get("last-14-days.json")).body.state).toBe(change.id)
    await expect.poll(() => page.comments).toContain("still here")
    page.close()
  })

  test("pages are told the number of viewers, even if there is only one", async () => {
    const first = await openEvents(address("last-14-days/live"))
    await expect.poll(() => first.viewers.get("last-14-days")).toBe(1)
    const second = await openEvents(address("this-month,last-14-days/live"))
    await expect
      .poll(() => [...second.viewers])
      .toEqual([
        ["this-month", 1],
        ["last-14-days", 2],
      ])
    for (const page of [first, second]) page.close()
  })

  test("a member who opted in is shown as a viewer, according to the rules about names", async () => {
    const ana = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
    const [row] = await t.world.db.sql<{ user_id: string }>`select user_id from athletes where id = ${ana}`
    const authorization = `Bearer member:${row?.user_id}`
    const silent = await openEvents(address("last-14-days/live"), { authorization })
    await t.world.db
      .sql`update athletes set shows_looking = true, restricted_data = 'confirmed' where id = ${ana}`
    const own = await openEvents(address("last-14-days/live"), { authorization })
    const visitor = await openEvents(address("last-14-days/live"))
    await expect.poll(() => own.faces.get("last-14-days")).toMatchObject([{ name: "Ana", photo: null }])
    await expect.poll(() => visitor.viewers.get("last-14-days")).toBe(3)
    expect(visitor.faces.get("last-14-days")).toEqual([])
    for (const page of [silent, own, visitor]) page.close()
  })

  test("processes are told the identity of a viewer only if the athlete opted in", async () => {
    const ana = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
    const account = await accountOf(t.world, ana)
    const verifyToken = async () => ({ role: "authenticated", sub: account })
    const request = { req: { header: () => "Bearer token" } } as unknown as Parameters<typeof viewerOf>[0]
    const shownAs = async () => {
      const found = await viewerOf(request, { world: t.world, verifyToken })
      return found.ok && found.viewer.showsLooking ? found.viewer.athlete : null
    }
    expect(await shownAs()).toBeNull()
    await t.world.db.sql`update athletes set shows_looking = true where id = ${ana}`
    expect(await shownAs()).toBe(ana)
  })

  test("a page that reconnects receives missed changes, or everything if these are no longer known", async () => {
    const ana = await addAthlete(t.world, { name: "Ana" })
    await onActivity(t.world, ana, minutes(50))
    await server.boards.catchUp()
    const stays = await openEvents(address("last-14-days/live"))
    const leaves = await openEvents(address("last-14-days/live"))
    const seen = (await leaves.next()).id
    await stays.next()
    leaves.close()
    const sent = minutes(20, { startedAt: new Date("2026-11-19T15:00:00Z") })
    await onActivity(t.world, ana, sent)
    const one = await stays.next()
    await onActivity(t.world, ana, minutes(20, { startedAt: new Date("2026-11-17T15:00:00Z") }))
    const two = await stays.next()
    const back = await openEvents(address("last-14-days/live"), { "last-event-id": seen })
    expect([await back.next(), await back.next()].map(({ name, id }) => [name, id])).toEqual([
      ["difference", one.id],
      ["difference", two.id],
    ])
    back.close()
    // A page that the server just rendered receives nothing until something changes.
    const fresh = await openEvents(address(`last-14-days/live?since=${two.id}`))
    await onRemoved(t.world, ana, [sent])
    expect(await fresh.next()).toMatchObject({ name: "difference", data: { from: two.id } })
    fresh.close()
    const lost = await openEvents(address("last-14-days/live"), { "last-event-id": "from-another-age" })
    expect((await lost.next()).name).toBe("reset")
    lost.close()
    stays.close()
  })

  test("shows members and visitors their own view, and follows a change of visibility", async () => {
    const mia = await addAthlete(t.world, { name: "Mia", visibility: "members", email: "mia@b4m.test" })
    await onActivity(t.world, mia, minutes(40))
    await server.boards.catchUp()
    const visitor = await openEvents(address("last-14-days/live"))
    const member = await openEvents(address("last-14-days/live"), await tokenOf(mia))
    expect((await visitor.next()).data.rows[0].name).toBeNull()
    expect((await member.next()).data.rows[0].name).toBe("Mia")
    const [account] = await t.world.db.sql<{ id: string }>`select user_id as id from athletes`
    await changeMember(t.world, account?.id ?? "", { visibility: "hidden" })
    expect((await member.next()).data.rows[0].name).toBeNull()
    visitor.close()
    member.close()
  })

  test("ends only the stream of a member who was signed out", async () => {
    const members = [
      await addAthlete(t.world, { name: "Mia", email: "mia@b4m.test" }),
      await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" }),
    ]
    const tokens = await Promise.all(members.map(tokenOf))
    const [leaves, stays] = await Promise.all(
      tokens.map((token) => openEvents(address("last-14-days/live"), token)),
    )
    await Promise.all([leaves?.next(), stays?.next()])
    signedOut.add(String(tokens[0]?.authorization.split(":")[1]))
    await leaves?.ended
    await onActivity(t.world, members[1] ?? 0, minutes(40))
    expect((await stays?.next())?.data).toBeTruthy()
    stays?.close()
  })

  test("reports several boards in one stream, and catches up with each", async () => {
    const ana = await addAthlete(t.world, { name: "Ana" })
    await onActivity(t.world, ana, minutes(50))
    await server.boards.catchUp()
    const page = await openEvents(address("this-month,last-10-days/live"))
    expect([(await page.next()).data.board, (await page.next()).data.board]).toEqual([
      "this-month",
      "last-10-days",
    ])
    // Before the ten days, but within the month.
    await onActivity(t.world, ana, minutes(20, { startedAt: new Date("2026-11-08T15:00:00Z") }))
    const told = await page.next()
    expect(told).toMatchObject({ name: "difference", data: { board: "this-month" } })
    page.close()
    const back = await openEvents(address("this-month,last-10-days/live"), { "last-event-id": told.id })
    await onActivity(t.world, ana, minutes(20, { startedAt: new Date("2026-11-19T15:00:00Z") }))
    const both = [await back.next(), await back.next()]
    expect(both.map(({ name, data }) => [name, data.board]).toSorted()).toEqual([
      ["difference", "last-10-days"],
      ["difference", "this-month"],
    ])
    back.close()
    expect((await get("a,b,c,d,e/live")).status).toBe(400)
  })

  test("switches to the new month's board while it is open", async () => {
    const page = await openEvents(address("this-month/live"))
    await page.next()
    const ana = await addAthlete(t.world, { name: "Ana" })
    await onActivity(t.world, ana, minutes(40))
    expect((await page.next()).data.rows[0].name).toBe("Ana")
    t.clock.set("2026-12-01T12:00:00Z")
    expect(await page.next()).toMatchObject({ name: "reset", data: { rows: [], total: 0 } })
    page.close()
  })

  test("is limited per network, releases closed streams, and ends when the server stops", async () => {
    const open = () => openEvents(address("last-14-days/live"), { "x-forwarded-for": "203.0.113.9" })
    const head = await fetch(address("last-14-days/live"), {
      method: "HEAD",
      headers: { "x-forwarded-for": "203.0.113.9" },
    })
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"])
    const pages = [await open(), await open(), await open()]
    const refused = await open()
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"])
    expect((await openEvents(address("last-14-days/live"))).status).toBe(200)
    pages[0]?.close()
    await expect.poll(async () => (await open()).status).toBe(200)
    server.stop()
    await Promise.all(pages.slice(1).map(({ ended }) => ended))
  })
})
