import { afterAll, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import { type RealtimeServer, startRealtime } from "../support/realtime.ts"
import { testKeys } from "../support/server.ts"

let server: RealtimeServer
beforeAll(async () => {
  // So few per second that even a slow machine exceeds the limit.
  const perSecond = { joinsPerSecond: 20, messagesPerSecond: 20, broadcastsPerSecond: 20 }
  server = await startRealtime({ limits: { leaseMs: 100, socketsPerNetwork: 40, ...perSecond } })
})
afterAll(() => server.close())

interface Opened {
  socket: WebSocket
  /** Resolves with the response's status. */
  ask(topic: string, event?: string, payload?: object): Promise<{ status: string; reason: string }>
}

async function open(key: string = testKeys.publishable): Promise<Opened> {
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`,
  )
  const waiting = new Map<string, (answer: { status: string; reason: string }) => void>()
  socket.on("message", (data, isBinary) => {
    if (isBinary) return
    const [, ref, , event, payload] = JSON.parse(String(data))
    if (event === "phx_reply")
      waiting.get(ref)?.({ status: payload.status, reason: String(payload.response.reason ?? "") })
  })
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
  let last = 0
  return {
    socket,
    ask(topic, event = "phx_join", payload = { config: {} }) {
      const ref = String(++last)
      socket.send(JSON.stringify([ref, ref, topic, event, payload]))
      return new Promise((resolve) => waiting.set(ref, resolve))
    },
  }
}

async function broadcast(body: BodyInit, { key = testKeys.publishable, path = "/quick/events/e" } = {}) {
  const answer = await fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body,
    ...({ duplex: "half" } as object),
  })
  await answer.arrayBuffer()
  return answer.status
}

test("attack: three hundred joins a second of one caller fail only for that caller", async () => {
  const floods = [await open(), await open(), await open()]
  let isOver = false
  let refused = 0
  const flooding = floods.map(async ({ ask }) => {
    for (let n = 0; !isOver; n++) {
      void ask(`realtime:flood-${n % 90}`).then(({ status }) => status === "error" && refused++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  await expect.poll(() => refused).toBeGreaterThan(0)
  const others = await Promise.all(Array.from({ length: 10 }, () => open()))
  const answers = []
  for (const { ask } of others) {
    answers.push(await ask("realtime:others"))
    // Spread over more than a second, so that most arrive while the flood has used up the limit.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  const service = await open(testKeys.secret)
  expect([...answers, await service.ask("realtime:service")].map(({ status }) => status)).toEqual(
    Array.from({ length: 11 }, () => "ok"),
  )
  isOver = true
  await Promise.all(flooding)
  for (const { socket } of [...floods, ...others, service]) socket.terminate()
})

test("attack: callers who broadcast over HTTP in a loop take nothing from the service or from members", async () => {
  const token = await server.issuer.token({ sub: crypto.randomUUID() })
  let isOver = false
  let refused = 0
  const loops = Array.from({ length: 150 }, async () => {
    while (!isOver) if ((await broadcast("{}")) === 429) refused++
  })
  await expect.poll(() => refused).toBeGreaterThan(0)
  const asMember = async () => {
    const { status } = await fetch(`${server.url}/realtime/v1/api/broadcast/quick/events/e`, {
      method: "POST",
      headers: { apikey: testKeys.publishable, authorization: `Bearer ${token}` },
      body: "{}",
    })
    return status
  }
  const answers = []
  for (let n = 0; n < 15; n++) answers.push(await broadcast("{}", { key: testKeys.secret }), await asMember())
  isOver = true
  await Promise.all(loops)
  expect(answers).toEqual(Array.from({ length: 30 }, () => 202))
})

test("attack: one network cannot open every socket, and the service always can", async () => {
  const opened: WebSocket[] = []
  const statusOf = (key: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(
        `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`,
      )
      opened.push(socket)
      socket.once("open", () => resolve(101))
      socket.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode ?? 0))
      socket.once("error", () => {})
    })
  // Sockets of earlier tests may be counted a little longer.
  const all = []
  for (let n = 0; n < 41; n++) all.push(await statusOf(testKeys.publishable))
  expect(all.at(-1)).toBe(429)
  expect(await statusOf(testKeys.secret)).toBe(101)
  for (const socket of opened) socket.terminate()
  await expect.poll(() => statusOf(testKeys.publishable)).toBe(101)
  for (const socket of opened) socket.terminate()
})

test("a broadcast that is too large is 413, even in chunks without a length, and a topic of any length gets a response", async () => {
  const chunks = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"messages":[{"topic":"t","event":"e","payload":{"a":"'))
        for (let n = 0; n < 12; n++) controller.enqueue(new Uint8Array(1024 * 1024).fill(97))
        controller.close()
      },
    })
  const large = JSON.stringify({ a: "a".repeat(3_000_000) })
  const many = JSON.stringify({ messages: [{ topic: "t", event: "e", payload: { large } }] })
  for (const [name, body, path] of [
    ["one", large, undefined],
    ["many", many, ""],
    ["many in chunks", chunks(), ""],
    ["one in chunks", chunks(), undefined],
    ["of announced length", "a".repeat(11 * 1024 * 1024), ""],
  ] as const)
    expect([
      name,
      await broadcast(body, path === undefined ? {} : { path }).catch((e) => String(e.cause)),
    ]).toEqual([name, 413])
  const long = "t".repeat(100_000)
  expect(await broadcast("{}", { path: `/${"t".repeat(10_000)}/events/e` })).toBe(422)
  expect(
    await broadcast(JSON.stringify({ messages: [{ topic: long, event: "e", payload: {} }] }), { path: "" }),
  ).toBe(422)
  const { ask, socket } = await open()
  expect(await ask(`realtime:${long}`)).toEqual({
    status: "error",
    reason: "InvalidJoinPayload: A topic has at most 512 characters",
  })
  expect((await ask(`realtime:${long}`, "broadcast", {})).reason).toBe("unmatched topic")
  expect((await ask("realtime:short", long, {})).reason).toBe("unmatched topic")
  socket.terminate()
})
