/** /api/v1 on a real database: what it shows to whom, and how it refuses. */
import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { apiAddresses } from "#content/developers.ts"
import { block } from "#domain/community/block.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addRace } from "#domain/competition/races/change.ts"
import { foundTeam, joinTeam, leaveTeam } from "#domain/competition/teams/founding.ts"
import { ownTeam } from "#domain/competition/teams/own-team.ts"
import { type ApiAnswer, memberWithToken, openApi, type TestApi, tokenOf } from "#test/support/api.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"

let t: TestWorld
let api: TestApi
beforeAll(async () => {
  t = await createCompetitionWorld()
  api = await openApi(t)
})
afterAll(async () => {
  api.close()
  await t.close()
})
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  await t.world.db.sql`delete from private.rate_limits`
  await api.boards.reload()
})

let sent = 0
async function train(athlete: number, minutes: number) {
  sent++
  const length = { kind: "hiit" as const, distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 }
  await onActivity(t.world, athlete, sentRun({ ...length, externalId: `sent ${sent}` }))
  await api.boards.catchUp()
}
const names = ({ body }: ApiAnswer) =>
  body.rows.map((row: { athlete: { name: string } | null }) => row.athlete?.name ?? null)
const board = "/boards/last-14-days"

describe("a board", () => {
  test("is read page by page, and a cursor ends when a place changes", async () => {
    for (const [name, minutes] of [
      ["Ana", 50],
      ["Ben", 40],
      ["Cleo", 30],
    ] as const)
      await train(await addAthlete(t.world, { name }), minutes)
    const first = await api.get(`${board}?limit=2`)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      board: "last-14-days",
      title: "Last 2 weeks",
      total: 3,
      zone: "America/Los_Angeles",
    })
    expect(first.body.rows[0]).toMatchObject({
      place: 1,
      points: 75,
      activeDays: 1,
      sample: false,
      credits: [],
    })
    expect(names(first)).toEqual(["Ana", "Ben"])
    const second = await api.get(`${board}?limit=2&cursor=${first.body.next}`)
    expect([names(second), second.body.next]).toEqual([["Cleo"], null])

    await train(await addAthlete(t.world, { name: "Dan" }), 60)
    const moved = await api.get(`${board}?limit=2&cursor=${first.body.next}`)
    expect(moved.status).toBe(410)
    expect(moved.body).toMatchObject({ code: "board_moved", status: 410, first: `/api/v1${board}?limit=2` })
    expect(names(await api.get(`${board}?limit=2`))).toEqual(["Dan", "Ana"])
  })

  test("is not sent again to who has it, and any site may read it without a token", async () => {
    await train(await addAthlete(t.world), 50)
    const { headers } = await api.get(board)
    expect(headers.get("cache-control")).toBe("public, max-age=1, stale-while-revalidate=5")
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect((await api.get(board, null, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304)
  })

  test.each([
    [
      "/boards/last-14-days?limit=201",
      400,
      "invalid_parameter",
      "limit must be a whole number from 1 to 200",
    ],
    [
      "/boards/last-14-days?cursor=1",
      400,
      "invalid_parameter",
      "cursor must be the value of next on the previous page",
    ],
    ["/boards/last-14-days?colour=red", 400, "invalid_parameter", "There is no parameter colour."],
    [
      "/boards/last-14-days?around=me",
      401,
      "token_needed",
      "around=me needs a token with the scope boards:read.",
    ],
    ["/boards/last-year", 404, "unknown_board", 'There is no board "last-year".'],
    [
      "/boards/last-14-days/athletes/nobody",
      404,
      "unknown_athlete",
      "There is no such athlete, or they are not shown.",
    ],
    ["/seasons/monthly-1999-01", 404, "unknown_season", 'There is no closed season "monthly-1999-01".'],
    ["/seasons/monthly-1999-01/races/climb", 404, "unknown_race", "There is no such race of this kind."],
    ["/me", 401, "token_needed", "Send a token with the scope me:read"],
  ])("%s is refused with %i %s", async (path, status, code, detail) => {
    const answer = await api.get(path)
    expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8")
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(answer.body).toMatchObject({ type: "about:blank", status, code, requestId: "test-request" })
    expect(answer.body.detail).toContain(detail)
    expect(answer.status).toBe(status)
  })
})

