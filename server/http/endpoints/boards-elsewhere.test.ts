/** Boards outside the site: a frame on a partner's page, a link preview, the Data API. */
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { mine } from "#domain/competition/boards/standings.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { World } from "#domain/world.ts"
import { type LocalServer, startLocal } from "#test/conformance/support/server.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
import type { AppEnv } from "../context.ts"
import { layoutCard } from "../share-card/layout.ts"
import { boardsEmbedEndpoint } from "./boards-embed.ts"
import { screenEndpoint } from "./screen.ts"
import { shareCardEndpoint } from "./share-card.ts"

const now = "2026-11-20T20:00:00Z"
const script = { code: "follow()", hash: "sha256-AAAA" }
let data: LocalServer
let world: World
let boards: Boards
let app: Hono<AppEnv>
const members = new Map<string, { slug: string; userId: string }>()

beforeAll(async () => {
  data = await startLocal()
  world = {
    db: data.db,
    live: { publish: async () => {}, subscribe: () => () => {} },
    log: data.log,
    settings: {
      siteUrl: "http://b4m.test",
      operatorEmails: [],
      operatorsNeedSecondFactor: false,
      demo: false,
    },
    published: unusedPorts.published,
    now: () => new Date(now),
  } as Partial<World> as World
  await maintainBoards(world)
  for (const [name, minutes, visibility, source] of [
    ["Ana <b>", 60, "public", "file"],
    ["Ben", 50, "members", "file"],
    ["Cleo", 40, "hidden", "file"],
    ["Zoe", 30, "public", "strava"],
  ] as const) {
    const email = `${name.slice(0, 3).toLowerCase()}@b4m.test`
    const id = await addAthlete(world, { name, visibility, email })
    const sent = { kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 } as const
    await onActivity(world, id, sentRun({ ...sent, source }))
    const [row] = await data.db.sql<{ slug: string; userId: string }>`
      select slug, user_id as "userId" from athletes where id = ${id}
    `
    if (row) members.set(name.slice(0, 3), row)
  }
  boards = createBoards(world)
  await boards.open()
  app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("https", false)
    return next()
  })
  app.route("/", boardsEmbedEndpoint({ world, boards, script: async () => script }))
  app.route("/", screenEndpoint({ world, boards, script: async () => ({ ...script, font: "/f.woff2" }) }))
  app.route("/", shareCardEndpoint({ world, boards }))
})
afterAll(async () => {
  boards.close()
  await data.close()
})

