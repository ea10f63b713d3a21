/**
 * `npm test`: types, lint, Vitest (unit, architecture, conformance), the browser tests against a production
 * build, and the start of a fresh clone. Types and lint run alongside the build. `npm test -- unit`, `--
 * types lint` or `-- domain/competition/scoring/score.test.ts` runs a part. The last line of output is "N
 * passed, N failed"; the exit code is 1 when anything failed or nothing ran.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureBrowser } from "./browser.ts"
import { hasFailed, type Outcome, summary } from "./test/outcome.ts"
import { playwrightOutcome } from "./test/playwright-report.ts"
import { select } from "./test/selection.ts"
import { keptTerminal, shown, type Terminal } from "./test/terminal.ts"
import { vitestOutcomes } from "./test/vitest-report.ts"

const root = join(import.meta.dirname, "..")
const reports = mkdtempSync(join(tmpdir(), "b4m-test-reports-"))

const programs = {
  router: "@react-router/dev/bin.cjs",
  types: "typescript/bin/tsc",
  lint: "@biomejs/biome/bin/biome",
  spelling: "cspell/bin.mjs",
  vitest: "vitest/vitest.mjs",
  playwright: "@playwright/test/cli.js",
}

const selection = select(process.argv.slice(2))
const outcomes: Outcome[] = []
try {
  // Before Vitest, whose tests start servers with the existing build.
  const [browser, checks] = await sideBySide(
    async (to) => (selection.browser ? await prepareBrowser(to) : undefined),
    async (to) => [
      ...(selection.types
        ? [await check(to, "types", [[programs.router, "typegen"], [programs.types]])]
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
  if (selection.vitest) outcomes.push(...(await unitTests(shown, selection.vitest)))
  if (selection.browser && browser) outcomes.push(await browserTests(shown, selection.browser, browser))
  // Alone, because it measures how soon a start responds.
  if (selection.freshClone) outcomes.push(await freshClone(shown))
} finally {
  rmSync(reports, { recursive: true, force: true })
}
shown.print(summary(outcomes, performance.now()))
process.exit(hasFailed(outcomes) ? 1 : 0)

/**
 * Runs both concurrently: the output of the first appears immediately, that of the second when both have
 * ended.
 */
async function sideBySide<A, B>(
  first: (to: Terminal) => Promise<A>,
  second: (to: Terminal) => Promise<B>,
): Promise<[A, B]> {
  const kept = keptTerminal()
  try {
    return await Promise.all([first(shown), second(kept)])
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
    const exitCode = await runProgram(to, program, args)
    if (exitCode !== 0) return { name, passed: 0, failed: 1, ms: performance.now() - started, notes: [] }
  }
  return { name, passed: 1, failed: 0, ms: performance.now() - started, notes: [] }
}

async function unitTests(to: Terminal, args: string[]): Promise<Outcome[]> {
  to.print("\n== tests")
  const started = performance.now()
  const file = join(reports, "vitest.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const exitCode = await runProgram(to, programs.vitest, ["run", ...reporters, ...args])
  const ms = performance.now() - started
  const report = readReport(file)
  return report ? vitestOutcomes(report, root, exitCode, ms) : [crashed("unit", "Vitest", exitCode, ms)]
}

/** Finds the browser and builds the pages. Returns the browser's path, or why the tests cannot run. */
async function prepareBrowser(to: Terminal): Promise<{ path: string } | { problem: string }> {
  to.print("\n== build")
  try {
    const path = ensureBrowser(to.print)
    const exitCode = await to.run([join(root, "scripts/bootstrap.mjs"), "build"])
    return exitCode === 0 ? { path } : { problem: "the build failed" }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

async function browserTests(
  to: Terminal,
  args: string[],
  browser: { path: string } | { problem: string },
): Promise<Outcome> {
  to.print("\n== browser")
  if ("problem" in browser) return { name: "browser", passed: 0, failed: 1, ms: 0, notes: [browser.problem] }
  return await playwright(to, "browser", args, { CHROMIUM_PATH: browser.path })
}

function freshClone(to: Terminal): Promise<Outcome> {
  to.print("\n== fresh clone")
  return playwright(to, "fresh clone", ["--config=test/e2e/fresh-clone.config.ts"])
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
  return { name, passed: 0, failed: 1, ms, notes: [`${runner} ended with ${exitCode} and left no report`] }
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