describe("who sees whom", () => {
  test("a token with boards:read sees what its owner sees, and another token what visitors see", async () => {
    const ana = await memberWithToken(t.world, { name: "Ana", visibility: "members" })
    const ben = await memberWithToken(t.world, { name: "Ben" })
    const hidden = await addAthlete(t.world, { name: "Cleo", visibility: "hidden" })
    for (const athlete of [ana.athlete, ben.athlete, hidden]) await train(athlete, 30)
    const seen = async (token: string | null) =>
      (await api.get(board, token)).body.rows
        .map((row: { athlete: { name: string } | null }) => row.athlete?.name ?? null)
        .sort()
    expect(await seen(null)).toEqual(["Ben", null, null])
    expect(await seen(ben.token)).toEqual(["Ana", "Ben", null])
    expect(await seen(await tokenOf(t.world, ben.userId, ["me:read"]))).toEqual(["Ben", null, null])
    const path = `${board}/athletes/${ana.slug}`
    expect([(await api.get(path)).status, (await api.get(path, ben.token)).status]).toEqual([404, 200])
    expect((await api.get(board, ben.token)).headers.get("cache-control")).toBe("private, no-store")

    await block(t.world, ana.userId, ben.slug)
    expect(await seen(ben.token)).toEqual(["Ben", null, null])
    expect((await api.get(path, ben.token)).status).toBe(404)
    await t.world.accounts.remove(t.world.db, ben.userId)
    await api.boards.reload()
    expect(JSON.stringify((await api.get(board)).body)).not.toContain("Ben")
  })

  test("around=me has the rows around the owner of the token", async () => {
    for (let nr = 0; nr < 8; nr++) await train(await addAthlete(t.world), 60 + nr)
    const me = await memberWithToken(t.world, { name: "Ana" })
    await train(me.athlete, 30)
    const { body } = await api.get(`${board}?around=me`, me.token)
    expect(body.rows.map(({ place }: { place: number }) => place)).toEqual([4, 5, 6, 7, 8, 9])
    expect(body.rows.at(-1).athlete.name).toBe("Ana")
    expect((await api.get(`${board}?around=me`, await tokenOf(t.world, me.userId, ["me:read"]))).status).toBe(
      403,
    )
  })

  test("the owner reads their own days and workouts, each with its reasons", async () => {
    const me = await memberWithToken(t.world, { name: "Ana", visibility: "hidden" })
    await train(me.athlete, 30)
    expect((await api.get("/me", me.token)).body).toMatchObject({
      athlete: { id: me.slug, name: "Ana" },
      visibility: "hidden",
      places: expect.arrayContaining([{ board: "last-14-days", place: 1, total: 1 }]),
    })
    const { body } = await api.get("/me/days", me.token)
    expect(body.days).toMatchObject([{ day: "2026-11-18", points: 55, active: true }])
    const why = await api.get("/me/days/2026-11-18/why", me.token)
    expect(why.body.lines.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(55)
    expect((await api.get("/me/days/2026-11-17/why", me.token)).body.code).toBe("no_points")
    expect((await api.get("/me/activities", me.token)).body).toMatchObject({
      total: 1,
      activities: [{ day: "2026-11-18", movingSeconds: 1800, status: "counted", reason: "counted" }],
    })
  })
})

describe("a token", () => {
  test("is refused once it has ended, even where no token is needed", async () => {
    const me = await memberWithToken(t.world, { name: "Ana" })
    await t.world.db.sql`delete from private.personal_tokens`
    for (const path of [board, "/me"]) {
      const { status, body, headers } = await api.get(path, me.token)
      expect([status, body.code, headers.get("www-authenticate")]).toEqual([
        401,
        "invalid_token",
        'Bearer realm="api", error="invalid_token"',
      ])
    }
  })

  test("does only what its scopes say", async () => {
    const me = await memberWithToken(t.world, { name: "Ana", scopes: ["boards:read"] })
    const refused = await api.get("/me", me.token)
    expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"])
    expect(refused.headers.get("www-authenticate")).toContain('scope="me:read"')
  })

  test("is counted by itself, and a network without one by its address", async () => {
    const me = await memberWithToken(t.world, { name: "Ana" })
    const own = await api.get("/me", me.token)
    expect(own.headers.get("ratelimit-policy")).toBe('"api-token";q=600;w=60')
    expect(own.headers.get("ratelimit")).toMatch(/^"api-token";r=599;t=\d+$/)
    for (let nr = 0; nr < 60; nr++) await api.get("/events")
    const refused = await api.get("/events")
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await api.get("/events", me.token)).status).toBe(200)
  })
})

