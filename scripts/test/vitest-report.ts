import { relative } from "node:path"
import type { Failure } from "./failure.ts"
import type { Outcome } from "./outcome.ts"

/** The parts of Vitest's JSON report that are used. */
interface VitestReport {
  testResults: {
    /** Absolute path of the test file. */
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const groups = [
  { name: "architecture", holds: (file: string) => file.startsWith("test/architecture") },
  { name: "conformance", holds: (file: string) => file.startsWith("test/conformance/") },
  { name: "unit", holds: () => true },
]

/**
 * Counts a report per group of files, whose paths are relative to `root`. What did not run counts as failed: skipped and
 * planned tests, and files that could not be loaded. `stray` are the errors outside of tests, with absolute paths; they
 * explain failures that are counted already. A nonzero `exitCode` without a failed test is a failure of the runner itself.
 */
export function vitestOutcomes(
  report: VitestReport,
  stray: readonly Failure[],
  root: string,
  exitCode: number | null,
  ms: number,
): Outcome[] {
  const outcomes = new Map<string, Outcome>()
  const named = (name: string) => {
    const outcome = outcomes.get(name) ?? { name, passed: 0, failed: 0, ms: 0, failures: [] }
    outcomes.set(name, outcome)
    return outcome
  }
  for (const file of report.testResults) {
    const path = pathIn(root, file.name)
    const outcome = named(groupOf(path))
    outcome.ms += Math.max(0, file.endTime - file.startTime)
    for (const test of file.assertionResults) {
      if (test.status === "passed") {
        outcome.passed++
        continue
      }
      outcome.failed++
      const why = test.status === "failed" ? [] : [`${test.status}, which counts as failed`]
      const error = [...why, ...test.failureMessages].join("\n")
      outcome.failures.push({ file: path, title: test.fullName, error })
    }
    if (file.assertionResults.length === 0 || (file.status === "failed" && !hasFailedTest(file))) {
      outcome.failed++
      outcome.failures.push({ file: path, title: "the file failed, but none of its tests", error: "" })
    }
  }
  for (const { file, title, error } of stray) {
    const path = file && pathIn(root, file)
    named(path ? groupOf(path) : "unit").failures.push({ ...(path ? { file: path } : {}), title, error })
  }
  const all = [...outcomes.values()].sort((a, b) => order(a.name) - order(b.name))
  if (report.testResults.length === 0) {
    const none = { title: "no test was found", error: "" }
    return [{ name: "unit", passed: 0, failed: 1, ms, failures: [none, ...all.flatMap((o) => o.failures)] }]
  }
  const [first] = all
  if (first && exitCode !== 0 && all.every(({ failed }) => failed === 0)) {
    first.failed++
    const title = `Vitest ended with ${exitCode} although every test passed`
    first.failures.push({ title, error: "See its output above." })
  }
  return all
}

function pathIn(root: string, file: string): string {
  return relative(root, file).replaceAll("\\", "/")
}

function groupOf(path: string): string {
  return groups.find((group) => group.holds(path))?.name ?? "unit"
}

function hasFailedTest(file: VitestReport["testResults"][number]): boolean {
  return file.assertionResults.some((test) => test.status === "failed")
}

function order(name: string): number {
  return ["unit", "architecture", "conformance"].indexOf(name)
}
