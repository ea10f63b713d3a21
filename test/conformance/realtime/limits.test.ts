import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import { type RealtimeServer, startRealtime } from "../support/realtime.ts"
import { testKeys } from "../support/server.ts"

const member = randomUUID()
const limits = {
  sockets: 5,
  channelsPerSocket: 3,
  joinsPerSecond: 30,
  messagesPerSecond: 10,
  broadcastsPerSecond: 10,
  broadcastWaitMs: 300,
  joinWaitMs: 300,
  presenceCalls: 2,
  payloadBytes: 1_000,
  silenceMs: 3_000,
  recheckMs: 150,
}

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime({
    limits,
    sql: `
      create table allowed (topic text, extension text, writes boolean);
      insert into allowed values ('club', 'broadcast', true), ('heard', 'broadcast', false), ('seen', 'presence', true);
      grant select on allowed to authenticated;
      -- Allows what may take three seconds.
      create policy "in time" on realtime.messages for select to authenticated
        using (realtime.topic() = 'timed' and current_setting('statement_timeout') = '3s');
      create policy "may receive" on realtime.messages for select to authenticated
        using (exists (select from allowed a where a.topic = realtime.topic() and a.extension = messages.extension));
      create policy "may send" on realtime.messages for insert to authenticated
        with check (exists (select from allowed a where a.topic = realtime.topic() and a.extension = messages.extension and writes));
    `,
  })
})
afterAll(() => server.close())

type Frame = [string | null, string | null, string, string, Record<string, never>]
const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

