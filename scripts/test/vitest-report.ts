import { relative } from "node:path"
import type { Outcome } from "./outcome.ts"

/** The parts of Vitest's JSON report that are used. */
export interface VitestReport {
  testResults: {
    /** Absolute path of the test file. */
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

const groups = [
  { name: "architecture", holds: (file: string) => file.startsWith("test/architecture") },
  { name: "conformance", holds: (file: string) => file.startsWith("test/conformance/") },
  { name: "unit", holds: () => true },
]

/**
 * Counts a report per group of files, whose paths are relative to `root`. What did not run counts as failed:
 * skipped and planned tests, and files that could not be loaded. A nonzero `exitCode` without a failed test
 * is a failure of the runner itself.
 */
export function vitestOutcomes(
  report: VitestReport,
  root: string,
  exitCode: number | null,
  ms: number,
): Outcome[] {
  const outcomes = new Map<string, Outcome>()
  for (const file of report.testResults) {
    const path = relative(root, file.name).replaceAll("\\", "/")
    const name = groups.find((group) => group.holds(path))?.name ?? "unit"
    const outcome = outcomes.get(name) ?? { name, passed: 0, failed: 0, ms: 0, notes: [] }
    outcomes.set(name, outcome)
    outcome.ms += Math.max(0, file.endTime - file.startTime)
    for (const test of file.assertionResults) {
      if (test.status === "passed") outcome.passed++
      else outcome.failed++
      if (test.status !== "passed" && test.status !== "failed") {
        outcome.notes.push(`${test.status}, which counts as failed: ${test.fullName}`)
      }
    }
    if (file.assertionResults.length === 0 || (file.status === "failed" && !hasFailedTest(file))) {
      outcome.failed++
      outcome.notes.push(`no test completed in ${path}`)
    }
  }
  const all = [...outcomes.values()].sort((a, b) => order(a.name) - order(b.name))
  if (all.length === 0) return [{ name: "unit", passed: 0, failed: 1, ms, notes: ["no test was found"] }]
  const [first] = all
  if (first && exitCode !== 0 && all.every(({ failed }) => failed === 0)) {
    first.failed++
    first.notes.push(`Vitest ended with ${exitCode} although every test passed; see its output above`)
  }
  return all
}

function hasFailedTest(file: VitestReport["testResults"][number]): boolean {
  return file.assertionResults.some((test) => test.status === "failed")
}

function order(name: string): number {
  return ["unit", "architecture", "conformance"].indexOf(name)
}
