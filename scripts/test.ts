/**
 * `npm test`: types, lint, Vitest (unit, architecture, conformance), the start of a fresh clone, and the browser tests
 * against a production build. The fresh clone starts first, alongside types and lint; if everything is committed, its
 * build is used here as well. `npm test -- unit`, `-- types lint` or `-- domain/competition/scoring/score.test.ts` runs a
 * part. The output ends with a table, every failure by name with the first lines of its error, and the line "N passed,
 * N failed"; the exit code is 1 when anything failed or nothing ran.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureBrowser } from "./browser.ts"
import type { Failure } from "./test/failure.ts"
import { hasFailed, type Outcome, summary } from "./test/outcome.ts"
import { playwrightOutcome } from "./test/playwright-report.ts"
import { select } from "./test/selection.ts"
import { bufferedTerminal, liveTerminal, type Terminal } from "./test/terminal.ts"
import { vitestOutcomes } from "./test/vitest-report.ts"

const root = join(import.meta.dirname, "..")
const reports = mkdtempSync(join(tmpdir(), "b4m-test-reports-"))

const programs = {
  router: "@react-router/dev/bin.cjs",
  types: "typescript-compiler/bin/tsc",
  lint: "@biomejs/biome/bin/biome",
  spelling: "cspell/bin.mjs",
  vitest: "vitest/vitest.mjs",
  playwright: "@playwright/test/cli.js",
}

const selection = select(process.argv.slice(2))
const outcomes: Outcome[] = []
try {
  // Before Vitest, whose tests start servers with the existing build.
  const clone = startFreshClone()
  const [browser, checks] = await sideBySide(
    async (to) => {
      await clone.built
      return selection.browser ? await prepareBrowser(to) : undefined
    },
    async (to) => [
      ...(selection.types
        ? // With one checker: each further one checks the libraries again.
          [
            await check(to, "types", [
              [programs.router, "typegen"],
              [programs.types, "--singleThreaded"],
            ]),
          ]
        : []),
      ...(selection.lint
        ? [
            await check(to, "lint", [
              [programs.lint, "ci", "--error-on-warnings", "."],
              [programs.spelling, "lint", "--no-progress", "--no-summary"],
            ]),
          ]
        : []),
    ],
  )
  outcomes.push(...checks)
  // Tests of processes mostly wait; meanwhile the browser has the cores.
  const [units, journeys] = await sideBySide(
    async (to) => (selection.vitest ? await unitTests(to, selection.vitest) : []),
    async (to) => {
      const cloned = await clone.ended()
      if (!selection.browser || !browser) return cloned
      return [await browserTests(selection.vitest ? to : liveTerminal, selection.browser, browser), ...cloned]
    },
  )
  outcomes.push(...units, ...journeys)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
liveTerminal.print(summary(outcomes, performance.now(), root))
process.exit(hasFailed(outcomes) ? 1 : 0)

/**
 * Runs both concurrently: the output of the first appears immediately, that of the second when both have
 * ended.
 */
async function sideBySide<A, B>(
  first: (to: Terminal) => Promise<A>,
  second: (to: Terminal) => Promise<B>,
): Promise<[A, B]> {
  const kept = bufferedTerminal()
  try {
    return await Promise.all([first(liveTerminal), second(kept)])
  } finally {
    kept.show()
  }
}

/** Several commands that count as one check; the first failure ends it. */
async function check(
  to: Terminal,
  name: string,
  commands: [program: string, ...args: string[]][],
): Promise<Outcome> {
  to.print(`\n== ${name}`)
  const started = performance.now()
  for (const [program, ...args] of commands) {
    const { exitCode, output } = await to.runAndRead([join(root, "node_modules", program), ...args])
    if (exitCode !== 0) {
      const failure = { title: program.split("/")[0] ?? program, error: output }
      return { name, passed: 0, failed: 1, ms: performance.now() - started, failures: [failure] }
    }
  }
  return { name, passed: 1, failed: 0, ms: performance.now() - started, failures: [] }
}

