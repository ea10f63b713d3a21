import { expect, test } from "vitest"
import { explain, planWished } from "./plan.ts"

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

test("the statement that explains carries known options alone", () => {
  expect(explain({ format: "json", options: ["analyze", "verbose"], for: "" }, "select 1")).toBe(
    "explain (analyze, verbose, format json) select 1",
  )
})