describe("an upload", () => {
  const gpx = (minute: number) =>
    new TextEncoder().encode(
      `<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="${minute}"/></trkseg></trk></gpx>`,
    )
  const upload = (token: string, minute: number, key?: string, path = "/me/activities?name=run.gpx") =>
    api.send(path, {
      method: "POST",
      token,
      body: gpx(minute),
      headers: key ? { "idempotency-key": key } : {},
    })
  const imports = async () =>
    (await t.world.db.sql<{ n: number }>`select count(*)::integer as n from imports`)[0]?.n

  test("is stored once for one key, however often and at the same time it is sent", async () => {
    const me = await memberWithToken(t.world, { name: "Ana" })
    const answers = await Promise.all([
      upload(me.token, 1, "a"),
      upload(me.token, 1, "a"),
      upload(me.token, 1, "a"),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map(({ body }) => body.import)).size).toBe(1)
    expect(await imports()).toBe(1)
    expect((await upload(me.token, 2, "a")).body).toMatchObject({ status: 422, code: "key_reused" })
    const [first] = answers
    expect((await api.get(`/me/imports/${first?.body.import}`, me.token)).body).toMatchObject({
      finished: false,
    })
    const other = await memberWithToken(t.world, { name: "Ben" })
    expect((await api.get(`/me/imports/${first?.body.import}`, other.token)).status).toBe(404)
    expect((await upload(other.token, 1, "a")).body.import).not.toBe(first?.body.import)
    t.clock.advance(24 * 3_600_000)
    expect((await upload(me.token, 3, "a")).status).toBe(202)
  })

  test("can be the file of a form, as phone shortcuts send it", async () => {
    const me = await memberWithToken(t.world, { name: "Ana" })
    const form = new FormData()
    form.append("file", new File([gpx(1)], "morning.gpx"))
    expect((await api.send("/me/activities", { method: "POST", token: me.token, body: form })).status).toBe(
      202,
    )
    const [row] = await t.world.db.sql<{ name: string }>`select name from import_uploads`
    expect(row?.name).toBe("morning.gpx")
  })

  test("without a file, a name, the scope or a membership is refused with a sentence", async () => {
    const me = await memberWithToken(t.world, { name: "Ana" })
    expect((await upload(me.token, 1, undefined, "/me/activities")).body.detail).toBe(
      "Say the file's name: ?name=run.fit",
    )
    expect((await upload(me.token, 1, undefined, "/me/activities?name=..%2Fa")).body.detail).toBe(
      "name must be a file name without its folder",
    )
    const empty = await api.send("/me/activities?name=a.fit", { method: "POST", token: me.token, body: "" })
    expect(empty.body.code).toBe("no_file")
    expect((await upload(await tokenOf(t.world, me.userId, ["me:read"]), 1)).status).toBe(403)
    await t.world.db.sql`update athletes set user_id = null where id = ${me.athlete}`
    expect((await upload(me.token, 1)).body.code).toBe("not_joined")
    expect(await imports()).toBe(0)
  })
})