async function unitTests(to: Terminal, args: string[]): Promise<Outcome[]> {
  to.print("\n== tests")
  const started = performance.now()
  const file = join(reports, "vitest.json")
  const strayFile = join(reports, "stray-errors.json")
  const reporters = ["default", "json", "./scripts/test/stray-errors.ts"].map((name) => `--reporter=${name}`)
  const exitCode = await runProgram(
    to,
    programs.vitest,
    ["run", ...reporters, `--outputFile.json=${file}`, ...args],
    { STRAY_ERRORS_FILE: strayFile },
  )
  const ms = performance.now() - started
  const report = readReport(file)
  const stray: Failure[] = readReport(strayFile) ?? []
  return report
    ? vitestOutcomes(report, stray, root, exitCode, ms)
    : [crashed("unit", "Vitest", exitCode, ms)]
}

/** Finds the browser and builds the pages. Returns the browser's path, or why the tests cannot run. */
async function prepareBrowser(to: Terminal): Promise<{ path: string } | { problem: Failure }> {
  to.print("\n== build")
  try {
    const path = ensureBrowser(to.print)
    const { exitCode, output } = await to.runAndRead([join(root, "scripts/bootstrap.mjs"), "build"])
    if (exitCode === 0) return { path }
    // The error that stops a build is printed last.
    return { problem: { title: "the build failed", error: output.trim().split("\n").slice(-15).join("\n") } }
  } catch (error) {
    return { problem: { title: "no browser", error: (error as Error).message } }
  }
}

async function browserTests(
  to: Terminal,
  args: string[],
  browser: { path: string } | { problem: Failure },
): Promise<Outcome> {
  to.print("\n== browser")
  if ("problem" in browser) {
    return { name: "browser", passed: 0, failed: 1, ms: 0, failures: [browser.problem] }
  }
  return await playwright(to, "browser", args, { CHROMIUM_PATH: browser.path })
}

/**
 * Starts the fresh clone, if it is selected. `built` resolves as soon as its build is in place here, or when there is
 * nothing to wait for: without the browser's tests nothing needs it, and with changes that are not committed it would be
 * another one.
 */
function startFreshClone(): { built: Promise<void>; ended(): Promise<Outcome[]> } {
  if (!selection.freshClone) return { built: Promise.resolve(), ended: async () => [] }
  const to = bufferedTerminal()
  to.print("\n== fresh clone")
  const config = "--config=test/e2e/fresh-clone.config.ts"
  let isOver = false
  const testing = playwright(to, "fresh clone", [config], { HAND_OVER_TO: reports }).finally(() => {
    isOver = true
  })
  const ended = async () => {
    const outcome = await testing
    to.show()
    return [outcome]
  }
  const handedOver = join(reports, "build")
  const take = async () => {
    while (!existsSync(handedOver)) {
      if (isOver) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const build = join(root, "build")
    rmSync(build, { recursive: true, force: true })
    cpSync(handedOver, build, { recursive: true })
  }
  return { built: selection.browser && isCommitted() ? take() : Promise.resolve(), ended }
}

function isCommitted(): boolean {
  const { status, stdout } = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })
  return status === 0 && stdout === ""
}

async function playwright(
  to: Terminal,
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const started = performance.now()
  const file = join(reports, `${name}.json`)
  const exitCode = await runProgram(to, programs.playwright, ["test", ...args], {
    ...env,
    PLAYWRIGHT_REPORT_FILE: file,
  })
  const ms = performance.now() - started
  const report = readReport(file)
  return report ? playwrightOutcome(name, report, exitCode, ms) : crashed(name, "Playwright", exitCode, ms)
}

function crashed(name: string, runner: string, exitCode: number | null, ms: number): Outcome {
  const failure = {
    title: `${runner} ended with ${exitCode} and left no report`,
    error: "See its output above.",
  }
  return { name, passed: 0, failed: 1, ms, failures: [failure] }
}

function readReport(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

function runProgram(
  to: Terminal,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number | null> {
  return to.run([join(root, "node_modules", program), ...args], env)
}
