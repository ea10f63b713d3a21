import { expect, test } from "vitest"
import { explain, planAnswer, planWished } from "./plan.ts"

test.each([
  [null, null],
  ["application/json", null],
  ["application/vnd.pgrst.plan", { format: "text", options: [], for: "application/json" }],
  ["application/vnd.pgrst.plan+json", { format: "json", options: [], for: "application/json" }],
  [
    'application/vnd.pgrst.plan+text; for="text/csv"; options=analyze|wal;',
    { format: "text", options: ["analyze", "wal"], for: "text/csv" },
  ],
  [
    "application/vnd.pgrst.plan; options=analyze|format xml) select 1;",
    { format: "text", options: ["analyze"], for: "application/json" },
  ],
])("%s", (accept, wish) => {
  expect(planWished(accept)).toEqual(wish)
})

test("the EXPLAIN statement contains only known options", () => {
  expect(explain({ format: "json", options: ["analyze", "verbose"], for: "" }, "select 1")).toBe(
    "explain (analyze, verbose, format json) select 1",
  )
})

test.each<["json" | "text", string[], string, string]>([
  ["text", [], "a\nb\n", 'application/vnd.pgrst.plan+text; for="text/csv"; charset=utf-8'],
  [
    "json",
    ["analyze", "wal"],
    "[1]",
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal; charset=utf-8',
  ],
])("a plan as %s with %j", async (format, options, body, type) => {
  const lines = format === "json" ? ["[ 1 ]"] : ["a", "b"]
  const answer = planAnswer({ format, options, for: "text/csv" }, lines)
  expect([await answer.text(), answer.headers.get("content-type")]).toEqual([body, type])
})
