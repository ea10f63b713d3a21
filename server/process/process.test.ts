import { mkdtemp, readFile, rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { talk } from "#test/support/raw-http.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

let database: TestDatabase
let folder: string
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-process-"))
})
afterEach(async () => {
  await killAll(running)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): ServerProcess {
  const data = { PORT: "0", DATA_DIR: join(folder, "data"), DATABASE_URL: database.url }
  const process = startProcess("server/main.ts", { ...data, ...env })
  running.push(process)
  return process
}

test("the server prints its URL, data location and disabled features, refuses ambiguous requests, and after SIGTERM completes what is in flight and rejects the rest", async () => {
  const server = start()
  const url = await server.url
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(server.output()).toContain(
    `Data: PostgreSQL ${new URL(database.url).pathname.slice(1)} on 127.0.0.1`,
  )
  expect(server.output()).toMatch(/Email is not sent: .* \(set SMTP_URL\)\./)
  expect(server.output()).not.toContain(new URL(database.url).password)

  // Two Host headers and HTTP/0.9 everywhere: for a file, in the API, and for an upgrade.
  const port = Number(new URL(url).port)
  const twoHosts = "Host: a\r\nHost: b\r\n"
  for (const path of ["/robots.txt", "/health", "/missing"]) {
    expect(await talk(port, `GET ${path} HTTP/1.1\r\n${twoHosts}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await talk(port, `GET ${path}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 505 /)
  }
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
  const request = `GET /realtime/v1/websocket HTTP/1.1\r\n${twoHosts}${upgrade}\r\n`
  expect(await talk(port, request)).toMatch(/^HTTP\/1\.1 400 /)

  // A request in flight completes after SIGTERM.
  let answered = false
  const response = await whileSigningInWaits(url, async (request) => {
    void request.then(() => {
      answered = true
    })
    server.kill("SIGTERM")
    await expect.poll(() => server.output()).toContain("SIGTERM: finishing what is in flight")
    const alive = () =>
      fetch(`${url}/health`).then(
        () => true,
        () => false,
      )
    await expect.poll(alive).toBe(false)
    expect(answered).toBe(false)
  })
  expect(response?.status).toBe(400)
  expect(await response?.json()).toMatchObject({ error_code: "invalid_credentials" })
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toMatch(/"level":"error"/)
})

test("a request whose body does not end is cut off after ten seconds", async () => {
  const server = start()
  await whileSigningInWaits(await server.url, async (request) => {
    const asked = Date.now()
    server.kill("SIGTERM")
    expect(await request).toBeUndefined()
    expect(Date.now() - asked).toBeGreaterThan(9_000)
    expect(await server.ended).toBe(0)
    expect(server.output()).toContain("Connections were cut")
  })
})

test("a taken port is reported in one sentence, before the database is started", async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  const { port } = other.address() as AddressInfo
  const server = start({ PORT: String(port), DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })
  expect(await server.ended).toBe(78)
  expect(server.output()).toBe(
    `PORT ${port} is already in use by another program; stop that or choose another, for example PORT=${port + 1}\n`,
  )
  await new Promise((resolve) => other.close(resolve))
})

test.each([
  [{ PORT: "abc" }, 'PORT must be a whole number from 0 to 65535 (it is "abc"), for example PORT=3000\n'],
  [
    { HOST: "192.0.2.1" },
    'HOST must be an address of this machine (it is "192.0.2.1"), for example HOST=0.0.0.0\n',
  ],
])("an invalid setting is reported in one sentence with exit code 78: %o", async (env, sentence) => {
  const server = start(env as Record<string, string>)
  expect(await server.ended).toBe(78)
  expect(server.output()).toBe(sentence)
})

test("production with an external database requires its secrets to be configured", async () => {
  const server = start({ NODE_ENV: "production", DATA_DIR: join(folder, "none") })
  expect(await server.ended).toBe(78)
  expect(server.stderr()).toMatch(
    /^AUTH_SECRET, .* must be set when NODE_ENV=production uses a DATABASE_URL[^\n]*\n$/,
  )
})

const long = "s".repeat(40)
const production = {
  NODE_ENV: "production",
  AUTH_SECRET: long,
  SUPABASE_PUBLISHABLE_KEY: long,
  SUPABASE_SECRET_KEY: `${long}x`,
  METRICS_TOKEN: long,
}

test("in production every line is JSON, an undecodable URL leaks no token to the log, /dev/outbox is missing, and another AUTH_SECRET needs a new key", async () => {
  const own = await createTestDatabase()
  const server = start({ ...production, LOG_FORMAT: "", DATABASE_URL: own.url })
  const url = await server.url
  const token = "q7Zt0Kf2vX9bLm4RsYw8Hc3D"
  const paths = [
    "confirm",
    "unsubscribe",
    "athletes",
    "events/spot",
    "blog",
    "operator",
    "calendar",
    "boards",
    "auth/v1",
  ]
  for (const path of paths)
    for (const end of ["%zz", "%zz.data", "%E0%A4%A", "%"])
      expect((await fetch(`${url}/${path}/${token}${end}`)).status).toBe(path === "auth/v1" ? 401 : 400)
  expect((await fetch(`${url}/dev/outbox`)).status).toBe(404)
  server.kill("SIGINT")
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toContain(token)
  expect(server.output()).toContain("Links in emails and feeds point to this machine (set SITE_URL).")
  const lines = server.output().trim().split("\n")
  expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([])
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
    expect.arrayContaining([
      `B4M is running at ${url}`,
      "SIGINT: finishing what is in flight; a second signal stops at once",
    ]),
  )

  // Keys under another AUTH_SECRET stop the start with one sentence, until a new key is created.
  const lost = start({ ...production, DATABASE_URL: own.url, AUTH_SECRET: "o".repeat(40) })
  expect(await lost.ended).toBe(78)
  expect(lost.stderr()).toMatch(
    /^AUTH_SECRET must be the one under which signing key \S+ was sealed: [^\n]*npm run rotate-keys[^\n]*\n$/,
  )
  const env = {
    ...production,
    DATABASE_URL: own.url,
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: "o".repeat(40),
  }
  const refused = startProcess("server/commands/rotate-keys.ts", env)
  expect(await refused.ended).toBe(1)
  expect(refused.stderr()).toContain("AUTH_SECRET is not that of the running site")
  const made = startProcess("server/commands/rotate-keys.ts", env, ["--lost-secret"])
  expect([await made.ended, made.stderr()]).toEqual([0, ""])
  const again = start({ ...env, AUTH_AUTOCONFIRM: "on" })
  const signedUp = await fetch(`${await again.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: long, "content-type": "application/json" },
    body: JSON.stringify({ email: "new@mail.example", password: "a password of Tests 1" }),
  })
  expect(await signedUp.json()).toMatchObject({ access_token: expect.any(String) })
  again.kill("SIGTERM")
  expect(await again.ended).toBe(0)
  await own.drop()
})

test("an unavailable database ends the start with its reason instead of hanging", async () => {
  const server = start({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(/^Nothing answers at 127\.0\.0\.1:1: [^\n]*\n$/)
})

/**
 * A sign-in whose body is sent in two halves, the second once `work` is done. Returns the response; undefined if the
 * connection was cut.
 */
async function whileSigningInWaits(
  url: string,
  work: (request: Promise<Response | undefined>) => Promise<void>,
): Promise<Response | undefined> {
  const secrets = JSON.parse(await readFile(join(folder, "data", "secrets.json"), "utf8"))
  const bytes = new TextEncoder().encode('{"email":"nobody@mail.example","password":"a password of Tests 1"}')
  const half = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 20))
      half.resolve()
      await sent.promise
      controller.enqueue(bytes.subarray(20))
      controller.close()
    },
  })
  const request = fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: secrets.SUPABASE_PUBLISHABLE_KEY, "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit).catch(() => undefined)
  await half.promise
  // A later request is answered, so the first half has arrived.
  await fetch(`${url}/health`)
  await work(request)
  sent.resolve()
  return request
}
