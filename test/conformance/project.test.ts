import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { promisify } from "node:util"
import { SignJWT } from "jose"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { startArena } from "./support/arena.ts"
import { type LocalServer, type RunningGateway, startWithProject, testKeys } from "./support/server.ts"

const ann = "11111111-1111-4111-8111-111111111111"
const theirs = {
  publishable: "sb_publishable_project000000000000000_cccccccc",
  secret: "sb_secret_project000000000000000_dddddddd",
}
const jwtSecret = "a-shared-secret-of-an-older-project-0123456789"

/** A second instance of our server acts as the project. */
let project: LocalServer
let front: RunningGateway

beforeAll(async () => {
  project = await startArena({ keys: theirs })
  front = await startWithProject({
    project: { url: project.url, keys: theirs, jwtSecret },
    functions: {
      whoami: (_request, { caller }) => Response.json(caller),
      big: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
    },
    bodyLimits: { storage: 200 * 1024 },
  })
})
afterAll(async () => {
  await front.close()
  await project.close()
})
afterEach(() => void vi.useRealTimers())

const client = (options = {}) => front.client({ schema: "arena", ...options })

test("project: reads and writes go through with our keys and with the project's own", async () => {
  for (const key of [testKeys.publishable, theirs.publishable]) {
    const { data, error } = await client({ key }).from("clubs").select("name, athletes(name)").eq("id", 2)
    expect(error).toBeNull()
    expect(data).toEqual([{ name: "Night Owls", athletes: [{ name: "Cid" }] }])
  }
  for (const key of [testKeys.secret, theirs.secret]) {
    expect((await client({ key }).from("ledger").select()).data).toHaveLength(1)
  }
  const made = await client().from("clubs").insert({ id: 30, name: "Through" }).select()
  expect([made.status, made.data]).toEqual([201, [{ id: 30, name: "Through", founded_on: null }]])
})

test("project: tokens, counts, errors and refusals are the project's own", async () => {
  const token = await project.issuer.token({ sub: ann })
  expect((await client({ token }).rpc("whoami")).data).toMatchObject({ role: "authenticated", uid: ann })
  expect((await client().from("clubs").select("*", { count: "exact", head: true })).count).toBe(4)
  expect((await client().from("clubs").insert({ id: 1, name: "x" })).error?.code).toBe("23505")
  const wrong = await client({ key: "sb_publishable_wrong" }).from("clubs").select()
  expect([wrong.status, wrong.error?.message]).toEqual([401, "Invalid API key"])
  const missing = await fetch(`${front.url}/rest/v1/clubs`)
  expect(missing.status).toBe(401)
})

test("project: neither our secret key nor cookies nor forwarding headers reach it", async () => {
  const answer = await fetch(`${front.url}/auth/v1/echo?apikey=${testKeys.publishable}`, {
    method: "POST",
    headers: {
      apikey: testKeys.publishable,
      authorization: `Bearer ${testKeys.publishable}`,
      cookie: "session=ours",
      "x-forwarded-for": "1.2.3.4",
      "x-request-id": "trace-12345",
      "content-type": "text/plain",
      connection: "keep-alive",
    },
    body: "hello",
  })
  const { headers, body } = await answer.json()
  expect(body).toBe("hello")
  expect(headers).toMatchObject({
    apikey: theirs.publishable,
    authorization: `Bearer ${theirs.publishable}`,
    "x-request-id": "trace-12345",
  })
  expect(headers).not.toHaveProperty("cookie")
  expect(headers).not.toHaveProperty("x-forwarded-for")
  expect(JSON.stringify(headers)).not.toContain(testKeys.publishable)
  expect(answer.headers.get("access-control-allow-origin")).toBe("*")
  // Requests of a caller without rights never get the project's keys.
  const bare = await fetch(`${front.url}/auth/v1/echo`, { method: "POST", body: "x" })
  expect(bare.status).toBe(401)
})

test("project: storage and realtime are proxied", async () => {
  const storage = await client().storage.from("photos").list()
  // The stand-in for the project has no storage service.
  expect(storage.error?.message).toContain("Storage is not available on this server")
  const realtime = await fetch(`${front.url}/realtime/v1/api/broadcast`, {
    method: "POST",
    headers: { apikey: theirs.publishable },
    body: "{}",
  })
  expect(realtime.status).toBe(501)
})

test("project: functions stay here; tokens are checked with the project's keys, kept for ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })
  const before = project.issuer.keyRequests()
  const whoami = async (token: string) => (await client({ token }).functions.invoke("whoami")).data
  const token = await project.issuer.token({ sub: ann }, 86_400)
  expect(await whoami(token)).toMatchObject({ role: "authenticated", userId: ann })
  expect(await whoami(token)).toMatchObject({ userId: ann })
  expect(project.issuer.keyRequests() - before).toBe(1)
  vi.setSystemTime(Date.now() + 9 * 60_000)
  await whoami(token)
  expect(project.issuer.keyRequests() - before).toBe(1)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  await whoami(token)
  expect(project.issuer.keyRequests() - before).toBe(2)
})

