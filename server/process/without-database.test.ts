/** A start while nothing answers at DATABASE_URL: pages come from disk, all else says so, and everything is back by itself. */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { connect, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { ensureBuilt } from "../../scripts/bootstrap/build.mjs"

let folder: string
let url: string
let port: number
let database: Awaited<ReturnType<typeof startEmbedded>>
let door: Server
const inside: Socket[] = []
const running: ServerProcess[] = []

/** A real PostgreSQL, always at the same port, where nothing listens while it is stopped. */
async function openDatabase() {
  database = await startEmbedded({ dataDir: join(folder, "postgres"), log: collectLog(), purpose: "test" })
  const { hostname, port: own } = new URL(database.url)
  door = createServer((socket) => {
    const through = connect({ host: hostname, port: Number(own) })
    inside.push(socket, through)
    socket.pipe(through).pipe(socket)
    for (const one of [socket, through]) one.on("error", () => [socket, through].map((end) => end.destroy()))
  })
  await new Promise<void>((resolve) => door.listen(port ?? 0, "127.0.0.1", resolve))
  port = (door.address() as { port: number }).port
}

async function stopDatabase() {
  for (const socket of inside.splice(0)) socket.destroy()
  await new Promise((resolve) => door.close(resolve))
  await database.stop()
}

function startSite(data = "data"): ServerProcess {
  const address = new URL(database.url)
  const server = startProcess("server/main.ts", {
    PORT: "0",
    DATA_DIR: join(folder, data),
    DATABASE_URL: `postgres://${address.username}:${address.password}@127.0.0.1:${port}${address.pathname}`,
    DEMO: "off",
    PAYMENTS_SANDBOX: "on",
    AUTH_LIMITS: "off",
  })
  running.push(server)
  return server
}

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, "../.."), () => {})
  folder = await mkdtemp(join(await scratchFolder(), "b4m-without-"))
  // As root, the database runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  await openDatabase()
}, 600_000)
afterAll(async () => {
  await killAll(running)
  await stopDatabase().catch(() => {})
  await rm(folder, { recursive: true, force: true })
})

const html = { accept: "text/html" }
const ask = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { redirect: "manual", signal: AbortSignal.timeout(60_000), ...init })
const textOf = async (path: string) => (await ask(path, { headers: html })).text()

/** What the first start published and rendered, stopped as an update stops it. */
async function serveBefore() {
  const site = startSite()
  url = await site.url
  const db = connectPostgres({ url: database.url, max: 1 })
  await db.sql`
    insert into private.publishing (kind, slug, data, state, edited_at)
    values ('partners', 'northline', ${db.sql.json({ slug: "northline", name: "Northline Shoes", text: "They lend us shoes." })},
      'published', now())`
  await db.end()
  await expect.poll(() => textOf("/partners")).toContain("Northline Shoes")
  for (const path of ["/", "/leaderboard", "/leaderboard.data", "/events"])
    expect((await ask(path)).status, path).toBe(200)
  site.kill("SIGTERM")
  expect(await site.ended).toBe(0)
}

test("Without its database a start serves the pages as they were last, answers 503 elsewhere, and recovers by itself", async () => {
  await serveBefore()
  await stopDatabase()
  const site = startSite()
  url = await site.url
  expect(site.output()).toContain("without its database")

  for (const path of ["/", "/leaderboard", "/leaderboard.data", "/events"]) {
    const page = await ask(path)
    expect([path, page.status, Number(page.headers.get("age")) >= 0], await page.text()).toEqual([
      path,
      200,
      true,
    ])
  }
  // Rendered from the words on disk, although nobody's visit had kept this one; and a page that nobody ever changed.
  expect(await textOf("/partners?utm_source=mail")).toContain("Northline Shoes")
  expect((await ask("/about")).status).toBe(200)
  // Published words about athletes, without anything that a member could have hidden since.
  for (const path of ["/athletes", "/athletes/billie-straub"])
    expect((await ask(path)).status, path).toBe(200)
  expect((await ask("/health")).status).toBe(200)
  const ready = await ask("/ready")
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { reasons: { database: expect.any(String) } },
  ])

  const form = { ...html, "content-type": "application/x-www-form-urlencoded", origin: url }
  const doors: [path: string, init?: RequestInit][] = [
    ["/leaderboard/athletes/ada", { headers: html }],
    ["/leaderboard/seasons/monthly-2026-11", { headers: html }],
    ["/account", { headers: html }],
    ["/operator", { headers: html }],
    ["/calendar/events.ics"],
    ["/boards/this-month.json"],
    ["/rest/v1/boards?select=slug"],
    ["/auth/v1/token?grant_type=password", { method: "POST", body: "{}" }],
    ["/webhooks/stripe", { method: "POST", body: "{}" }],
    ["/api/v1/boards"],
    ["/metrics"],
    [
      "/newsletter",
      { method: "POST", headers: form, body: "form=newsletter&email=ada%40example.com&name=Ada+Vale" },
    ],
  ]
  for (const [path, init] of doors) {
    const answer = await ask(path, init)
    const text = await answer.text()
    expect([path, answer.status, Number(answer.headers.get("retry-after")) > 0], text).toEqual([
      path,
      503,
      true,
    ])
    expect(text, path).toMatch(/cannot reach our database|unavailable/i)
  }
  expect(await (await ask(...(doors.at(-1) as [string, RequestInit]))).text()).toContain("Ada Vale")

  await openDatabase()
  await expect.poll(async () => (await ask("/ready")).status, { timeout: 120_000 }).toBe(200)
  expect((await ask("/leaderboard")).headers.get("age")).toBeNull()
  expect((await ask("/boards/this-month.json")).status).toBe(200)
  expect((await ask("/calendar/events.ics")).status).toBe(200)
  expect(await textOf("/partners")).toContain("Northline Shoes")
  const board = new WebSocket(url.replace("http", "ws"))
  await new Promise((closed) => board.addEventListener("error", closed))
  site.kill("SIGTERM")
  expect(await site.ended).toBe(0)
})

test("A process that waits for its database stops at once, and a new installation does not wait", async () => {
  await stopDatabase()
  const site = startSite()
  await site.url
  site.kill("SIGTERM")
  expect(await site.ended).toBe(0)
  const fresh = startSite("fresh")
  expect(await fresh.ended).toBe(1)
  expect(fresh.stderr()).toMatch(/^Nothing answers at 127\.0\.0\.1:\d+: is PostgreSQL running there[^\n]*\n$/)
  await openDatabase()
})
