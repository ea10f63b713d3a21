import { describeFailures, type Failure } from "./failure.ts"

/** The outcome of one part of the test run. */
export interface Outcome {
  name: string
  passed: number
  failed: number
  /** Wall time in milliseconds. */
  ms: number
  /** What failed, by name; one entry can stand for several (five skipped tests). */
  failures: Failure[]
}

/**
 * The table at the end of a run, what failed, and the line that tools parse: "N passed, N failed". `totalMs` is the wall time
 * of the whole run; groups that ran concurrently add up to more. Paths below `root` are printed relative to it.
 */
export function summary(outcomes: readonly Outcome[], totalMs: number, root: string): string {
  const rows = outcomes.map(({ name, passed, failed, ms }) => row(name, String(passed), String(failed), ms))
  const failures = outcomes.flatMap(({ name, failures }) =>
    failures.map((failure) => ({ section: name, ...failure })),
  )
  const total = (key: "passed" | "failed") => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
  const header = `${"".padEnd(14)} passed failed      time`
  const table = [header, ...rows, row("all", String(total("passed")), String(total("failed")), totalMs)]
  const lines = ["", ...table, ...(failures.length ? ["", ...describeFailures(failures, root)] : []), ""]
  return [...lines, `${total("passed")} passed, ${total("failed")} failed`].join("\n")
}

function row(name: string, passed: string, failed: string, ms: number): string {
  return `${name.padEnd(14)} ${passed.padStart(6)} ${failed.padStart(6)} ${`${(ms / 1000).toFixed(1)} s`.padStart(9)}`
}

/** A run without tests has not passed. */
export function hasFailed(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ passed }) => passed === 0) || outcomes.some(({ failed }) => failed > 0)
}
