import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { LocalServer } from "../support/server.ts"

/** The same requests in every run; change it to look elsewhere. */
const seed = 20261120
const runsPerPosition = 40

let server: LocalServer
let before: string

beforeAll(async () => {
  server = await startArena()
  await server.db.query(
    "revoke insert, update, delete on all tables in schema arena from anon, authenticated",
  )
  before = await snapshot()
})
afterAll(() => server.close())

/** Everything in which a successful injection would leave a trace. */
async function snapshot(): Promise<string> {
  const rows = await server.db.query(`
    select (select json_agg(c order by id) from arena.clubs c)::text as clubs,
           (select count(*) from arena.athletes)::text as athletes,
           (select string_agg(oid::regclass::text, ',' order by oid) from pg_class where relnamespace in
             (select oid from pg_namespace where nspname in ('arena', 'hidden', 'public', 'auth'))) as relations,
           (select string_agg(rolname, ',' order by rolname) from pg_roles) as roles,
           current_setting('log_statement') as setting`)
  return JSON.stringify(rows)
}

const injections = [
  "'; drop table arena.clubs; --",
  "1); delete from arena.clubs; --",
  "' or '1'='1",
  '" or "1"="1',
  "(select word from hidden.secrets)",
  "1 union select word from hidden.secrets",
  "$1; drop table arena.clubs",
  "$$; create table arena.hacked(); $$",
  "pg_sleep(5)",
  "id::regclass",
  "id::text;drop table arena.clubs",
  "name->'x'';drop table arena.clubs;--'",
  'name->>"x"',
  "/**/",
  "\\'; drop table arena.clubs; --",
  "current_setting('request.jwt.claims')",
]
const fragments = [
  "",
  " ",
  "*",
  "**",
  ".",
  "..",
  ",",
  ",,",
  "(",
  ")",
  "()",
  "((",
  "))",
  "{",
  "}",
  "[",
  "]",
  '"',
  '""',
  "'",
  "\\",
  "/",
  ":",
  "::",
  "!",
  "->",
  "->>",
  "%",
  "%%",
  "%00",
  "\u0000",
  "\u2028",
  "😀",
  "ü",
  "\ud800",
  "null",
  "NaN",
  "Infinity",
  "-1",
  "0",
  "1e999",
  "999999999999999999999999",
  "-0",
  "true",
  "undefined",
  "eq",
  "eq.",
  "not.",
  "not.not.",
  "in.(",
  "in.()",
  "in.(1,",
  "is.",
  "is.maybe",
  "fts.",
  "fts(x.y).",
  "cs.{",
  "cs.{}",
  "cd.[",
  "ov.(1",
  "adj.",
  "eq(any).",
  "eq(any).{",
  "like(all).{*}",
  "or=(",
  "and(",
  "or(id.eq.1",
  "not.and(",
  "id",
  "id,name",
  "id.desc",
  "id.asc.nullsfirst",
  "id.up",
  "count",
  "id.sum()",
  "clubs",
  "clubs(",
  "clubs()",
  "clubs(*)",
  "athletes(*)",
  "athletes!inner(*)",
  "athletes!x(*)",
  "...athletes(*)",
  "...",
  "users(*)",
  "ledger(*)",
  "hidden.secrets",
  "a:b:c",
  "a:id::int",
  "id::int4[]",
  "settings->a->>b",
  "settings->0",
  "settings->-1",
  "__proto__",
  "constructor",
  "toString",
  "x".repeat(300),
  "(".repeat(200),
  "and(".repeat(60),
  "é".repeat(50),
  "a.".repeat(80),
]
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...fragments) },
  { weight: 2, arbitrary: fc.constantFrom(...injections) },
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
)
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(""))
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom("id", "name", "founded_on", "nope", "__proto__", ""),
    fc.oneof(text, fc.jsonValue({ maxDepth: 1 })),
  ),
  fc.array(fc.dictionary(fc.constantFrom("id", "name"), fc.oneof(text, fc.integer()))),
)

interface Sent {
  method?: string
  path?: string
  query?: [string, string][]
  headers?: Record<string, string>
  body?: string
}

const query = (...names: string[]) =>
  text.map((value): Sent => ({ query: names.map((name) => [name, value]) }))
/** A header value, limited to what HTTP allows. */
const headerText = text.map((value) => value.replace(/[^\t\x20-\x7e]/g, "?").trim())
const header = (name: string, more: Sent = {}) =>
  headerText.map((value): Sent => ({ ...more, headers: { [name]: value } }))
const clubs = "/clubs"

