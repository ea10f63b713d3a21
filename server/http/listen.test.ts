/**
 * Raw HTTP requests that a proxy in front and this server could parse differently: such a request must not get a useful
 * response.
 */
import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { afterEach, expect, test } from "vitest"
import { talk } from "#test/support/raw-http.ts"
import { answerWith, createHttpServer, drain } from "./listen.ts"

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function portOf(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

/** Reads the body and responds with the URL of the request. */
const request: RequestListener = (incoming, outgoing) => {
  const answer = () => outgoing.end(`handled ${incoming.url}`)
  // A request without a body may have ended before the listener was added.
  if (incoming.readableEnded) answer()
  else incoming.resume().on("end", answer)
}

async function ours(): Promise<number> {
  const server = createHttpServer()
  const upgrade = (_incoming: unknown, socket: Duplex) =>
    void socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n")
  answerWith(server, { request, upgrade })
  return portOf(server)
}

/** The same on a plain Node server. */
const nodes = () => portOf(createServer(request))

const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code]) => Number(code))

const host = "Host: a\r\n"
const close = "Connection: close\r\n"
const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n"

test.each([
  ["two Host headers", `GET /a HTTP/1.1\r\n${host}Host: b\r\n\r\n`, 400],
  ["the same Host header twice", `GET /a HTTP/1.1\r\n${host}${close}hOST: a\r\n\r\n`, 400],
  ["two Host headers in HTTP/1.0", `GET /a HTTP/1.0\r\n${host}Host: b\r\n\r\n`, 400],
  ["an upgrade with two Host headers", `GET /a HTTP/1.1\r\n${host}Host: b\r\n${upgrade}\r\n`, 400],
  ["HTTP/0.9 without a version", "GET /a\r\n\r\n", 505],
  ["HTTP/0.9 by name", `GET /a HTTP/0.9\r\n${host}\r\n`, 505],
  ["HTTP/2.0 in the form of HTTP/1", `GET /a HTTP/2.0\r\n${host}\r\n`, 505],
])("Node's parser accepts %s, but the server refuses it", async (_name, bytes, status) => {
  expect(statusesOf(await talk(await nodes(), bytes))).not.toContain(status)
  const answer = await talk(await ours(), bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain("Connection: close\r\n")
  expect(answer).not.toContain("handled")
})

const chunked = "Transfer-Encoding: chunked\r\n"
const smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

test.each([
  [
    "Content-Length before Transfer-Encoding",
    `POST /a HTTP/1.1\r\n${host}Content-Length: 4\r\n${chunked}\r\n${smuggled}`,
  ],
  [
    "Transfer-Encoding before Content-Length",
    `POST /a HTTP/1.1\r\n${host}${chunked}Content-Length: 4\r\n\r\n${smuggled}`,
  ],
  ["two lengths", `POST /a HTTP/1.1\r\n${host}Content-Length: 0\r\nContent-Length: 4\r\n\r\nGET /smuggled`],
  ["a signed length", `POST /a HTTP/1.1\r\n${host}Content-Length: +4\r\n\r\nabcd`],
  [
    "chunked not as the last coding",
    `POST /a HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n${smuggled}`,
  ],
  ["bare line feeds", "GET /a HTTP/1.1\nHost: a\n\n"],
  ["a bare line feed in a value", `GET /a HTTP/1.1\r\n${host}X: a\nContent-Length: 5\r\n\r\n`],
  ["a bare carriage return in a value", `GET /a HTTP/1.1\r\n${host}X: a\rContent-Length: 5\r\n\r\n`],
  ["a folded header", `GET /a HTTP/1.1\r\n${host}X: a\r\n Content-Length: 5\r\n\r\n`],
  ["a folded first header", `GET /a HTTP/1.1\r\n Host: a\r\n\r\n`],
  ["a space before the colon", `POST /a HTTP/1.1\r\n${host}Content-Length : 4\r\n\r\nabcd`],
  ["a zero byte", `GET /a HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ["no Host header", "GET /a HTTP/1.1\r\n\r\n"],
  ["an unknown version", `GET /a HTTP/1.2\r\n${host}\r\n`],
])("%s is refused in the same way as by Node's parser", async (_name, bytes) => {
  expect(statusesOf(await talk(await nodes(), bytes))).toEqual([400])
  const answer = await talk(await ours(), bytes)
  expect(statusesOf(answer)).toEqual([400])
  expect(answer).not.toContain("handled")
})

test("One Host header in HTTP/1.1, at most one in HTTP/1.0, and an upgrade are accepted", async () => {
  const port = await ours()
  expect(await talk(port, `GET /a HTTP/1.1\r\n${host}${close}X-Forwarded-Host: b\r\n\r\n`)).toContain(
    "handled /a",
  )
  expect(await talk(port, `GET /b HTTP/1.0\r\n${host}\r\n`)).toContain("handled /b")
  expect(await talk(port, "GET /c HTTP/1.0\r\n\r\n")).toContain("handled /c")
  expect(statusesOf(await talk(port, `GET /d HTTP/1.1\r\n${host}${upgrade}\r\n`))).toEqual([101])
})

test.each(["h2c", "TLS/1.0", "websocket, h2c"])("An offer to upgrade to %s is ignored", async (protocol) => {
  const offer = `Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\n`
  const answer = await talk(await ours(), `GET /a HTTP/1.1\r\n${host}${offer}\r\n`)
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toContain("handled /a")
})

test("A body with a declared length is not parsed as the next request", async () => {
  const inner = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
  const answer = await talk(
    await ours(),
    `GET /a HTTP/1.1\r\n${host}${close}Content-Length: ${inner.length}\r\n\r\n${inner}`,
  )
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toContain("handled /a")
})

test("A refused request closes the connection, so that any data after it is ignored", async () => {
  const answer = await talk(
    await ours(),
    `GET /a HTTP/1.1\r\n${host}${host}\r\nGET /b HTTP/1.1\r\n${host}\r\n`,
  )
  expect(statusesOf(answer)).toEqual([400])
})

/** Resolves with the data that the server sends until it pauses for a moment or closes the connection. */
function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let answer = ""
    socket.on("data", (data) => {
      answer += data.toString("latin1")
      if (/handled [^ ]+$/.test(answer)) resolve(answer)
    })
    socket.on("end", () => resolve(`${answer}(ended)`))
  })
}

test("A stopping server serves one more request per idle connection, and accepts no new connections", async () => {
  const server = createHttpServer()
  answerWith(server, { request, upgrade: () => {} })
  const port = await portOf(server)
  const socket = connect(port, "127.0.0.1")
  socket.write(`GET /a HTTP/1.1\r\n${host}\r\n`)
  expect(await answerOn(socket)).toContain("handled /a")
  const drained = drain(server, 10, 5_000)
  const refused = new Promise((resolve) => connect(port, "127.0.0.1").on("error", resolve))
  expect(await refused).toMatchObject({ code: "ECONNREFUSED" })
  socket.write(`POST /b HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nabcd`)
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 200 .*Connection: close\r\n.*handled \/b$/s)
  expect(await drained).toBe(0)
})

test.each([0, 20])("Idle connections end %s ms after a server began to stop", async (lingerMs) => {
  const server = createHttpServer()
  answerWith(server, { request, upgrade: () => {} })
  const socket = connect(await portOf(server), "127.0.0.1")
  socket.write(`GET /a HTTP/1.1\r\n${host}\r\n`)
  expect(await answerOn(socket)).toContain("handled /a")
  const ended = answerOn(socket)
  expect(await drain(server, 10, lingerMs)).toBe(0)
  expect(await ended).toBe("(ended)")
})
