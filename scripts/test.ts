/**
 * `npm test`: types, lint, Vitest (unit, architecture, conformance), the browser tests against a production build, and
 * the start of a fresh clone.
 * `npm test -- unit`, `-- types lint` or `-- domain/competition/score.test.ts` narrows. The last line of output is
 * "N passed, N failed"; the exit code is 1 when anything failed or nothing ran.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureBrowser } from "./browser.ts"
import { hasFailed, type Outcome, summary } from "./test/outcome.ts"
import { playwrightOutcome } from "./test/playwright-report.ts"
import { select } from "./test/selection.ts"
import { vitestOutcomes } from "./test/vitest-report.ts"

const root = join(import.meta.dirname, "..")
const reports = mkdtempSync(join(tmpdir(), "b4m-test-reports-"))
const print = (line: string) => void process.stdout.write(`${line}\n`)

const programs = {
  router: "@react-router/dev/bin.cjs",
  types: "typescript/bin/tsc",
  lint: "@biomejs/biome/bin/biome",
  vitest: "vitest/vitest.mjs",
  playwright: "@playwright/test/cli.js",
}

const selection = select(process.argv.slice(2))
const outcomes: Outcome[] = []
try {
  if (selection.types) outcomes.push(await check("types", [[programs.router, "typegen"], [programs.types]]))
  if (selection.lint) outcomes.push(await check("lint", [[programs.lint, "ci", "--error-on-warnings", "."]]))
  if (selection.vitest) outcomes.push(...(await unitTests(selection.vitest)))
  if (selection.browser) outcomes.push(await browserTests(selection.browser))
  if (selection.freshClone) outcomes.push(await freshClone())
} finally {
  rmSync(reports, { recursive: true, force: true })
}
print(summary(outcomes, performance.now()))
process.exit(hasFailed(outcomes) ? 1 : 0)

/** Several commands that count as one check; the first that fails ends it. */
async function check(name: string, commands: [program: string, ...args: string[]][]): Promise<Outcome> {
  print(`\n== ${name}`)
  const started = performance.now()
  for (const [program, ...args] of commands) {
    const exitCode = await runProgram(program, args)
    if (exitCode !== 0) return { name, passed: 0, failed: 1, ms: performance.now() - started, notes: [] }
  }
  return { name, passed: 1, failed: 0, ms: performance.now() - started, notes: [] }
}

async function unitTests(args: string[]): Promise<Outcome[]> {
  print("\n== tests")
  const started = performance.now()
  const file = join(reports, "vitest.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const exitCode = await runProgram(programs.vitest, ["run", ...reporters, ...args])
  const ms = performance.now() - started
  const report = readReport(file)
  return report ? vitestOutcomes(report, root, exitCode, ms) : [crashed("unit", "Vitest", exitCode, ms)]
}

async function browserTests(args: string[]): Promise<Outcome> {
  print("\n== browser")
  const started = performance.now()
  const failed = (note: string): Outcome => {
    return { name: "browser", passed: 0, failed: 1, ms: performance.now() - started, notes: [note] }
  }
  let browser: string
  try {
    browser = ensureBrowser(print)
  } catch (error) {
    return failed((error as Error).message)
  }
  if ((await run([join(root, "scripts/bootstrap.mjs"), "build"])) !== 0) return failed("the build failed")
  return await playwright("browser", args, { CHROMIUM_PATH: browser })
}

function freshClone(): Promise<Outcome> {
  print("\n== fresh clone")
  return playwright("fresh clone", ["--config=test/e2e/fresh-clone.config.ts"])
}

async function playwright(name: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const started = performance.now()
  const file = join(reports, `${name}.json`)
  const exitCode = await runProgram(programs.playwright, ["test", ...args], {
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
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number | null> {
  return run([join(root, "node_modules", program), ...args], env)
}

/** Runs one of Node's programs in the foreground and answers its exit code, null when a signal ended it. */
function run(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  })
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.once("SIGTERM", stop)
  child.once("error", reject)
  child.once("exit", (code) => {
    process.off("SIGTERM", stop)
    resolve(code)
  })
  return promise
}
