import { connect as connectSocket } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import { type RealtimeServer, startRealtime } from "../support/realtime.ts"
import { testKeys } from "../support/server.ts"

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime({ limits: { waitingBytes: 500_000, frameBytes: 200_000 } })
})
afterAll(() => server.close())

const address = (key: string = testKeys.publishable, version = "2.0.0") =>
  `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=${version}`

interface Raw {
  socket: WebSocket
  frames: [string | null, string | null, string, string, Record<string, unknown>][]
  send(ref: string, topic: string, event: string, payload?: object): void
}

async function open(): Promise<Raw> {
  const socket = new WebSocket(address())
  const frames: Raw["frames"] = []
  socket.on("message", (data, isBinary) => {
    if (!isBinary) frames.push(JSON.parse(String(data)))
  })
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
  return {
    socket,
    frames,
    send: (ref, topic, event, payload = {}) => socket.send(JSON.stringify(["1", ref, topic, event, payload])),
  }
}

test("attack: without a key, with a wrong one or an unknown version, no websocket opens", async () => {
  for (const [url, status] of [
    [address(""), 401],
    [address("sb_publishable_wrong"), 401],
    [address(testKeys.publishable, "3.0.0"), 400],
  ] as const) {
    const socket = new WebSocket(url)
    const refused = await new Promise((resolve) => {
      socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode))
      socket.once("error", () => {})
      socket.once("open", () => resolve("open"))
    })
    expect(refused).toBe(status)
    socket.terminate()
  }
})

test("attack: malformed frames are dropped, and the connection stays", async () => {
  const { socket, frames, send } = await open()
  for (const text of ["", "null", "{", "[]", "[1,2,3]", '["1","2",3,4,5]', `[${"[".repeat(5_000)}`, '"a"'])
    socket.send(text)
  for (const bytes of [[], [3], [4, 1, 1, 1, 1], [3, 255, 255, 255, 255, 255, 1], [3, 0, 0, 0, 0, 0, 1, 123]])
    socket.send(Buffer.from(bytes))
  send("7", "phoenix", "heartbeat")
  await expect
    .poll(() => frames)
    .toEqual([["1", "7", "phoenix", "phx_reply", { status: "ok", response: {} }]])
  socket.terminate()
})

test("attack: the character 0 in a topic, a key or a presence is refused as such, not as a failure of the server", async () => {
  const { socket, frames, send } = await open()
  send("1", "realtime:a\0b", "phx_join")
  send("2", "realtime:odd", "phx_join", { config: { presence: { key: "a\0b", enabled: true } } })
  send("3", "realtime:odd", "presence", { type: "presence", event: "track", payload: { name: "a" } })
  send("4", "realtime:plain", "phx_join")
  send("5", "realtime:plain", "presence", { type: "presence", event: "track", payload: { name: "a\0b" } })
  send("6", "phoenix", "heartbeat")
  send("7", "realtime:nothing", "phx_leave")
  await expect.poll(() => frames.some(([, ref]) => ref === "7")).toBe(true)
  const reasons = frames.flatMap(([, ref, , , { status, response }]) =>
    status === "error" && ref !== "7" ? [(response as { reason: string }).reason] : [],
  )
  expect(reasons.length).toBeGreaterThan(1)
  for (const reason of reasons)
    expect(reason).toMatch(/^InvalidJoinPayload: |value that the database cannot hold$/)
  socket.terminate()
})

test("attack: the character 0 in a broadcast over HTTP is refused as such, not as a failure of the server", async () => {
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
      method: "POST",
      headers: { apikey: testKeys.secret, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    return [answer.status, answer.headers.get("retry-after")]
  }
  const message = { topic: "room", event: "e", payload: {}, private: true }
  for (const odd of [{ topic: "a\0b" }, { event: "a\0b" }])
    expect(await send("", { messages: [{ ...message, ...odd }] })).toEqual([422, null])
  const kept = "?private=true&persist=true"
  expect(await send(`/a%00b/events/e${kept}`, {})).toEqual([422, null])
  expect(await send(`/room/events/e${kept}`, { text: "a\0b" })).toEqual([422, null])
  expect(await send(`/room/events/e${kept}`, { text: "\ud800" })).toEqual([422, null])
  expect(await send(`/room/events/e${kept}`, { text: "a" })).toEqual([202, null])
})

