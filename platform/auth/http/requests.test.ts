/** What a request may contain, and how its origin is determined. */
import { type Context, Hono } from "hono"
import { expect, test } from "vitest"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { metadata, readBody, text } from "./body.ts"
import { clientOf, socketAddress } from "./client.ts"
import { answerError, apiVersionHeader } from "./errors.ts"
import { redirectWith } from "./redirect.ts"

const shape = z.object({ name: text, data: metadata })
/** The parsed body, or the status of its refusal. */
async function read(body: BodyInit | null): Promise<unknown> {
  const raw = new Request("http://b4m.test/", { method: "POST", body })
  return readBody({ req: { raw } } as Context, shape).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return error.status === 413 ? 413 : error.message
  })
}
const nothing = { name: "", data: undefined }
/** A JSON object of the given size in bytes. */
const ofSize = (bytes: number) => `{"name":""${" ".repeat(bytes - 11)}}`

test.each([
  ["", nothing],
  [" \n", nothing],
  ["{}", nothing],
  ['{"name":null}', nothing],
  ['{"name":"Ada","data":{"a":[1]}}', { name: "Ada", data: { a: [1] } }],
  [ofSize(65_536), nothing],
  [ofSize(65_537), 413],
  ["[]", "Could not parse request body as JSON: an object is expected"],
  ["null", "Could not parse request body as JSON: an object is expected"],
  ['"a"', "Could not parse request body as JSON: an object is expected"],
  ['{"name":"\\u0000"}', "Could not parse request body as JSON: text that cannot be stored"],
  ['{"name":', "Could not parse request body as JSON"],
  ['{"name":1}', expect.stringMatching(/^name: /)],
  [JSON.stringify({ name: "x".repeat(4096) }), { ...nothing, name: "x".repeat(4096) }],
  [JSON.stringify({ name: "x".repeat(4097) }), expect.stringMatching(/^name: /)],
])("the body %.40j", async (body, expected) => expect(await read(body)).toEqual(expected))

test.each([
  [4096, true],
  [4097, false],
])("whether metadata of %d bytes is accepted: %s", async (bytes, taken) => {
  const data = { a: "x".repeat(bytes - '{"a":""}'.length) }
  const result = await read(JSON.stringify({ data }))
  expect(result).toEqual(taken ? { name: "", data } : "data: at most 4096 bytes")
})

test("bytes that are not UTF-8 are refused, and an empty body is empty text", async () => {
  expect(await read(new Uint8Array([123, 34, 255, 34, 125]))).toBe(
    "Could not parse request body as JSON: it is not UTF-8",
  )
  expect(await read(null)).toEqual(nothing)
})

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"],
  ["not an address", null],
  [undefined, null],
])("a request from %s has the address %s", (given, ip) => {
  const auth = { clientAddress: () => given } as unknown as Auth
  const c = { req: { header: () => "x".repeat(600) } } as unknown as Context
  expect(clientOf(auth, c)).toMatchObject({ ip, userAgent: "x".repeat(512) })
  expect(clientOf(auth, c).network === "unknown").toBe(ip === null)
})

test("a missing user agent is empty, and without a socket there is no address", () => {
  const auth = { clientAddress: socketAddress } as unknown as Auth
  const from = (env: unknown) =>
    clientOf(auth, { env, req: { header: () => undefined } } as unknown as Context)
  const known = { ip: "192.0.2.7", userAgent: "" }
  expect(from({ incoming: { socket: { remoteAddress: "192.0.2.7" } } })).toMatchObject(known)
  for (const env of [undefined, {}, { incoming: {} }, { incoming: { socket: {} } }])
    expect(from(env)).toEqual({ ip: null, network: "unknown", userAgent: "" })
})

async function answered(error: unknown, version?: string) {
  const logged: object[] = []
  const auth = { log: { error: (entry: object) => void logged.push(entry) } } as unknown as Auth
  const app = new Hono().get("/", (c) => answerError(auth, c, error))
  const answer = await app.request("/", version ? { headers: { [apiVersionHeader]: version } } : {})
  return {
    status: answer.status,
    retry: answer.headers.get("retry-after"),
    cached: answer.headers.get("cache-control"),
    body: await answer.json(),
    logged,
  }
}
const weak = new Refusal(422, "weak_password", "Too short", {
  weakPassword: ["length"],
  retryAfterSeconds: 0,
})

test.each([
  [undefined, false],
  ["2023-12-31", false],
  ["2024-01-01", true],
  ["2026-05-05", true],
  ["latest", false],
  ["2024-01-01x", false],
])("a client of version %s gets the newer error format: %s", async (version, newer) => {
  const { status, retry, cached, body, logged } = await answered(weak, version)
  const reasons = { weak_password: { reasons: ["length"] } }
  expect([status, retry, cached, logged]).toEqual([422, "0", "no-store", []])
  expect(body).toEqual(
    newer
      ? { code: "weak_password", message: "Too short", ...reasons }
      : { code: 422, error_code: "weak_password", msg: "Too short", ...reasons },
  )
})

test("an unexpected error is answered without its message, and logged without it", async () => {
  const failure = Object.assign(new Error("row (ada@example.com) violates"), { code: "23514" })
  const { status, retry, body, logged } = await answered(failure)
  expect([status, retry]).toEqual([500, null])
  expect(JSON.stringify([body, logged])).not.toContain("ada@example.com")
  expect(body).toMatchObject({ error_code: "unexpected_failure" })
  expect(logged).toMatchObject([{ name: "Error", code: "23514", at: expect.any(Array) }])
  const [{ at } = { at: [] }] = logged as { at: string[] }[]
  expect([at.length, at.every((line) => line.trim().startsWith("at "))]).toEqual([5, true])
  expect((await answered(Object.assign(new Error("x"), { stack: undefined }))).status).toBe(500)
})

test.each([
  ["https://a.example/p#old", { query: { a: "1" } }, "https://a.example/p?a=1"],
  [
    "https://a.example/p?x=1#old",
    { query: { a: "1" }, fragment: { b: "2" } },
    "https://a.example/p?x=1&a=1#b=2",
  ],
  ["https://a.example/p?x=1#old", { fragment: { b: "&" } }, "https://a.example/p?x=1#b=%26"],
  ["https://a.example/p", {}, "https://a.example/p"],
])("a redirect to %s with %j leads to %s", async (address, added, arrived) => {
  const app = new Hono().get("/", (c) => redirectWith(c, address, added))
  const { status, headers } = await app.request("/")
  expect([status, headers.get("location")]).toEqual([303, arrived])
  expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"])
})