const positions: [string, fc.Arbitrary<Sent>][] = [
  ["select", query("select")],
  ["select in an embed", text.map((value) => ({ query: [["select", `id,athletes(${value})`]] }))],
  ["select as a cast", text.map((value) => ({ query: [["select", `id::${value}`]] }))],
  ["select as an alias", text.map((value) => ({ query: [["select", `${value}:id`]] }))],
  ["order", query("order")],
  [
    "order of an embed",
    text.map((value) => ({
      query: [
        ["select", "id,athletes(id)"],
        ["athletes.order", value],
      ],
    })),
  ],
  ["limit", query("limit")],
  ["offset", query("offset")],
  [
    "limit of an embed",
    text.map((value) => ({
      query: [
        ["select", "id,athletes(id)"],
        ["athletes.limit", value],
      ],
    })),
  ],
  ["filter on a number", query("id")],
  ["filter on a text", query("name")],
  ["filter value after eq", text.map((value) => ({ query: [["id", `eq.${value}`]] }))],
  ["filter value after in", text.map((value) => ({ query: [["name", `in.(${value})`]] }))],
  ["filter value after like", text.map((value) => ({ query: [["name", `like.${value}`]] }))],
  ["filter value after fts", text.map((value) => ({ query: [["name", `fts.${value}`]] }))],
  ["filter configuration of fts", text.map((value) => ({ query: [["name", `fts(${value}).a`]] }))],
  ["filter value after cs", text.map((value) => ({ path: "/athletes", query: [["tags", `cs.${value}`]] }))],
  [
    "filter value on jsonb",
    text.map((value) => ({ path: "/athletes", query: [["settings", `cs.${value}`]] })),
  ],
  ["filter name", text.map((value) => ({ query: [[value, "eq.1"]] }))],
  [
    "filter on a json path",
    text.map((value) => ({ path: "/athletes", query: [[`settings->>${value}`, "eq.1"]] })),
  ],
  [
    "filter on an embed",
    text.map((value) => ({
      query: [
        ["select", "id,athletes(id)"],
        [`athletes.${value}`, "eq.1"],
      ],
    })),
  ],
  ["or", query("or")],
  ["or inside", text.map((value) => ({ query: [["or", `(${value})`]] }))],
  ["and inside", text.map((value) => ({ query: [["and", `(id.eq.1,${value})`]] }))],
  ["not.or", query("not.or")],
  ["path", text.map((value) => ({ path: `/${encodeURIComponent(value.toWellFormed())}` }))],
  ["path, raw", text.map((value) => ({ path: `/${value.replace(/[^\w%().,;'-]/g, "")}` }))],
  ["function name", text.map((value) => ({ path: `/rpc/${encodeURIComponent(value.toWellFormed())}` }))],
  ["function argument name", text.map((value) => ({ path: "/rpc/add", query: [[value, "1"]] }))],
  ["function argument", text.map((value) => ({ path: "/rpc/add", query: [["a", value]] }))],
  [
    "function arguments as a body",
    json.map((value) => ({ path: "/rpc/add", method: "POST", body: JSON.stringify(value) })),
  ],
  [
    "function json argument",
    json.map((value) => ({
      path: "/rpc/echo_json",
      method: "POST",
      body: JSON.stringify({ payload: value }),
    })),
  ],
  ["function body, raw", text.map((value) => ({ path: "/rpc/add", method: "POST", body: value }))],
  [
    "filter on a function's rows",
    text.map((value) => ({
      path: "/rpc/fast",
      query: [
        ["limit_km", "5"],
        ["name", value],
      ],
    })),
  ],
  ["insert body", json.map((value) => ({ method: "POST", body: JSON.stringify(value) }))],
  ["insert body, raw", text.map((value) => ({ method: "POST", body: value }))],
  [
    "insert body as csv",
    text.map((value) => ({
      method: "POST",
      body: `id,name\n${value}`,
      headers: { "content-type": "text/csv" },
    })),
  ],
  ["insert with columns", text.map((value) => ({ method: "POST", body: "[]", query: [["columns", value]] }))],
  [
    "upsert on_conflict",
    text.map((value) => ({
      method: "POST",
      body: '{"id":1,"name":"x"}',
      query: [["on_conflict", value]],
      headers: { prefer: "resolution=merge-duplicates" },
    })),
  ],
  [
    "update body",
    json.map((value) => ({ method: "PATCH", body: JSON.stringify(value), query: [["id", "eq.1"]] })),
  ],
  ["update filter", text.map((value) => ({ method: "PATCH", body: '{"name":"x"}', query: [["id", value]] }))],
  ["delete filter", text.map((value) => ({ method: "DELETE", query: [["id", value]] }))],
  [
    "put body",
    json.map((value) => ({ method: "PUT", body: JSON.stringify(value), query: [["id", "eq.1"]] })),
  ],
  ["Prefer", header("prefer")],
  ["Prefer, strict", headerText.map((value) => ({ headers: { prefer: `handling=strict, ${value}` } }))],
  ["Prefer timezone", headerText.map((value) => ({ headers: { prefer: `timezone=${value}` } }))],
  [
    "Prefer max-affected",
    headerText.map((value) => ({
      method: "DELETE",
      query: [["id", "eq.1"]],
      headers: { prefer: `handling=strict, max-affected=${value}` },
    })),
  ],
  ["Accept", header("accept")],
  ["Accept-Profile", header("accept-profile")],
  ["Content-Profile", header("content-profile", { method: "POST", body: "{}" })],
  ["Content-Type", header("content-type", { method: "POST", body: '{"id":1}' })],
  ["Range", header("range")],
  ["apikey in the address", query("apikey")],
]