/** With a heartbeat, which no limit counts, unless `silent`. */
async function tryToOpen({ silent = false } = {}) {
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${testKeys.publishable}&vsn=2.0.0`,
  )
  sockets.push(socket)
  const beat = setInterval(() => {
    if (!silent && socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify([null, null, "phoenix", "heartbeat", {}]))
  }, 100)
  socket.on("close", () => clearInterval(beat))
  const frames: Frame[] = []
  const bytes: Buffer[] = []
  socket.on("message", (data, isBinary) => {
    if (isBinary) bytes.push(data as Buffer)
    else frames.push(JSON.parse(String(data)))
  })
  const refused = await new Promise<number | null>((resolve) => {
    socket.once("open", () => resolve(null))
    socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0))
    socket.once("error", () => {})
  })
  let ref = 0
  const push = (topic: string, event: string, payload: object = {}) => {
    ref++
    socket.send(JSON.stringify(["1", String(ref), `realtime:${topic}`, event, payload]))
    return String(ref)
  }
  /** The response's status and reason. */
  const ask = async (topic: string, event: string, payload: object = {}) => {
    const own = push(topic, event, payload)
    const answer = () => frames.find(([, one, , name]) => one === own && name === "phx_reply")?.[4]
    await expect.poll(answer).toBeTruthy()
    const { status, response } = Object(answer())
    return status === "ok" ? "ok" : String(response.reason)
  }
  const events = (topic: string) =>
    frames
      .filter(([, , of]) => of === `realtime:${topic}`)
      .map(([, , , event, payload]) => [event, payload] as const)
  return { socket, frames, bytes, refused, push, ask, events }
}
/** The slots of sockets that an earlier test closed may become free a little later. */
async function open(options: { silent?: boolean } = {}) {
  for (;;) {
    const opened = await tryToOpen(options)
    if (opened.refused === null) return opened
  }
}
const config = (more: object = {}) => ({
  config: { broadcast: { ack: true }, presence: { enabled: true }, ...more },
})
const privately = async (more: object = {}) => ({
  ...config({ private: true, ...more }),
  access_token: await server.issuer.token({ sub: member }),
})
const said = (text: string) => ({ type: "broadcast", event: "said", payload: { text } })
const unauthorized = (doing: string, topic: string) =>
  `Unauthorized: You do not have permissions to ${doing} this Channel topic: ${topic}`

test("limits: sockets per process, with a free slot when one closes", async () => {
  const opened = []
  for (let n = 0; n < limits.sockets; n++) opened.push(await tryToOpen())
  expect(opened.map(({ refused }) => refused)).toEqual(Array.from(opened, () => null))
  expect((await tryToOpen()).refused).toBe(429)
  opened[0]?.socket.close()
  await expect.poll(async () => (await tryToOpen()).refused).toBeNull()
})

test("limits: channels per socket, and the length of a topic", async () => {
  const { ask } = await open()
  for (let n = 0; n < limits.channelsPerSocket; n++)
    expect(await ask(`c${n}`, "phx_join", config())).toBe("ok")
  expect(await ask("more", "phx_join", config())).toBe("ChannelRateLimitReached: Too many channels")
  // Rejoining a channel takes no additional slot.
  expect(await ask("c0", "phx_join", config())).toBe("ok")
  expect(await ask("c1", "phx_leave")).toBe("ok")
  expect(await ask("more", "phx_join", config())).toBe("ok")
  expect(await ask("", "phx_join", config())).toBe("TopicNameRequired: You must provide a topic name")
})

test("limits: joins per second per process: beyond them a join waits, and a flood is refused", async () => {
  const { push, frames } = await open()
  const refusals = () =>
    frames
      .filter(([, , topic, event]) => topic === "realtime:" && event === "phx_reply")
      .map(([, , , , payload]) => String(Object(payload).response.reason))
  const flood = 2 * (limits.joinsPerSecond + limits.messagesPerSecond)
  const sentAt = performance.now()
  for (let n = 0; n < flood; n++) push("", "phx_join", config())
  await expect.poll(() => refusals().length).toBe(flood)
  const tooMany = refusals().filter((reason) => reason.startsWith("ClientJoinRateLimitReached")).length
  const admitted = flood - tooMany
  expect(admitted).toBeLessThanOrEqual(limits.joinsPerSecond * (1 + (performance.now() - sentAt) / 1_000))
  expect(tooMany).toBeGreaterThan(0)
  expect(refusals()).toContainEqual(expect.stringMatching(/^TopicNameRequired/))
})

test("limits: dozens of joins that would wait for the database are refused at once", async () => {
  const { ask, push, events } = await open()
  // Waits until the window of the previous test has ended.
  await expect.poll(() => ask("first", "phx_join", config())).toBe("ok")
  const payload = await privately()
  const most = limits.joinsPerSecond + limits.messagesPerSecond
  await server.db.transaction(async (inner) => {
    await inner.sql`lock table realtime.messages in access exclusive mode`
    for (let n = 0; n <= most + 3; n++) push("club", "phx_join", payload)
    // One join evaluates the policies while the others wait. Waiting joins are also refused once the database has been
    // locked for long; that has a different reason.
    const refused = () =>
      events("club").filter(([, one]) => /^ClientJoinRateLimitReached/.test(Object(one).response.reason))
    await expect.poll(() => refused().length).toBe(3)
  })
})

test("limits: too many messages per second on a socket end its channels", async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const { ask, push, events } = await open()
  expect(await ask("flood", "phx_join", config())).toBe("ok")
  for (let n = 0; n < 2 * limits.messagesPerSecond + 2; n++) push("flood", "broadcast", said(String(n)))
  await expect.poll(() => events("flood").map(([event]) => event)).toContain("phx_close")
  const told = events("flood").find(([event]) => event === "system")?.[1]
  expect(told).toMatchObject({ status: "error", message: "Too many messages per second" })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await ask("flood", "broadcast", said("late"))).toBe("unmatched topic")
})

test("limits: the size of a payload, in broadcasts, presence and over HTTP", async () => {
  const { ask } = await open()
  await ask("large", "phx_join", config())
  // {"text":"..."} adds eleven bytes around the text.
  const fits = "x".repeat(limits.payloadBytes - 11)
  expect(await ask("large", "broadcast", said(fits))).toBe("ok")
  expect(await ask("large", "broadcast", said(`${fits}x`))).toMatch(/^PayloadTooLarge/)
  const track = (text: string) => ({ type: "presence", event: "track", payload: { text } })
  expect(await ask("large", "presence", track(`${fits}x`))).toMatch(/^PayloadTooLarge/)
  expect(await ask("large", "presence", track(fits))).toBe("ok")
  const post = async (path: string, body: string) =>
    (
      await fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
        method: "POST",
        headers: { apikey: testKeys.publishable, "content-type": "application/json" },
        body,
      })
    ).status
  const many = (text: string) =>
    JSON.stringify({ messages: [{ topic: "large", event: "e", payload: { text } }] })
  expect(await post("/large/events/e", JSON.stringify({ text: fits }))).toBe(202)
  expect(await post("/large/events/e", JSON.stringify({ text: `${fits}x` }))).toBe(413)
  expect(await post("", many(fits))).toBe(202)
  expect(await post("", many(`${fits}x`))).toBe(413)
})

/** The statuses of requests that arrive at once, on one connection, however slow the machine is. */
function postAtOnce(path: string, body: object, times: number): Promise<string[]> {
  const text = JSON.stringify(body)
  const request = [
    `POST /realtime/v1/api/broadcast${path} HTTP/1.1`,
    "host: localhost",
    `apikey: ${testKeys.publishable}`,
    "content-type: application/json",
    `content-length: ${text.length}`,
  ].join("\r\n")
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${request}\r\n\r\n${text}`.repeat(times)),
    )
    let received = ""
    socket.on("error", reject)
    socket.on("data", (bytes) => {
      received += bytes
      const statuses = received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? []
      if (statuses.length < times) return
      socket.destroy()
      resolve(statuses)
    })
  })
}

test("limits: broadcasts over HTTP per second, in batches and single", async () => {
  for (const [path, body] of [
    ["", { messages: [{ topic: "quick", event: "e", payload: {} }] }],
    ["/quick/events/e", {}],
  ] as const) {
    const statuses = await postAtOnce(path, body, 6 * limits.broadcastsPerSecond)
    expect(new Set(statuses)).toEqual(new Set(["202", "429"]))
  }
})

