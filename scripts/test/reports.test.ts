import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { describeFailures } from "./failure.ts"
import { hasFailed, type Outcome, summary } from "./outcome.ts"
import { playwrightOutcome } from "./playwright-report.ts"
import { select } from "./selection.ts"
import { vitestOutcomes } from "./vitest-report.ts"

type PlaywrightReport = Parameters<typeof playwrightOutcome>[1]
type VitestReport = Parameters<typeof vitestOutcomes>[0]

const outcome = (passed: number, failed: number): Outcome => ({
  name: "x",
  passed,
  failed,
  ms: 1,
  failures: [],
})

describe("the summary", () => {
  test("ends with the line that tools parse", () => {
    const lines = summary([outcome(3, 0), outcome(4, 2)], 1000, "/house").split("\n")
    expect(lines.at(-1)).toBe("7 passed, 2 failed")
  })

  test("names what failed, below the table", () => {
    const failures = [{ file: "a.test.ts", title: "it works", error: "expected 1 to be 2" }]
    const text = summary([outcome(3, 0), { ...outcome(4, 1), failures }], 1000, "/house")
    expect(text).toMatch(
      /all .*\n\nx > a\.test\.ts > it works\n {4}expected 1 to be 2\n\n7 passed, 1 failed$/,
    )
  })

  test("a failure fails, and so does a run without tests", () => {
    expect(hasFailed([outcome(3, 0), outcome(1, 0)])).toBe(false)
    expect(hasFailed([outcome(3, 0), outcome(1, 1)])).toBe(true)
    expect(hasFailed([outcome(0, 0)])).toBe(true)
    expect(hasFailed([])).toBe(true)
  })
})

describe("failures", () => {
  const one = (error: string) => describeFailures([{ section: "unit", title: "t", error }], "/house")
  const many = (count: number) =>
    describeFailures(
      Array.from({ length: count }, (_, n) => ({
        section: "unit",
        title: `t${n}`,
        error: "a\nb\nc\n".repeat(9),
      })),
      "/house",
    )

  test("show the message, and of the stack the first place in the checkout", () => {
    const stack = `\u001b[31mError: no\u001b[39m

  at f (node:internal/x:1:2)
  at g (file:///house/node_modules/y/z.js:3:4)
  at h (/house/a/b.ts:5:6)
  at i (/house/a/c.ts:7:8)`
    expect(one(stack)).toEqual(["unit > t", "    Error: no", "      at h (a/b.ts:5:6)"])
  })

  test("keep the place however long the message is", () => {
    const lines = one(`${"word\n".repeat(99)}  at h (/house/a/b.ts:5:6)`)
    expect(lines).toHaveLength(15)
    expect(lines.at(-1)).toContain("a/b.ts:5:6")
    expect(one("x".repeat(9999))[1]?.length).toBeLessThan(210)
  })

  test.each([2, 3, 10, 45])("%i of them fit the end of a log", (count) => {
    const lines = many(count)
    expect(lines.length).toBeLessThanOrEqual(45)
    for (let n = 0; n < count; n++) expect(lines).toContain(`unit > t${n}`)
  })

  test("are all named, however many there are", () => {
    expect(many(60)).toHaveLength(60)
  })
})