async function send({
  method = "GET",
  path = clubs,
  query = [],
  headers = {},
  body,
}: Sent): Promise<Response> {
  const search = new URLSearchParams(
    query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
  )
  const profile = method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile"
  return server.gateway.app.request(`http://gateway.test/rest/v1${path}?${search}`, {
    method,
    headers: {
      apikey: server.keys.publishable,
      [profile]: "arena",
      "content-type": "application/json",
      ...headers,
    },
    ...(body !== undefined && { body: body.toWellFormed() }),
  })
}

test.each(positions)(
  "malformed %s: a clear refusal or a correct response, never a failure",
  async (_position, requests) => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await send(request)
        const said = await answer.text()
        // 501: the root of the API, which describes nothing.
        expect([answer.status < 500 || answer.status === 501, said]).toEqual([true, said])
        expect(said).not.toContain("swordfish")
        // Two dots lead out of the API, to an address that is not its own.
        if (answer.status >= 400 && said && answer.headers.has("x-request-id")) {
          expect(Object.keys(JSON.parse(said))).toEqual(expect.arrayContaining(["message"]))
        }
      }),
      { seed, numRuns: runsPerPosition },
    )
  },
)

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

test.each<[string, string, string, string]>([
  ["an argument of type json", "POST", "/rpc/echo_json", `{"payload":@}`],
  ["an argument of another type", "POST", "/rpc/add", `{"a":@}`],
  ["a body", "POST", "/clubs", "@"],
  ["an array column", "POST", "/athletes", `{"name":"x","tags":@}`],
  ["a composite column", "PATCH", "/athletes?id=eq.1", `{"splits":{"first_s":@}}`],
  ["a json column", "PATCH", "/athletes?id=eq.1", `{"settings":@}`],
])("JSON that is nested thousands of levels deep in %s is refused", async (_where, method, path, body) => {
  for (const depth of [201, 5_000, 200_000]) {
    const answer = await send({ method, path, body: body.replace("@", nested(depth)) })
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      "The body is nested more than 200 levels deep",
    ])
  }
})

test("JSON may be nested 200 levels deep, and brackets in strings do not count", async () => {
  const payload = nested(199)
  const answer = await send({ method: "POST", path: "/rpc/echo_json", body: `{"payload":${payload}}` })
  expect([answer.status, await answer.text()]).toEqual([200, payload])
  const given = `[{"\\${"[".repeat(500)}`
  const text = await send({ method: "POST", path: "/rpc/same_text", body: JSON.stringify({ given }) })
  expect([text.status, await text.json()]).toEqual([200, given])
})

test("malformed requests changed nothing and left no trace", async () => {
  expect(await snapshot()).toBe(before)
  expect(server.log.entries.filter(({ level }) => level === "error")).toEqual([])
  expect((await server.client().from("clubs").select("name").eq("id", 1).single()).data).toEqual({
    name: "Harriers",
  })
})

test.each(["GET", "HEAD"])("%s of more columns than PostgreSQL can answer: 400", async (method) => {
  const wide = `${server.url}/rest/v1/clubs?select=*${",*".repeat(1_700)}`
  const answer = await fetch(wide, {
    method,
    headers: { apikey: server.keys.secret, "accept-profile": "arena" },
  })
  expect(answer.status).toBe(400)
  if (method === "GET") expect(await answer.json()).toMatchObject({ code: "54011" })
})
