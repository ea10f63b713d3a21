import type { Failure } from "./failure.ts"
import type { Outcome } from "./outcome.ts"

interface ReportedError {
  message?: string
  location?: { file: string; line: number; column: number }
}

interface Suite {
  title: string
  /** Relative to the folder of the tests. */
  file: string
  specs: {
    title: string
    tests: {
      status: "expected" | "unexpected" | "flaky" | "skipped"
      results: { errors: ReportedError[] }[]
    }[]
  }[]
  suites?: Suite[]
}

/** The parts of Playwright's JSON report that are used. */
interface PlaywrightReport {
  suites: Suite[]
  stats: { expected: number; skipped: number; unexpected: number; flaky: number }
  /** Errors outside of every test. */
  errors: ReportedError[]
}

/**
 * Counts a report. Skipped tests and tests that pass only on a retry count as failed, and so does every error
 * outside of a test. A nonzero `exitCode` without a failure is a failure of the runner itself.
 */
export function playwrightOutcome(
  name: string,
  report: PlaywrightReport,
  exitCode: number | null,
  ms: number,
): Outcome {
  const { expected, skipped, unexpected, flaky } = report.stats
  const failures = [
    ...report.suites.flatMap((suite) => failedTests(suite)),
    ...report.errors.map((error) => ({ title: "outside of every test", error: textOf(error) })),
  ]
  let failed = unexpected + skipped + flaky + report.errors.length
  if (failed === 0 && expected === 0) {
    failed++
    failures.push({ title: "no test was found", error: "" })
  } else if (failed === 0 && exitCode !== 0) {
    failed++
    failures.push({
      title: `Playwright ended with ${exitCode} although every test passed`,
      error: "See its output above.",
    })
  }
  return { name, passed: expected, failed, ms, failures }
}

function failedTests(suite: Suite, above: readonly string[] = []): Failure[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== "expected")
      .map(({ status, results }) => ({
        file: `test/e2e/${suite.file}`,
        title: [...above, title].join(" > "),
        error: [...(said[status] ?? []), ...results.flatMap(({ errors }) => errors.map(textOf))].join("\n"),
      })),
  )
  const below = (suite.suites ?? []).flatMap((inner) => failedTests(inner, [...above, inner.title]))
  return [...own, ...below]
}

const said: Partial<Record<string, string[]>> = {
  skipped: ["skipped, which counts as failed"],
  flaky: ["passed only on a retry, which counts as failed"],
}

function textOf({ message, location }: ReportedError): string {
  const place = location ? `\n    at ${location.file}:${location.line}:${location.column}` : ""
  return `${message ?? "an error without a message"}${place}`
}