test("the frame for other sites is small, contains only public names, and escapes them", async () => {
  const answer = await app.request("/embed/boards/last-14-days?limit=3&theme=dark")
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *")
  expect(answer.headers.get("content-security-policy")).toContain(`script-src 'self' '${script.hash}';`)
  expect(answer.headers.get("x-frame-options")).toBeNull()
  expect(answer.headers.get("cache-control")).toBe("public, max-age=5")
  expect(page.length).toBeLessThan(12_000)
  expect(page).not.toMatch(/<(script|link)[^>]* (src|href)=/)
  expect(page.match(/<img class="face" src="\/faces\//g)).toHaveLength(3)
  expect(page).toMatch(/class="mark"[^>]*>B4M</)
  expect(page).toContain(`<script>${script.code}</script>`)
  expect(page).toContain("Ana &lt;b&gt;")
  expect(page.match(/<tr data-key/g)).toHaveLength(3)
  expect(page).not.toMatch(/Ben|Cleo|Zoe/)
  expect((await app.request("/embed/boards/last-14-days?limit=51")).status).toBe(400)
  expect((await app.request("/embed/boards/last-14-days?theme=pink")).status).toBe(400)
  expect((await app.request("/embed/boards/nothing")).status).toBe(404)
})

test("a frame shows the prize of its own race, and recent training has none", async () => {
  const [race, recent] = await Promise.all(
    ["this-fortnight", "last-14-days"].map(async (board) =>
      (await app.request(`/embed/boards/${board}`)).text(),
    ),
  )
  expect(race).toContain("for 1st place")
  expect(race).toMatch(/Ends November 22/)
  expect(recent).toContain("Recent training, no prize")
  expect(recent).not.toContain("for 1st place")
})

test("a screen shows a race with its prize and deadline, only public names, and nothing to press", async () => {
  const answer = await app.request("/screen/two-weeks")
  const page = await answer.text()
  expect([answer.status, page]).toEqual([200, expect.stringContaining("Ana &lt;b&gt;")])
  expect(answer.headers.get("content-security-policy")).toContain(`script-src 'self' '${script.hash}';`)
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *")
  expect(page).not.toMatch(/Ben|Cleo|Zoe|<a |<button|<input/)
  expect(page.match(/<span class="rank">\d+</g)).toHaveLength(4)
  expect(page).toContain("<b>1st place wins</b>")
  expect(page).toMatch(/<time id="closes" datetime="2026-11-23T08:00:00.000Z">November 22</)
  expect(page).toContain("1–4 of 4")
  for (const [path, status] of [
    ["/screen/nothing", 404],
    ["/screen/two-weeks?theme=pink", 400],
    ["/screen/two-weeks?theme=dark", 200],
  ] as const)
    expect((await app.request(path)).status).toBe(status)
})

test("a share card is an image of 1200 by 630, available only for a public athlete", async () => {
  const card = (name: string) => `/cards/athletes/${members.get(name)?.slug}.png`
  const answer = await app.request(card("Ana"))
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"])
  const png = Buffer.from(await answer.arrayBuffer())
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n")
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  const again = await app.request(card("Ana"), {
    headers: { "if-none-match": answer.headers.get("etag") ?? "" },
  })
  expect(again.status).toBe(304)
  for (const name of ["Ben", "Cle"]) expect((await app.request(card(name))).status).toBe(404)
  expect((await app.request("/cards/athletes/nobody.png")).status).toBe(404)
})

test("standings through the Data API: visitors, members and the athlete each see only what is permitted", async () => {
  const seenBy = async (name?: string) => {
    const sub = name && members.get(name)?.userId
    const client = sub ? data.client({ token: await data.issuer.token({ sub }) }) : data.client()
    const { data: rows, error } = await client.rpc("standings", { board: "last-14-days" })
    if (error) throw new Error(error.message)
    return (rows as { rank: number; name: string | null; points: number | null }[]).map((row) => [
      row.rank,
      row.name,
      row.points,
    ])
  }
  expect(await seenBy()).toEqual([
    [1, "Ana <b>", 85],
    [2, null, 75],
    [3, null, 65],
    [4, null, null],
  ])
  expect(await seenBy("Ben")).toEqual([
    [1, "Ana <b>", 85],
    [2, "Ben", 75],
    [3, null, 65],
    [4, "Zoe", 55],
  ])
  expect((await seenBy("Cle"))[2]).toEqual([3, "Cleo", 65])
  const client = data.client()
  const page = await client.rpc("standings", { board: "last-14-days", page_size: 3 })
  const rest = await client.rpc("standings", { board: "last-14-days", after: page.data.at(-1).next })
  expect([page.data.length, rest.data.map(({ rank }: { rank: number }) => rank)]).toEqual([3, [4]])
  // The underlying tables show each member only their own rows.
  expect((await client.from("standings").select()).data ?? []).toEqual([])
  expect((await client.from("athlete_days").select()).data ?? []).toEqual([])
})

test("only sample athletes are marked as such, in a frame, on a card and next to one's own place", async () => {
  const id = await addAthlete(world, { name: "Sam", demo: true })
  await onActivity(world, id, sentRun({ kind: "hiit", distanceM: 0, movingS: 3300, elapsedS: 3300 }))
  await boards.catchUp()
  const page = await (await app.request("/embed/boards/last-14-days")).text()
  expect(page).toMatch(/>Sam<\/a> <small>sample<\/small>/)
  expect(page.match(/<small>/g)).toHaveLength(1)
  const texts = (demo: boolean) =>
    JSON.stringify(
      layoutCard(
        {
          ...{ title: "", figure: null, lines: [], prize: null, days: [0, 10], credits: [] },
          people: [{ name: "Sam", photo: null, demo, won: null }],
        },
        "wide",
        [],
      ),
    ).match(/"sample athlete"/g)
  expect([texts(true)?.length, texts(false)]).toEqual([1, null])
  const viewer = members.get("Ben")?.userId ?? ""
  const found = await mine(world, boards, { slug: "last-14-days", viewer, neighbors: 1 })
  expect(found.ok && found.mine.around.map(({ name, sample }) => [name, sample])).toEqual([
    ["Sam", true],
    ["Ben", false],
    [null, false],
  ])
})

test("the card of a past moment redirects to the card of the same athlete's place", async () => {
  const ana = `/cards/athletes/${members.get("Ana")?.slug}`
  expect((await app.request(`${ana}/first-points.png`)).status).toBe(200)
  for (const [moment, place] of [
    ["best-day.png", `${ana}.png`],
    ["best-day.tall.png", `${ana}.tall.png`],
  ] as const) {
    const over = await app.request(`${ana}/${moment}`)
    expect([over.status, over.headers.get("location")]).toEqual([302, place])
    expect((await app.request(place)).status).toBe(200)
  }
  expect((await app.request(`${ana}/constructor.png`)).status).toBe(404)
  const hidden = `/cards/athletes/${members.get("Cle")?.slug}`
  expect((await app.request(`${hidden}/best-day.png`)).status).toBe(404)
})
