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

type Answer = { status: number; error: unknown }
const cases: [string, () => PromiseLike<Answer>, number, object][] = [
  [
    "a duplicate key",
    () => client.from("clubs").insert({ id: 1, name: "Again" }),
    409,
    { code: "23505", details: null, hint: null },
  ],
  [
    "a broken reference",
    () => client.from("athletes").insert({ name: "X", club_id: 99 }),
    409,
    { code: "23503" },
  ],
  ["a row that is still referenced", () => client.from("clubs").delete().eq("id", 1), 409, { code: "23503" }],
  ["a missing value", () => client.from("clubs").insert({ id: 50 }), 400, { code: "23502" }],
  [
    "a broken check",
    () => client.from("races").insert({ id: 50, title: "x", distance_m: -1 }),
    400,
    { code: "23514" },
  ],
  [
    "an unknown table",
    () => client.from("club").select(),
    404,
    {
      code: "PGRST205",
      message: "Could not find the table 'arena.club' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'arena.clubs'",
    },
  ],
  [
    "an unknown column in select",
    () => client.from("clubs").select("nope"),
    400,
    { code: "42703", message: "column clubs.nope does not exist" },
  ],
  [
    "an unknown column in a filter",
    () => client.from("clubs").select().eq("nope", 1),
    400,
    { code: "42703" },
  ],
  [
    "an unknown column in a body",
    () => client.from("clubs").insert({ nope: 1 }),
    400,
    { code: "PGRST204", message: "Could not find the 'nope' column of 'clubs' in the schema cache" },
  ],
  ["an unknown column in order", () => client.from("clubs").select().order("nope"), 400, { code: "42703" }],
  [
    "a value of the wrong type",
    () => client.from("clubs").select().eq("id", "abc"),
    400,
    { code: "22P02", message: 'invalid input syntax for type integer: "abc"' },
  ],
  [
    "a value of the wrong type in a body",
    () => client.from("clubs").insert({ id: "abc", name: "x" }),
    400,
    { code: "22P02" },
  ],
  [
    "a number out of range",
    () => client.from("clubs").select().eq("id", "99999999999"),
    400,
    { code: "22003" },
  ],
  [
    "an unknown operator",
    () =>
      client
        .from("clubs")
        .select()
        .filter("id", "wat" as never, 1),
    400,
    { code: "PGRST100" },
  ],
  ["a select that does not parse", () => client.from("clubs").select("id(("), 400, { code: "PGRST100" }],
  [
    "a generated column in a body",
    () => client.from("athletes").insert({ name: "x", bio_words: "x" }),
    400,
    { code: "428C9" },
  ],
  [
    "a function that raises",
    () => client.rpc("refuse"),
    400,
    { code: "P0001", message: "Not today", details: "It rains", hint: "Try tomorrow" },
  ],
  [
    "a function that writes its own answer",
    () => client.rpc("teapot"),
    418,
    { code: "TEA", message: "I am a teapot", details: "short", hint: "stout" },
  ],
]

test.each(cases)("error: %s", async (_name, call, status, error) => {
  const answer = await call()
  expect(answer.error).toMatchObject(error)
  expect(
    Object.keys(answer.error as object)
      .filter((key) => key !== "name")
      .sort(),
  ).toEqual(expect.arrayContaining(["code", "details", "hint", "message"]))
  expect(answer.status).toBe(status)
})

const headers = () => ({
  apikey: server.keys.publishable,
  "content-type": "application/json",
  "content-profile": "arena",
})
const post = (body: BodyInit, more: Record<string, string> = {}) =>
  fetch(`${server.url}/rest/v1/clubs`, { method: "POST", headers: { ...headers(), ...more }, body })

test("error: bodies that cannot be parsed", async () => {
  for (const body of ["{", "nope", "[1,2]", "3", '"text"', "null", "[[]]"]) {
    const answer = await post(body)
    expect([body, answer.status]).toEqual([body, 400])
    expect(Object.keys(await answer.json()).sort()).toEqual(["code", "details", "hint", "message"])
  }
  expect((await post(new Uint8Array([0x7b, 0xff, 0xfe]))).status).toBe(400)
  expect((await post("a,b", { "content-type": "application/xml" })).status).toBe(400)
})

test("error: rows with different columns", async () => {
  const answer = await post('[{"id":60,"name":"a"},{"id":61}]')
  expect([answer.status, (await answer.json()).message]).toEqual([400, "All object keys must match"])
})

test("error: unsupported methods", async () => {
  const remove = await fetch(`${server.url}/rest/v1/rpc/add`, { method: "DELETE", headers: headers() })
  expect([remove.status, (await remove.json()).code]).toEqual([405, "PGRST101"])
  const answer = await fetch(`${server.url}/rest/v1/clubs/1`, {
    headers: { ...headers(), "accept-profile": "arena" },
  })
  expect([answer.status, (await answer.json()).code]).toEqual([404, "PGRST125"])
})

test("error: a body that is too large is refused with 413", async () => {
  const answer = await post(JSON.stringify({ id: 1, name: "x".repeat(11 * 1024 * 1024) }))
  expect([answer.status, (await answer.json()).code]).toEqual([413, "body_too_large"])
})

test("error: a streamed body that is too large is refused with 413", async () => {
  const chunk = new TextEncoder().encode("x".repeat(1024 * 1024))
  let sent = 0
  const body = new ReadableStream({
    pull: (controller) => (sent++ < 12 ? controller.enqueue(chunk) : controller.close()),
  })
  const answer = await fetch(`${server.url}/rest/v1/clubs`, {
    method: "POST",
    headers: headers(),
    body,
    duplex: "half",
  } as RequestInit)
  expect([answer.status, (await answer.json()).code]).toEqual([413, "body_too_large"])
})

test("error: a statement that runs too long is canceled", async () => {
  await server.db.query(
    "create function arena.dream() returns void language sql as $$ select pg_sleep(20) $$",
  )
  server.gateway.reload()
  const { error, status } = await client.rpc("dream")
  expect([status, error?.code]).toEqual([500, "57014"])
})

test("none of these errors was printed or logged with values", () => {
  expect(JSON.stringify(server.log.entries)).not.toMatch(/Key \(id\)|Again|abc/)
})
