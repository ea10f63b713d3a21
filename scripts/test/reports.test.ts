import { describe, expect, test } from "vitest"
import { hasFailed, type Outcome, summary } from "./outcome.ts"
import { type PlaywrightReport, playwrightOutcome } from "./playwright-report.ts"
import { select } from "./selection.ts"
import { type VitestReport, vitestOutcomes } from "./vitest-report.ts"

const outcome = (passed: number, failed: number): Outcome => ({ name: "x", passed, failed, ms: 1, notes: [] })

describe("the summary", () => {
  test("ends with the line that tools parse", () => {
    const lines = summary([outcome(3, 0), outcome(4, 2)], 1000).split("\n")
    expect(lines.at(-1)).toBe("7 passed, 2 failed")
  })

  test("a failure fails, and so does a run without tests", () => {
    expect(hasFailed([outcome(3, 0), outcome(1, 0)])).toBe(false)
    expect(hasFailed([outcome(3, 0), outcome(1, 1)])).toBe(true)
    expect(hasFailed([outcome(0, 0)])).toBe(true)
    expect(hasFailed([])).toBe(true)
  })
})

describe("Vitest's report", () => {
  const file = (name: string, ...statuses: string[]): VitestReport["testResults"][number] => ({
    name: `/house/${name}`,
    status: statuses.includes("failed") || statuses.length === 0 ? "failed" : "passed",
    startTime: 0,
    endTime: 10,
    assertionResults: statuses.map((status) => ({ status, fullName: "it works" })),
  })
  const count = (files: VitestReport["testResults"], exitCode: number | null = 0) =>
    vitestOutcomes({ testResults: files }, "/house", exitCode, 1).map((o) => [o.name, o.passed, o.failed])

  test("groups by folder", () => {
    const files = [
      file("test/conformance/auth.test.ts", "passed"),
      file("test/architecture.test.ts", "passed", "passed"),
      file("domain/a.test.ts", "passed", "failed"),
    ]
    expect(count(files, 1)).toEqual([
      ["unit", 1, 1],
      ["architecture", 2, 0],
      ["conformance", 1, 0],
    ])
  })

  test.each(["skipped", "pending", "todo", "disabled"])("a %s test counts as failed", (status) => {
    expect(count([file("a.test.ts", "passed", status)])).toEqual([["unit", 1, 1]])
  })

  test("a file that could not be loaded counts as failed", () => {
    expect(count([file("a.test.ts")], 1)).toEqual([["unit", 0, 1]])
  })

  test("a file whose tests pass but which fails itself counts as failed", () => {
    expect(count([{ ...file("a.test.ts", "passed"), status: "failed" }], 1)).toEqual([["unit", 1, 1]])
  })

  test("an error outside of every test counts as failed", () => {
    expect(count([file("a.test.ts", "passed")], 1)).toEqual([["unit", 1, 1]])
    expect(count([file("a.test.ts", "passed")], null)).toEqual([["unit", 1, 1]])
  })

  test("no test at all counts as failed", () => {
    expect(count([], 1)).toEqual([["unit", 0, 1]])
  })
})

describe("Playwright's report", () => {
  const count = (
    stats: Partial<PlaywrightReport["stats"]>,
    exitCode = 0,
    errors: { message: string }[] = [],
  ) => {
    const all = { expected: 0, skipped: 0, unexpected: 0, flaky: 0, ...stats }
    const { passed, failed } = playwrightOutcome("browser", { stats: all, errors }, exitCode, 1)
    return [passed, failed]
  }

  test("counts", () => {
    expect(count({ expected: 5 })).toEqual([5, 0])
    expect(count({ expected: 5, unexpected: 2 }, 1)).toEqual([5, 2])
    expect(count({ expected: 5, skipped: 1, flaky: 1 })).toEqual([5, 2])
    expect(count({ expected: 5 }, 1, [{ message: "the server did not start" }])).toEqual([5, 1])
    expect(count({ expected: 5 }, 1)).toEqual([5, 1])
    expect(count({})).toEqual([0, 1])
  })
})

describe("narrowing", () => {
  test("no words select everything", () => {
    expect(select([])).toEqual({ types: true, lint: true, vitest: [], browser: [], freshClone: true })
  })

  test("parts and paths", () => {
    expect(select(["types", "lint"])).toMatchObject({ types: true, lint: true, freshClone: false })
    expect(select(["types"]).vitest).toBeUndefined()
    expect(select(["conformance"])).toMatchObject({ types: false, vitest: ["test/conformance"] })
    expect(select(["browser"])).toMatchObject({ lint: false, browser: [] })
    expect(select(["domain/a.test.ts"]).vitest).toEqual(["domain/a.test.ts"])
    expect(select(["test/e2e/home.test.ts"])).toEqual({
      types: false,
      lint: false,
      browser: ["test/e2e/home.test.ts"],
      freshClone: false,
    })
    expect(select(["test/e2e/fresh-clone.test.ts"])).toEqual({ types: false, lint: false, freshClone: true })
  })
})
