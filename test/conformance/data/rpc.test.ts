import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { Client, LocalServer } from "../support/server.ts"

let server: LocalServer
let client: Client

beforeAll(async () => {
  server = await startArena()
  client = server.client()
})
afterAll(() => server.close())

const methods = [
  ["POST", {}],
  ["GET", { get: true }],
] as const

test.each(methods)("rpc by %s: a scalar, named arguments and defaults", async (_method, options) => {
  expect((await client.rpc("add", { a: 2, b: 3 }, options)).data).toBe(5)
  expect((await client.rpc("add", { a: 2 }, options)).data).toBe(3)
})

test.each(methods)("rpc by %s: rows, filtered, ordered, limited and embedded", async (_method, options) => {
  const { data, error } = await client
    .rpc("fast", { limit_km: 5 }, options)
    .select("name, clubs(name)")
    .eq("active", true)
    .order("name", { ascending: false })
    .range(1, 2)
  expect(error).toBeNull()
  expect(data).toEqual([
    { name: "Bob", clubs: { name: "Harriers" } },
    { name: "Ann", clubs: { name: "Harriers" } },
  ])
})

test.each(methods)("rpc by %s: a set of scalars and a table", async (_method, options) => {
  expect((await client.rpc("names", {}, options)).data).toEqual(["Ann", "Bob", "Cid", 'Dee, "D"'])
  expect((await client.rpc("pair", {}, options)).data).toEqual([
    { x: 1, y: "a" },
    { x: 2, y: "b" },
  ])
})

test("rpc: single returns the one row, and maybeSingle null where there is none", async () => {
  expect((await client.rpc("pair").eq("x", 2).single()).data).toEqual({ x: 2, y: "b" })
  expect((await client.rpc("pair").eq("x", 3).maybeSingle()).data).toBeNull()
})

test("rpc: void returns 204", async () => {
  const { data, error, status } = await client.rpc("nothing")
  expect({ data, error, status }).toEqual({ data: null, error: null, status: 204 })
})

test("rpc: count and head", async () => {
  expect((await client.rpc("pair", {}, { count: "exact" })).count).toBe(2)
  const { data, count, error } = await client.rpc("pair", {}, { count: "exact", head: true })
  expect({ data, count, error }).toEqual({ data: null, count: 2, error: null })
})

test.each([
  ["an object", { a: [1, { b: null }] }],
  ["a string", "123"],
  ["a string that looks like JSON", '{"a":1}'],
  ["a number", 7],
  ["an array", [1, "2"]],
])("rpc: a json argument keeps %s", async (_what, payload) => {
  expect((await client.rpc("echo_json", { payload })).data).toEqual(payload)
})

test.each(methods)("rpc by %s: texts arrive unchanged", async (_method, options) => {
  for (const given of ["007", "1e5", "null", "true", " padded ", "eq.1", '"quoted"', "{a,b}", "ü€😀"]) {
    expect((await client.rpc("same_text", { given }, options)).data).toBe(given)
  }
})

test.each(methods)("rpc by %s: array arguments", async (_method, options) => {
  expect((await client.rpc("echo_list", { given: [1, 2, 3] }, options)).data).toEqual([1, 2, 3])
})

test("rpc: composite arguments", async () => {
  const { data, error } = await client.rpc("echo_splits", { given: { first_s: 40, second_s: 2 } })
  expect(error).toBeNull()
  expect(data).toBe(42)
})

test("rpc: overloaded functions are distinguished by their arguments", async () => {
  expect((await client.rpc("over", { given: 1 })).data).toBe("integer")
  expect((await client.rpc("over", { given: 1, other: 2 })).data).toBe("two integers")
})

test("rpc: a GET cannot change anything", async () => {
  const { error, status } = await client.rpc("touch_clubs", {}, { get: true })
  expect(status).toBe(405)
  expect(error).toMatchObject({ code: "25006" })
  expect(await server.db.query("select id from arena.clubs where id = 90")).toEqual([])
})

test("rpc: a function sets the status and headers of its response", async () => {
  const answer = await fetch(`${server.url}/rest/v1/rpc/created`, {
    method: "POST",
    headers: { apikey: server.keys.publishable, "content-profile": "arena" },
  })
  expect([answer.status, answer.headers.get("x-made"), await answer.json()]).toEqual([201, "yes", "made"])
})

test("rpc: unknown functions and arguments are named in the error", async () => {
  const unknown = await client.rpc("nope")
  expect(unknown.status).toBe(404)
  expect(unknown.error).toMatchObject({ code: "PGRST202" })
  const argument = await client.rpc("add", { a: 1, c: 2 })
  expect(argument.error?.message).toContain("Could not find the function arena.add(a, c) in the schema cache")
})

test("rpc: rollback discards all changes", async () => {
  expect((await client.rpc("touch_clubs").rollback()).data).toBe(90)
  expect(await server.db.query("select id from arena.clubs where id = 90")).toEqual([])
})
