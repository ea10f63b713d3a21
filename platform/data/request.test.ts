/** What the URL and the headers of a request refer to. */
import { expect, test } from "vitest"
import type { Catalog } from "./catalog.ts"
import { isRead, readTarget, relationNamed, visibleHeaders } from "./request.ts"

const asking = (path: string, method = "GET", headers: Record<string, string> = {}) =>
  new Request(`http://test/rest/v1${path}`, { method, headers })
const target = (...given: Parameters<typeof asking>) => readTarget(asking(...given), ["arena", "shop"])

test.each([
  ["GET", true],
  ["HEAD", true],
  ["POST", false],
  ["PATCH", false],
  ["PUT", false],
  ["DELETE", false],
])("%s is a read: %s", (method, reads) => expect(isRead(asking("/clubs", method))).toBe(reads))

test.each([
  ["/clubs", "clubs", false],
  ["/clubs/", "clubs", false],
  ["//clubs//", "clubs", false],
  ["/rpc", "rpc", false],
  ["/rpc/", "rpc", false],
  ["/rpc/add", "add", true],
  ["/rpc/rpc", "rpc", true],
  ["/first%20name", "first name", false],
  ["/Gr%C3%B6%C3%9Fe", "Größe", false],
  ["/a.b", "a.b", false],
])("%s names %s, a function: %s", (path, name, isCall) =>
  expect(target(path)).toEqual({ schema: "arena", name, isCall, parameters: [] }),
)

test.each([
  ["", 501, "PGRSTX01"],
  ["/", 501, "PGRSTX01"],
  ["/a/b", 404, "PGRST125"],
  ["/a%2Fb", 404, "PGRST125"],
  ["/rpc/a/b", 404, "PGRST125"],
  ["/rpc//a", 404, "PGRST125"],
  ["/a%00", 404, "PGRST125"],
  ["/%", 400, "PGRST125"],
  ["/%ff", 400, "PGRST125"],
  ["/clubs?a=%00", 400, "PGRST100"],
  ["/clubs?%00=a", 400, "PGRST100"],
])("%s is refused with %i %s", (path, status, code) =>
  expect(() => target(path)).toThrow(expect.objectContaining({ status, code })),
)

test("parameters keep their order and repetitions; the API key is removed", () => {
  expect(target("/clubs?b=1&apikey=k&a=2&b=3+4&apikeys=5").parameters).toEqual([
    ["b", "1"],
    ["a", "2"],
    ["b", "3 4"],
    ["apikeys", "5"],
  ])
})

test("a query may have 16,000 characters", () => {
  const query = `?a=${"x".repeat(16_000 - 3)}`
  expect(target(`/clubs${query}`).parameters).toHaveLength(1)
  expect(() => target(`/clubs${query}x`)).toThrow(expect.objectContaining({ status: 414, code: "PGRST100" }))
})

test.each([
  ["/clubs", "GET HEAD POST PATCH PUT DELETE", "OPTIONS", 405, "PGRST117"],
  ["/rpc/add", "GET HEAD POST", "PATCH PUT DELETE OPTIONS", 405, "PGRST101"],
])("%s accepts %s, but not %s", (path, taken, refused, status, code) => {
  for (const method of taken.split(" "))
    expect(target(path, method), method).toMatchObject({ schema: "arena" })
  for (const method of refused.split(" "))
    expect(() => target(path, method), method).toThrow(expect.objectContaining({ status, code }))
})

test.each([
  ["GET", { "accept-profile": "shop" }, "shop"],
  ["HEAD", { "accept-profile": "shop" }, "shop"],
  ["GET", { "content-profile": "shop" }, "arena"],
  ["POST", { "content-profile": "shop" }, "shop"],
  ["DELETE", { "content-profile": "shop" }, "shop"],
  ["POST", { "accept-profile": "shop" }, "arena"],
  ["GET", { "accept-profile": "arena" }, "arena"],
])("%s with %j uses the schema %s", (method, headers, schema) =>
  expect(target("/clubs", method, headers).schema).toBe(schema),
)

test.each(["hidden", "Arena", "", "arena,shop"])("the schema %j is refused", (schema) =>
  expect(() => target("/clubs", "GET", { "accept-profile": schema })).toThrow(
    expect.objectContaining({
      status: 406,
      code: "PGRST106",
      message: `Invalid schema: ${schema}`,
      hint: "Only the following schemas are exposed: arena, shop",
    }),
  ),
)

test("nothing is exposed without a schema", () =>
  expect(() => readTarget(asking("/clubs"), [])).toThrow(expect.objectContaining({ code: "PGRST106" })))

const relation = (schema: string, name: string) => ({
  schema,
  name,
  view: false,
  columns: new Map(),
  key: [],
})
const relations = [
  relation("arena", "clubs"),
  relation("arena", "athletes"),
  relation("shop", "athlete"),
  relation("a.b", "c"),
]
const catalog: Catalog = {
  relations: new Map(relations.map((one) => [`${one.schema}.${one.name}`, one])),
  foreignKeys: [],
  routines: new Map(),
}
const of = (schema: string, name: string) =>
  relationNamed(catalog, { schema, name, isCall: false, parameters: [] })

test("a relation is found by its schema and name", () =>
  expect([of("arena", "clubs"), of("a.b", "c")]).toEqual([relations[0], relations[3]]))

test.each([
  // Objects of another schema are neither found nor suggested.
  ["arena", "athlete", "Perhaps you meant the table 'arena.athletes'"],
  ["shop", "athletes", "Perhaps you meant the table 'shop.athlete'"],
  ["shop", "clubs", null],
  ["a", "b.c", null],
  ["arena", "xyz", null],
])("%s has no %s", (schema, name, hint) =>
  expect(() => of(schema, name)).toThrow(
    expect.objectContaining({
      status: 404,
      code: "PGRST205",
      message: `Could not find the table '${schema}.${name}' in the schema cache`,
      hint,
    }),
  ),
)

test("SQL functions can read the headers of a request, but no credentials", () =>
  expect(
    visibleHeaders(
      new Headers({
        Authorization: "Bearer t",
        apikey: "k",
        Cookie: "s=1",
        "Proxy-Authorization": "Basic p",
        "X-Club": "Harriers",
        Prefer: "count=exact",
      }),
    ),
  ).toEqual({ "x-club": "Harriers", prefer: "count=exact" }))