describe("Vitest's report", () => {
  const file = (name: string, ...statuses: string[]): VitestReport["testResults"][number] => ({
    name: `/house/${name}`,
    status: statuses.includes("failed") || statuses.length === 0 ? "failed" : "passed",
    startTime: 0,
    endTime: 10,
    assertionResults: statuses.map((status) => ({
      status,
      fullName: "it works",
      failureMessages: status === "failed" ? ["Error: no"] : [],
    })),
  })
  const count = (files: VitestReport["testResults"], exitCode: number | null = 0) =>
    vitestOutcomes({ testResults: files }, [], "/house", exitCode, 1).map((o) => [o.name, o.passed, o.failed])

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

  test("names what failed, inside of tests and outside", () => {
    const files = [file("domain/a.test.ts", "passed", "failed", "skipped")]
    const stray = [
      { file: "/house/test/conformance/b.test.ts", title: "group", error: "Error: hook" },
      { title: "unhandled", error: "Error: nobody" },
    ]
    const [unit, conformance] = vitestOutcomes({ testResults: files }, stray, "/house", 1, 1)
    expect(unit?.failures).toEqual([
      { file: "domain/a.test.ts", title: "it works", error: "Error: no" },
      { file: "domain/a.test.ts", title: "it works", error: "skipped, which counts as failed" },
      { title: "unhandled", error: "Error: nobody" },
    ])
    expect(conformance?.failures).toEqual([
      { file: "test/conformance/b.test.ts", title: "group", error: "Error: hook" },
    ])
    const [none] = vitestOutcomes({ testResults: [] }, stray.slice(1), "/house", 1, 1)
    expect(none?.failures.map(({ title }) => title)).toEqual(["no test was found", "unhandled"])
  })
})

test("errors in hooks and unhandled rejections that Vitest reports are recorded", {
  timeout: 60_000,
}, () => {
  const root = join(import.meta.dirname, "../..")
  const folder = mkdtempSync(join(root, "node_modules/.stray-"))
  try {
    const source = `import { beforeAll, describe, test } from "vitest"
describe("group", () => {
  beforeAll(() => { throw new Error("hook") })
  test("never runs", () => {})
})
test("passes", () => void Promise.reject(new Error("nobody")))`
    writeFileSync(join(folder, "sample.test.ts"), source)
    const errors = join(folder, "errors.json")
    const reporter = join(import.meta.dirname, "stray-errors.ts")
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const { status } = spawnSync(
      process.execPath,
      [vitest, "run", `--root=${folder}`, `--reporter=${reporter}`],
      { cwd: folder, env: { ...process.env, STRAY_ERRORS_FILE: errors } },
    )
    expect(status).toBe(1)
    const found = JSON.parse(readFileSync(errors, "utf8"))
    expect(found).toEqual([
      {
        file: join(folder, "sample.test.ts"),
        title: "group",
        error: expect.stringMatching(/^Error: hook\n/),
      },
      { title: "unhandled", error: expect.stringMatching(/^Error: nobody\n/) },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe("Playwright's report", () => {
  const count = (
    stats: Partial<PlaywrightReport["stats"]>,
    exitCode = 0,
    errors: { message: string }[] = [],
  ) => {
    const all = { expected: 0, skipped: 0, unexpected: 0, flaky: 0, ...stats }
    const { passed, failed } = playwrightOutcome("browser", { suites: [], stats: all, errors }, exitCode, 1)
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

  test("names what failed, inside of tests and outside", () => {
    const spec = (title: string, status: "expected" | "unexpected" | "skipped", message?: string) => ({
      title,
      tests: [
        {
          status,
          results: [
            { errors: message ? [{ message, location: { file: "/house/a.ts", line: 1, column: 2 } }] : [] },
          ],
        },
      ],
    })
    const report: PlaywrightReport = {
      stats: { expected: 1, unexpected: 1, skipped: 1, flaky: 0 },
      errors: [{ message: "the server did not start" }],
      suites: [
        {
          title: "a.test.ts",
          file: "a.test.ts",
          specs: [spec("works", "expected"), spec("is left out", "skipped")],
          suites: [{ title: "group", file: "a.test.ts", specs: [spec("breaks", "unexpected", "Error: no")] }],
        },
      ],
    }
    expect(playwrightOutcome("browser", report, 1, 1).failures).toEqual([
      { file: "test/e2e/a.test.ts", title: "is left out", error: "skipped, which counts as failed" },
      { file: "test/e2e/a.test.ts", title: "group > breaks", error: "Error: no\n    at /house/a.ts:1:2" },
      { title: "outside of every test", error: "the server did not start" },
    ])
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
