import type { Outcome } from "./outcome.ts"

/** The parts of Playwright's JSON report that are used. */
export interface PlaywrightReport {
  stats: { expected: number; skipped: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
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
  const notes = report.errors.map((error) => error.message ?? "an error without a message")
  if (skipped > 0) notes.push(`${skipped} skipped, which counts as failed`)
  if (flaky > 0) notes.push(`${flaky} passed only on a retry, which counts as failed`)
  let failed = unexpected + skipped + flaky + report.errors.length
  if (failed === 0 && expected === 0) {
    failed++
    notes.push("no test was found")
  } else if (failed === 0 && exitCode !== 0) {
    failed++
    notes.push(`Playwright ended with ${exitCode} although every test passed; see its output above`)
  }
  return { name, passed: expected, failed, ms, notes }
}