test("project: tokens signed with the shared secret are valid, others are not", async () => {
  const sign = (secret: string) =>
    new SignJWT({ sub: ann, role: "authenticated" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(secret))
  const good = await client({ token: await sign(jwtSecret) }).functions.invoke("whoami")
  expect(good.data).toMatchObject({ userId: ann })
  const forged = await client({ token: await sign("another-secret-0123456789-0123456789") }).functions.invoke(
    "whoami",
  )
  expect(forged.error.name).toBe("FunctionsRelayError")
})

test("project: large bodies stream through, larger ones than allowed are refused", async () => {
  const send = (kilobytes: number) =>
    fetch(`${front.url}/storage/v1/object/photos/a`, {
      method: "POST",
      headers: { apikey: theirs.publishable },
      body: new Blob(["x".repeat(kilobytes * 1024)]).stream(),
      duplex: "half",
    } as RequestInit)
  expect((await send(100)).status).toBe(501)
  expect((await send(400)).status).toBe(413)
})

test("project: if it is unreachable, 502 with a message; if tokens cannot be checked, 503", async () => {
  const lonely = await startWithProject({
    project: { url: "http://127.0.0.1:9", keys: theirs },
    functions: { ping: () => new Response("pong") },
  })
  const answer = await fetch(`${lonely.url}/auth/v1/health`, { headers: { apikey: theirs.publishable } })
  expect([answer.status, (await answer.json()).message]).toEqual([
    502,
    "The Supabase project cannot be reached at the moment. Please try again.",
  ])
  const token = await project.issuer.token({ sub: ann })
  const call = await fetch(`${lonely.url}/functions/v1/ping`, {
    headers: { apikey: theirs.publishable, authorization: `Bearer ${token}` },
  })
  expect(call.status).toBe(503)
  expect(
    (await fetch(`${lonely.url}/functions/v1/ping`, { headers: { apikey: testKeys.publishable } })).status,
  ).toBe(200)
  await lonely.close()
})

test("project: neither auth nor the Data API is loaded", async () => {
  const script = `
    import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { createGateway } = await import("#platform/gateway.ts")
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const keys = { publishable: "sb_publishable_x", secret: "sb_secret_x" }
    const gateway = createGateway({ keys, log, backend: { kind: "project", url: "${project.url}", keys: ${JSON.stringify(theirs)} } })
    await gateway.ready
    const answer = await gateway.app.request("/rest/v1/clubs?select=id&id=eq.1", { headers: { apikey: keys.publishable, "accept-profile": "arena" } })
    console.log(JSON.stringify({ status: answer.status, body: await answer.json(), loaded: loaded.filter((url) => url.startsWith("file:")) }))
    await gateway.close()
  `
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: new URL("../..", import.meta.url).pathname,
  })
  const { status, body, loaded } = JSON.parse(stdout)
  expect([status, body]).toEqual([200, [{ id: 1 }]])
  expect(loaded.some((url: string) => url.endsWith("/platform/gateway.ts"))).toBe(true)
  const unwanted = loaded.filter((url: string) =>
    /platform\/(auth|data|storage|realtime)[./]|node_modules\/postgres\//.test(url),
  )
  expect(unwanted).toEqual([])
})

/** A minimal realtime server of a project: accepts the handshake, and echoes every text frame in capitals. */
async function websocketServer(): Promise<{ server: Server; requests: string[] }> {
  const requests: string[] = []
  const server = createServer()
  server.on("upgrade", (request, socket: Socket) => {
    requests.push(`${request.url} ${request.headers.apikey ?? "-"} ${request.headers.cookie ?? "-"}`)
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64")
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on("error", () => {})
    socket.on("data", (frame) => {
      const [head = 0, second = 0] = frame
      if ((head & 15) === 8) return void socket.end(Buffer.from([0x88, 0]))
      const length = second & 127
      const mask = frame.subarray(2, 6)
      const text = Buffer.from(
        frame.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
      ).toString()
      const reply = Buffer.from(text.toUpperCase())
      socket.write(Buffer.concat([Buffer.from([0x81, reply.length]), reply]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, requests }
}

test("project: websockets of realtime pass in both directions", async () => {
  const { server, requests } = await websocketServer()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = await startWithProject({ project: { url, keys: theirs } })
  const socket = new WebSocket(
    `${gateway.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${testKeys.publishable}&vsn=1.0.0`,
  )
  const { promise: replied, resolve } = Promise.withResolvers<string>()
  socket.onopen = () => socket.send("hello")
  socket.onmessage = ({ data }) => resolve(String(data))
  expect(await replied).toBe("HELLO")
  const closed = new Promise((done) => (socket.onclose = done))
  socket.close()
  await closed
  expect(requests).toEqual([`/realtime/v1/websocket?apikey=${theirs.publishable}&vsn=1.0.0 - -`])
  await gateway.close()
  server.close()
})

test("project: a websocket that the project refuses is refused", async () => {
  const refused = (base: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(
        `${base.replace("http", "ws")}/realtime/v1/websocket?apikey=${testKeys.publishable}`,
      )
      socket.onopen = () => resolve("open")
      socket.onerror = () => resolve("refused")
    })
  // The second instance has no realtime service, and responds with 501.
  expect(await refused(front.url)).toBe("refused")
  const lonely = await startWithProject({ project: { url: "http://127.0.0.1:9", keys: theirs } })
  expect(await refused(lonely.url)).toBe("refused")
  await lonely.close()
})
