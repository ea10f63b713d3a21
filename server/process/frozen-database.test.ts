/** The running site while its database is frozen or gone: every request is answered within seconds. */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { type PostgresProcesses, postgresProcesses } from "#test/support/postgres-processes.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { ensureBuilt } from "../../scripts/bootstrap/build.mjs"

let folder: string
let url: string
let server: ServerProcess
let postgres: PostgresProcesses
/** A member who is signed in. */
let token: string

const publishable = `sb_publishable_${"a".repeat(31)}`
const secret = `sb_secret_${"b".repeat(31)}`
const json = { apikey: publishable, "content-type": "application/json" }
const form = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" }
const person = { email: "frozen@b4m.test", password: "a long enough passphrase 7" }

/** Requests served from memory, and requests of each service that query the database. */
const kept = ["/", "/leaderboard", "/leaderboard.data", "/events", "/boards/this-month.json"]
const asking: [path: string, init?: RequestInit][] = [
  ["/newsletter/issues", { headers: { accept: "text/html" } }],
  ["/calendar/events.ics"],
  ["/operator", { headers: { accept: "text/html", cookie: "b4m_console=abc" } }],
  ["/rest/v1/boards?select=slug", { headers: { apikey: publishable } }],
  ["/auth/v1/signup", { method: "POST", headers: json, body: JSON.stringify(person) }],
  ["/auth/v1/token?grant_type=password", { method: "POST", headers: json, body: JSON.stringify(person) }],
  ["/storage/v1/object/list/photos", { method: "POST", headers: json, body: '{"prefix":""}' }],
  [
    "/storage/v1/object/photos/a.txt",
    { method: "POST", headers: { apikey: secret, authorization: `Bearer ${secret}` }, body: "a" },
  ],
  [
    "/functions/v1/create-checkout",
    { method: "POST", headers: json, body: '{"productName":"Donation","price":25,"mode":"payment"}' },
  ],
  ["/checkout", { method: "POST", headers: form, body: "productName=Donation&price=25&mode=payment" }],
]

/** Requests of a signed-in member. */
const askingAsMember = (): typeof asking => {
  const member = { ...json, authorization: `Bearer ${token}` }
  return [
    ["/auth/v1/user", { headers: member }],
    ["/functions/v1/my-spots", { method: "POST", headers: member, body: "{}" }],
    [
      "/functions/v1/begin-import",
      { method: "POST", headers: member, body: '{"files":[{"name":"a.gpx","size":9}]}' },
    ],
    ["/operator/session", { method: "POST", headers: { ...form, origin: url }, body: `token=${token}` }],
  ]
}

/** One server for all tests, each of which leaves it well; the last one ends it. */
beforeAll(async () => {
  // Kept pages require a build, which a run of single tests does not create.
  await ensureBuilt(join(import.meta.dirname, "../.."), () => {})
  folder = await mkdtemp(join(await scratchFolder(), "b4m-frozen-"))
  // As root, the database runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  server = startProcess("server/main.ts", {
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    SUPABASE_PUBLISHABLE_KEY: publishable,
    SUPABASE_SECRET_KEY: secret,
    AUTH_LIMITS: "off",
    AUTH_AUTOCONFIRM: "on",
    PAYMENTS_SANDBOX: "on",
    // No test needs their training.
    DEMO: "off",
  })
  url = await server.url
  await vi.waitFor(() => expect(server.output()).toMatch(/Data: [^"]+"/), { timeout: 60_000 })
  postgres = postgresProcesses(/Data: ([^"]+)"/.exec(server.output())?.[1] ?? "")
  for (const path of kept) expect((await fetch(url + path)).status, path).toBe(200)
  const member = { ...person, email: "member@b4m.test" }
  const signUp = { method: "POST", headers: json, body: JSON.stringify(member) }
  const { access_token } = await (await fetch(`${url}/auth/v1/signup`, signUp)).json()
  token = access_token
}, 600_000)
afterEach(() => postgres.thaw())
afterAll(async () => {
  server.kill("SIGKILL")
  // Already gone in the last test.
  await postgres.kill().catch(() => {})
  await killAll([server])
  await rm(folder, { recursive: true, force: true })
})

/** Far above the 6 seconds of an idle machine. Without deadlines, a request waited for 45 seconds or forever. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { redirect: "manual", signal: AbortSignal.timeout(30_000), ...init }).catch((error) => {
    throw new Error(`${path} was not answered`, { cause: error })
  })

async function expectUnavailable() {
  const all = [...asking, ...askingAsMember()]
  const answers = await Promise.all(
    all.map(async ([path, init]) => {
      const answer = await ask(path, init)
      await answer.arrayBuffer()
      return [path, answer.status, Number(answer.headers.get("retry-after")) > 0]
    }),
  )
  expect(answers).toEqual(all.map(([path]) => [path, 503, true]))
}

async function expectWell() {
  await expect.poll(async () => (await ask("/ready")).status, { timeout: 120_000, interval: 200 }).toBe(200)
  await expect
    .poll(async () => (await ask("/leaderboard")).headers.get("age"), { timeout: 120_000, interval: 200 })
    .toBeNull()
  expect((await ask("/rest/v1/boards?select=slug", { headers: { apikey: publishable } })).status).toBe(200)
}

test("while the database is frozen, kept pages show their age and others get 503; then all recover", async () => {
  await postgres.freeze()
  for (const path of kept) expect((await ask(path)).status, path).toBe(200)
  await expectUnavailable()
  expect((await ask("/health")).status).toBe(200)
  expect((await ask("/ready")).status).toBe(503)
  // The first requests had open connections; these find none.
  await expectUnavailable()
  for (const path of kept) {
    // Each page was rendered at a different time.
    const age = async () => Number((await ask(path)).headers.get("age"))
    await expect.poll(age, { timeout: 120_000, interval: 500 }).toBeGreaterThanOrEqual(30)
    const answer = await ask(path)
    expect(answer.status, path).toBe(200)
    if (answer.headers.get("content-type")?.startsWith("text/html"))
      expect(await answer.text(), path).toMatch(/<p id="as-of"[^>]*>[^<]* as of \d+:\d\d [AP]M P[SD]T\.<\/p>/)
  }
  await postgres.thaw()
  await expectWell()
  expect(server.output()).not.toContain("restart this process")
})

test("when the database is killed, kept pages are shown, nothing is 500, and the site recovers", async () => {
  await postgres.kill()
  const ends = new Set<string>()
  // The server restarts its database within seconds, so some requests find it gone and some running.
  for (let n = 0; n < 3; n++)
    await Promise.all(
      asking.map(async ([path, init]) => {
        const { status, headers } = await ask(path, init)
        ends.add(status < 500 ? "answered" : `${status}, again in ${headers.get("retry-after")} s`)
      }),
    )
  for (const path of kept) expect((await ask(path)).status, path).toBe(200)
  expect([...ends].filter((end) => end !== "answered" && end !== "503, again in 5 s")).toEqual([])
  expect((await ask("/health")).status).toBe(200)
  await expectWell()
})

test("a process whose database is frozen exits within 30 seconds of SIGTERM", async () => {
  const ended = new Promise((resolve) => server.child.once("exit", resolve))
  await postgres.freeze()
  // Requests in flight; another test checks their responses.
  const waiting = expectUnavailable().catch(() => {})
  const asked = performance.now()
  server.kill("SIGTERM")
  await ended
  // The process enforces the limit itself (process.ts); a busy machine may notice its exit late.
  expect(performance.now() - asked).toBeLessThan(45_000)
  await waiting
})
