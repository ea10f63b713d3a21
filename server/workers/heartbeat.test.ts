import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { collectLog } from "#test/support/collected-log.ts"
import type { ReadyCheck } from "../endpoints/health.ts"
import { readEnv } from "../env.ts"
import { heartbeatDeadlines } from "./heartbeat.ts"

const calls: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
const monitor = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`)
  answer(request, response)
})
let address = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => monitor.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(monitor.address() as AddressInfo).port}/ping/secret-part`
})
afterAll(() => {
  monitor.closeAllConnections()
  monitor.close()
})
beforeEach(() => {
  calls.length = 0
  answer = (_request, response) => void response.end("OK")
})

const ready: ReadyCheck = { name: "database", reason: async () => null }
const away: ReadyCheck = { name: "database", reason: async () => "the database is away" }

/** Runs the heartbeat once and returns what it logged. */
async function beat(checks: ReadyCheck[] = [ready], url = address): Promise<string> {
  const log = collectLog()
  const world = { log } as unknown as World
  const [heartbeat] = heartbeatDeadlines(readEnv({ HEARTBEAT_URL: url }), checks)
  await heartbeat?.run(world, new Date())
  return JSON.stringify(log.entries)
}

test("the address is called every five minutes", async () => {
  const [heartbeat] = heartbeatDeadlines(readEnv({ HEARTBEAT_URL: address }), [ready])
  const next = await heartbeat?.next({} as World, new Date("2026-11-26T10:02:00Z"))
  expect(next?.toISOString()).toBe("2026-11-26T10:05:00.000Z")
  expect(await beat()).toBe("[]")
  expect(calls).toEqual(["GET /ping/secret-part"])
  expect(heartbeatDeadlines(readEnv({}), [ready])).toEqual([])
})

test("no call is made while the site is not ready, and the log says why", async () => {
  expect(await beat([ready, away])).toContain("the database is away")
  expect(calls).toEqual([])
})

test("a redirect is not followed", async () => {
  answer = (_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end()
  expect(await beat()).toContain('"status":302')
  expect(calls).toEqual(["GET /ping/secret-part"])
})

test("a refusal and a closed port are logged, and the job succeeds, without the address in the log", async () => {
  answer = (_request, response) => void response.writeHead(404).end("unknown")
  const refused = await beat()
  expect(refused).toContain('"status":404')
  const nobody = createServer()
  await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve))
  const { port } = nobody.address() as AddressInfo
  await new Promise((resolve) => nobody.close(resolve))
  const unreachable = await beat([ready], `http://127.0.0.1:${port}/ping/secret-part`)
  expect(unreachable).toContain("ECONNREFUSED")
  expect(refused + unreachable).not.toContain("secret-part")
})

test("a service that does not answer is given up after five seconds", async () => {
  answer = () => {}
  const started = performance.now()
  expect(await beat()).toContain("TimeoutError")
  expect(performance.now() - started).toBeGreaterThan(4_500)
})

test("the address is https, or http on this machine", () => {
  for (const url of [
    "https://monitor.example/x",
    "http://localhost:1/x",
    "http://127.0.0.2/x",
    "http://[::1]/x",
  ])
    expect(readEnv({ HEARTBEAT_URL: url }).HEARTBEAT_URL).toBe(url)
  for (const url of ["http://monitor.example/x", "http://127.0.0.1.example/x", "ftp://localhost/x", "here"])
    expect(() => readEnv({ HEARTBEAT_URL: url })).toThrow(
      /^HEARTBEAT_URL must be an address that begins with https/,
    )
  expect(() => readEnv({ HEARTBEAT_URL: "http://monitor.example/secret-part" })).not.toThrow(/secret-part/)
})