test("limits: a broadcast is acknowledged only if the channel requests it", async () => {
  const { ask, push, frames } = await open()
  expect(await ask("quiet", "phx_join", { config: { broadcast: { ack: false } } })).toBe("ok")
  const own = push("quiet", "broadcast", said("x"))
  expect(await ask("quiet", "presence", { type: "presence", event: "untrack" })).toBe("ok")
  expect(frames.filter(([, ref]) => ref === own)).toEqual([])
})

test("limits: too many presence calls end the channel", async () => {
  const { ask, push, events } = await open()
  await ask("present", "phx_join", config())
  const track = { type: "presence", event: "track", payload: {} }
  for (let n = 0; n < limits.presenceCalls; n++) expect(await ask("present", "presence", track)).toBe("ok")
  push("present", "presence", track)
  await expect.poll(() => events("present").at(-1)?.[0]).toBe("phx_close")
  expect(events("present").find(([event]) => event === "system")?.[1]).toMatchObject({
    message: "ClientPresenceRateLimitReached: Too many presence messages per second",
  })
})

test("limits: a silent socket is dropped, one with heartbeats is not", async () => {
  const [silent, alive] = [await open({ silent: true }), await open()]
  await expect.poll(() => silent.socket.readyState).toBe(WebSocket.CLOSED)
  expect(alive.socket.readyState).toBe(WebSocket.OPEN)
})

test("limits: receiving and sending, broadcasts and presence are four different permissions", async () => {
  const [heard, sender] = [await open(), await open()]
  expect(await heard.ask("heard", "phx_join", await privately())).toBe("ok")
  expect(await heard.ask("heard", "broadcast", said("no"))).toBe(unauthorized("write to", "heard"))
  const track = { type: "presence", event: "track", payload: {} }
  expect(await heard.ask("heard", "presence", track)).toBe(unauthorized("write to", "heard"))
  // Without permission to see presence, there is no state.
  expect(heard.events("heard").map(([event]) => event)).not.toContain("presence_state")
  expect(await heard.ask("seen", "phx_join", await privately())).toBe("ok")
  expect(await heard.ask("seen", "presence", track)).toBe("ok")
  expect(await heard.ask("seen", "broadcast", said("no"))).toBe(unauthorized("write to", "seen"))
  await expect.poll(() => heard.events("seen").map(([event]) => event)).toContain("presence_state")
  // A member who may only see presence receives no broadcast.
  const admin = { apikey: testKeys.secret, "content-type": "application/json" }
  for (const topic of ["seen", "heard"])
    await fetch(`${server.url}/realtime/v1/api/broadcast/${topic}/events/e?private=true`, {
      method: "POST",
      headers: admin,
      body: "{}",
    })
  await expect.poll(() => heard.bytes.length).toBe(1)
  expect(String(heard.bytes[0])).toContain("realtime:heard")
  expect(await sender.ask("none", "phx_join", await privately())).toBe(unauthorized("read from", "none"))
  const replay = { broadcast: { replay: { since: 0 } } }
  expect(await sender.ask("club", "phx_join", config(replay))).toMatch(/^UnableToReplayMessages/)
})

test("limits: a policy may take three seconds, and only private broadcasts are replayed, to members who may receive them", async () => {
  const { ask, events, bytes } = await open()
  expect(await ask("timed", "phx_join", await privately())).toBe("ok")
  for (const [topic, isPrivate] of [
    ["club", true],
    ["club", false],
    ["seen", true],
  ] as const)
    await server.db
      .sql`select realtime.send('{"text":"before"}', ${isPrivate ? "private" : "public"}, ${topic}, ${isPrivate})`
  const replay = { broadcast: { ack: true, replay: { since: Date.now() - 60_000 } } }
  expect(await ask("seen", "phx_join", await privately(replay))).toBe("ok")
  // Sent after the replayed broadcasts.
  await expect.poll(() => events("seen").map(([event]) => event)).toContain("presence_state")
  const replayed = () => bytes.map(String).filter((frame) => frame.includes('"replayed":true'))
  expect(replayed()).toEqual([])
  expect(await ask("club", "phx_join", await privately(replay))).toBe("ok")
  await expect.poll(replayed).toEqual([expect.stringContaining("private")])
})

test("limits: a policy that is withdrawn ends the channel, and revokes the right to send over HTTP", async () => {
  const { ask, events } = await open()
  const token = await server.issuer.token({ sub: member })
  const post = async (path: string, body: object) =>
    (
      await fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
        method: "POST",
        headers: {
          apikey: testKeys.publishable,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      })
    ).status
  expect(await ask("club", "phx_join", await privately())).toBe("ok")
  await expect.poll(() => post("/club/events/e?private=true", {})).toBe(202)
  await server.db.query("delete from allowed where topic = 'club'")
  await expect.poll(() => events("club").at(-1)?.[0]).toBe("phx_close")
  expect(events("club").find(([event]) => event === "system")?.[1]).toMatchObject({
    message: unauthorized("read from", "club"),
  })
  expect(await post("/club/events/e?private=true", {})).toBe(403)
  expect(await post("/heard/events/e?private=true", {})).toBe(403)
})
