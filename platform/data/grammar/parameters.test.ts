import { expect, test } from "vitest"
import { argumentsIn, readParameters } from "./parameters.ts"

const read = (query: string) => readParameters([...new URLSearchParams(query)])
/** The parsed items by path, a path being the names of embeds. */
const placed = (found: readonly { path: readonly string[]; value: unknown }[]) =>
  found.map(({ path, value }) => [path.join("/"), value])

test("without a select, every column is read", () => {
  expect(read("").select).toMatchObject([{ kind: "column", field: { name: "*" } }])
})

test("a select lists what is read; an empty one reads everything", () => {
  expect(read("select=name,n:id").select).toMatchObject([
    { kind: "column", field: { name: "name" } },
    { kind: "column", alias: "n" },
  ])
  for (const query of ["select=", "select=%20"])
    expect(read(query).select, query).toMatchObject([{ kind: "column", field: { name: "*" } }])
})

test("the first of several counts", () => {
  expect(read("select=id&columns=a&on_conflict=b&select=name&columns=c&on_conflict=d")).toMatchObject({
    select: [{ field: { name: "id" } }],
    columns: ["a"],
    onConflict: ["b"],
  })
})

test.each([
  ["a=eq.1", [["", { kind: "filter", field: { name: "a" } }]]],
  ["teams.a=eq.1", [["teams", { field: { name: "a" } }]]],
  ["teams.owner.a=eq.1", [["teams/owner", { field: { name: "a" } }]]],
  ['"a.b"=eq.1', [["", { field: { name: "a.b" } }]]],
  ["data->>k=eq.1", [["", { field: { name: "data", path: [{ key: "k" }] } }]]],
  [
    "a=gt.1&a=lt.5",
    [
      ["", { operator: "gt" }],
      ["", { operator: "lt" }],
    ],
  ],
  ["or=(a.eq.1)", [["", { kind: "or", not: false }]]],
  ["not.and=(a.eq.1)", [["", { kind: "and", not: true }]]],
  ["teams.or=(a.eq.1)", [["teams", { kind: "or", not: false }]]],
  ["teams.not.or=(a.eq.1)", [["teams", { kind: "or", not: true }]]],
])("%s assigns its condition", (query, expected) => {
  expect(placed(read(query).conditions)).toMatchObject(expected)
})

test.each([
  ["limit=5", "limits", [["", 5]]],
  [
    "teams.limit=5&limit=1",
    "limits",
    [
      ["teams", 5],
      ["", 1],
    ],
  ],
  ["limit=-1", "limits", [["", -1]]],
  ["limit=many", "limits", []],
  ["limit=1.5", "limits", []],
  ["limit=1234567890123456", "limits", []],
  ["offset=10", "offsets", [["", 10]]],
  ["a.b.offset=10", "offsets", [["a/b", 10]]],
  ["order=a.desc", "orders", [["", [{ field: { name: "a" }, direction: "desc" }]]]],
  ["teams.order=a", "orders", [["teams", [{ field: { name: "a" } }]]]],
] as const)("%s is read", (query, list, expected) => {
  expect(placed(read(query)[list])).toMatchObject(expected)
})

test("names of columns are parsed", () => {
  expect(read('columns=a, "b,c"&on_conflict=a,b')).toMatchObject({
    columns: ["a", "b,c"],
    onConflict: ["a", "b"],
  })
  expect(read("a=eq.1")).toMatchObject({ columns: null, onConflict: null })
})

test.each([
  "columns=a,",
  "columns=a(",
  "on_conflict=a;b",
  "on_conflict=",
  "a->=eq.1",
  "a..b=eq.1",
  ".order=a.up",
  "order=",
  "a'=eq.1",
  "x.or=a",
])("%s is refused", (query) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ status: 400, code: "PGRST100" }))
})

test("parameters that are neither reserved nor filters are arguments of a function", () => {
  const given: [string, string][] = [
    ["a", "1"],
    ["b", "eq.1"],
    ["c", "eq.2"],
    ["select", "id"],
    ["teams.limit", "1"],
    ["or", "(a.eq.1)"],
    ["offset", "3"],
  ]
  expect(argumentsIn(given, new Set(["b", "offset"])).map(([name]) => name)).toEqual(["a", "b", "offset"])
})
