/** The single result row: its counts and how its body is built. */
import { expect, test } from "vitest"
import { answerSql } from "./answer.ts"

const rows = "select 1"
/** The expression of a column of the result. */
function column(text: string, name: string): string {
  const [, before = ""] = new RegExp(`(.*)::text as ${name},`, "s").exec(text) ?? []
  return before.replace(/^.*?::text as \w+, /s, "").trim()
}
const body = (parts: Partial<Parameters<typeof answerSql>[0]>) =>
  column(
    answerSql({ counted: null, rows, media: "json", ...parts }).replace(
      /.* as page,/s,
      "select ::text as page,",
    ),
    "body",
  )

test.each([
  ["json", "coalesce(json_agg(pgrst_rows), '[]')"],
  ["object", "coalesce(json_agg(pgrst_rows)->0, 'null')"],
  ["stripped", "coalesce(json_agg(json_strip_nulls(row_to_json(pgrst_rows))), '[]')"],
  ["stripped-object", "coalesce(json_agg(json_strip_nulls(row_to_json(pgrst_rows)))->0, 'null')"],
  ["none", "''"],
] as const)("rows as %s", (media, expected) => expect(body({ media })).toBe(expected))

test("rows as CSV have a header line with the names of their columns", () =>
  expect(body({ media: "csv" })).toContain("json_object_keys"))

test("the single row of a function is an object", () => {
  expect(body({ isObject: true })).toBe("coalesce(json_agg(pgrst_rows)->0, 'null')")
  expect(body({ isObject: false })).toBe("coalesce(json_agg(pgrst_rows), '[]')")
})

test.each([
  [false, "json", 'coalesce(json_agg(pgrst_rows."a""b")->0, \'null\')'],
  [true, "json", 'coalesce(json_agg(pgrst_rows."a""b"), \'[]\')'],
  [true, "object", 'coalesce(json_agg(pgrst_rows."a""b"), \'[]\')'],
  [false, "none", "''"],
] as const)("the values of a function, many: %s, as %s", (set, media, expected) =>
  expect(body({ media, scalar: { column: 'a"b', set } })).toBe(expected),
)

test("the count is computed separately from the returned rows", () => {
  expect(answerSql({ counted: null, rows, media: "json" })).toMatch(/^select null::text as total, /)
  expect(answerSql({ counted: "select 2", rows, media: "json" })).toMatch(
    /^select \(select pg_catalog.count\(\*\) from \(select 2\) pgrst_counted\)::text as total, pg_catalog.count\(pgrst_rows\)::text as page, .* from \(select 1\) pgrst_rows$/s,
  )
})

test("a change runs before its rows are read", () =>
  expect(
    answerSql({ counted: null, rows, media: "json", before: { name: "changed", text: "delete from a" } }),
  ).toMatch(/^with changed as \(delete from a\) select null::text as total/))