describe("a captain", () => {
  const address = { season: "monthly-2026-12", name: "crews" }
  const race = sideRace({ name: "crews", title: "Crews", words: "Teams of friends.", entrants: "captains" })
  const members = (number: number, token: string) =>
    api.get(`/seasons/monthly-2026-12/races/crews/teams/${number}/members`, token)

  test("reads the members who recorded, and nobody else does", async () => {
    t.clock.set("2026-11-25T22:00:00Z")
    await maintainBoards(t.world)
    const [ana, ben, cleo] = [
      await memberWithToken(t.world, { name: "Ana" }),
      await memberWithToken(t.world, { name: "Ben" }),
      await memberWithToken(t.world, { name: "Cleo" }),
    ]
    await addRace(t.world, { season: address.season, race })
    const made = await foundTeam(t.world, { ...address, userId: ana.userId }, "Early Crew")
    if (!made.ok) throw new Error(made.code)
    const own = await ownTeam(t.world, { ...address, userId: ana.userId })
    const code = (own.ok && own.own.team?.code) || ""
    for (const { userId } of [ben, cleo]) await joinTeam(t.world, { ...address, userId }, code)
    t.clock.set("2026-12-02T22:00:00Z")
    const startedAt = new Date("2026-12-02T18:00:00Z")
    await onActivity(t.world, ben.athlete, sentRun({ startedAt, externalId: "december" }))
    expect((await members(made.number, ana.token)).body).toMatchObject({
      members: [{ name: "Ben", activeDays: 1, points: expect.any(Number) }],
    })
    expect((await members(made.number, ben.token)).body).toMatchObject({ status: 403, code: "not_captain" })
    expect((await members(made.number + 1, ana.token)).body.code).toBe("not_captain")
    // A captain who leaves is one no more, at the next request.
    t.clock.set("2026-12-01T22:00:00Z")
    await leaveTeam(t.world, { ...address, userId: ana.userId })
    t.clock.set("2026-12-02T22:00:00Z")
    expect((await members(made.number, ana.token)).body.code).toBe("not_captain")
    expect((await members(made.number, ben.token)).status).toBe(200)
  })
})

describe("the description", () => {
  interface Operation {
    security?: unknown
    responses: Record<string, { content: Record<string, { schema: object }> }>
  }
  type Described = { paths: Record<string, Record<string, Operation>>; components: { schemas: object } }

  test("describes every answer: a client that knows nothing else reads each address", async () => {
    const me = await memberWithToken(t.world, { name: "Ana" })
    await train(me.athlete, 30)
    const answer = await api.get("/openapi.json", me.token)
    expect(answer.body).toMatchObject({ openapi: "3.1.0" })
    const described = answer.body as Described
    const ajv = new Ajv2020({
      strict: false,
      formats: { date: true, uri: true, uuid: true, "date-time": true, binary: true },
    })
    ajv.addSchema({ ...described, $id: "api" })
    const values: Record<string, string> = {
      board: "last-14-days",
      athlete: me.slug,
      season: "monthly-2026-11",
      race: "five-a-week",
      team: "1",
      day: "2026-11-18",
      import: "00000000-0000-4000-8000-000000000000",
    }
    const asked: Record<string, number> = {}
    for (const [path, operations] of Object.entries(described.paths)) {
      if (!operations.get) continue
      const filled = path
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
        .slice("/api/v1".length)
      const { status, body, headers } = await api.get(filled, me.token)
      asked[path] = status
      const type = (headers.get("content-type") ?? "").split(";")[0] ?? ""
      const shape = operations.get.responses[status]?.content[type]
      expect(shape, `${path} answers ${status} ${type}, which is described`).toBeDefined()
      const pointer = `api#/paths/${path.replaceAll("/", "~1")}/get/responses/${status}/content/${type.replaceAll("/", "~1")}/schema`
      const matches = ajv.getSchema(encodeURI(pointer))
      expect([path, matches?.(body), matches?.errors ?? null]).toEqual([path, true, null])
    }
    expect(Object.values(asked).filter((status) => status === 200).length).toBeGreaterThan(9)
    // /developers lists the same addresses.
    const listed = apiAddresses.flatMap(({ addresses }) => addresses.map(([address]) => `/api/v1${address}`))
    expect(listed.sort()).toEqual(Object.keys(described.paths).sort())
  })
})