test("attack: a message to a membership that was replaced reaches nobody", async () => {
  const { socket, frames, send } = await open()
  send("1", "realtime:replaced", "phx_join")
  socket.send(
    JSON.stringify(["2", "2", "realtime:replaced", "phx_join", { config: { broadcast: { self: true } } }]),
  )
  send("3", "realtime:replaced", "broadcast", { type: "broadcast", event: "old", payload: {} })
  await expect
    .poll(() => frames.find(([, ref]) => ref === "3")?.[4])
    .toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    })
  socket.terminate()
})

test("attack: a binary frame with invalid JSON, or cut short, is not broadcast", async () => {
  const { socket, frames, send } = await open()
  const heard: string[] = []
  socket.on("message", (data, isBinary) => void (isBinary && heard.push(String(data))))
  const topic = "realtime:binary"
  send("1", topic, "phx_join", { config: { broadcast: { self: true } } })
  await expect.poll(() => frames[0]?.[4]).toMatchObject({ status: "ok" })
  const frame = (encoding: number, event: string, body: string, topicLength = topic.length) =>
    Buffer.from([3, 0, 0, topicLength, event.length, 0, encoding, ...Buffer.from(topic + event + body)])
  socket.send(frame(1, "broken", "{"))
  socket.send(frame(0, "", "", 255))
  socket.send(frame(1, "whole", "{}"))
  await expect.poll(() => heard).toEqual([expect.stringContaining("whole")])
  socket.terminate()
})

test("attack: a frame above the limit closes the socket with 1009", async () => {
  const { socket } = await open()
  const closed = new Promise((resolve) => socket.once("close", resolve))
  socket.send("x".repeat(200_001))
  expect(await closed).toBe(1009)
})

test("attack: joins by the thousand are refused beyond the limits, and others are served afterward", async () => {
  const { socket, frames, send } = await open()
  for (let n = 0; n < 1_000; n++) send(String(n), `realtime:crowd-${n}`, "phx_join")
  await expect.poll(() => frames.filter(([, , , event]) => event === "phx_reply").length).toBe(1_000)
  const states = frames.filter(([, , , event]) => event === "phx_reply").map(([, , , , { status }]) => status)
  expect(states.filter((state) => state === "ok").length).toBeLessThanOrEqual(100)
  expect(states.filter((state) => state === "ok").length).toBeGreaterThan(0)
  socket.terminate()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const other = await open()
  other.send("1", "realtime:calm", "phx_join")
  await expect.poll(() => other.frames[0]?.[4]).toMatchObject({ status: "ok" })
  other.socket.terminate()
})

test("attack: a socket that never reads is dropped, and the others receive everything", async () => {
  const reader = await open()
  reader.send("1", "realtime:flood", "phx_join")
  const { host, port, pathname, search } = new URL(address())
  const deaf = connectSocket(Number(port), "127.0.0.1")
  deaf.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await new Promise((resolve) => deaf.once("data", resolve))
  const join = Buffer.from(JSON.stringify(["1", "1", "realtime:flood", "phx_join", {}]))
  // A masked text frame whose mask is zero.
  deaf.write(Buffer.concat([Buffer.from([0x81, 0x80 | join.length, 0, 0, 0, 0]), join]))
  await new Promise((resolve) => deaf.once("data", resolve))
  deaf.pause()
  let heard = 0
  reader.socket.on("message", (_data, isBinary) => {
    if (isBinary) heard++
  })
  await expect.poll(() => reader.frames.length).toBeGreaterThan(0)
  const headers = { apikey: testKeys.publishable, "content-type": "application/json" }
  const body = JSON.stringify({ text: "x".repeat(150_000) })
  for (let n = 0; n < 80; n++)
    await fetch(`${server.url}/realtime/v1/api/broadcast/flood/events/e`, { method: "POST", headers, body })
  await expect.poll(() => heard).toBe(80)
  await expect
    .poll(() => server.logged.entries.map(({ message }) => message))
    .toContain("A websocket that does not read was dropped")
  deaf.destroy()
  reader.socket.terminate()
})
