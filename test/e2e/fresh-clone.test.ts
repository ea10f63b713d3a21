/** A stranger's first minutes: clone, `npm start`, look, stop, start again. */
import { execFileSync } from "node:child_process"
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { cp, rename } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { expect, test } from "@playwright/test"
import { identifyProcess } from "#adapters/db/embedded/process-identity.ts"
import { freePort, type Program, plainEnvironment, root, startProgram } from "./support/program.ts"

let folder: string
let clone: string
const places = new Set<string>()

test.beforeAll(() => {
  // Its mode is 0700, so as root this is also a clone that the database's user cannot enter.
  folder = mkdtempSync(join(tmpdir(), "b4m-fresh-"))
  clone = join(folder, "a fresh clone")
  cloneRepository()
})

test.afterAll(async () => {
  for (const place of places) {
    for (const pid of await running([postmasterOf(place) ?? 0])) process.kill(pid, "SIGQUIT")
    rmSync(place, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

test("npm start on a fresh clone does everything, and a second start only starts", async () => {
  const env = { ...plainEnvironment(), PORT: String(await freePort()) }

  const first = await start("npm", ["start"], env, 840_000)
  expect(first.url).toBe(`http://localhost:${env.PORT}`)
  const home = await fetch(first.url)
  expect(home.status).toBe(200)
  expect(home.headers.get("content-type")).toContain("text/html")
  expect(await home.text()).toContain("<h1")
  expect(first.output()).toMatch(/Installing[\s\S]*Building[\s\S]*Migrations applied/)
  expect((await fetch(`${first.url}/ready`)).status).toBe(200)
  expect((await fetch(`${first.url}/no-such-page`)).status).toBe(404)
  await handOver("build")
  await stopAndCheck(first)

  // The speed is measured, next to a bare start, by `npm run bench -- start`.
  const second = await start("npm", ["start"], env, 300_000)
  expect((await fetch(second.url)).status).toBe(200)
  expect(second.output()).not.toMatch(/Installing|Building|Migrations applied/)
  await stopAndCheck(second)
})

test("npm run dev shows changes of pages and of the server automatically", async () => {
  const env = { ...plainEnvironment(), PORT: String(await freePort()) }
  const program = await start("npm", ["run", "dev"], env, 840_000)
  const read = (path: string) => fetch(`${program.url}${path}`).then((answer) => answer.text())
  expect(await read("/")).toContain("<h1")
  expect((await fetch(`${program.url}/dev/outbox`)).status).toBe(200)

  appendFileSync(join(clone, "app/theme.css"), "\n.changed-just-now { color: red }\n")
  await expect.poll(() => read("/app/theme.css?direct"), { timeout: 120_000 }).toContain(".changed-just-now")

  const health = join(clone, "server/http/endpoints/health.ts")
  writeFileSync(health, readFileSync(health, "utf8").replace(`"ok"`, `"changed"`))
  const said = () => read("/health").catch(() => "restarting")
  await expect.poll(said, { timeout: 120_000 }).toContain("changed")
  await isQuiet(program)
  await stopAndCheck(program)
})

/** The committed state, as a stranger would get it; without a repository, the files themselves. */
function cloneRepository(): void {
  if (existsSync(join(root, ".git"))) {
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone])
    return
  }
  const left = /^(node_modules|build|data|\.cache|\.react-router|test-results|playwright-report)$/
  cpSync(root, clone, { recursive: true, filter: (from) => !left.test(relative(root, from)) })
}

/** Copies a folder of the clone to where scripts/test.ts waits for it, which makes the same one otherwise. */
async function handOver(name: string): Promise<void> {
  const to = process.env.HAND_OVER_TO
  if (to === undefined) return
  await cp(join(clone, name), join(to, `${name}.part`), { recursive: true })
  await rename(join(to, `${name}.part`), join(to, name))
}

async function start(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  patienceMs: number,
): Promise<Program> {
  const program = await startProgram({ command, args, cwd: clone, env, patienceMs })
  places.add(program.dataFolder)
  return program
}

/**
 * Vite and React Router keep reading for a while after a change, and a file written in two pieces restarts the server
 * twice.
 */
async function isQuiet(program: Program): Promise<void> {
  for (let length = -1; length !== program.output().length; ) {
    length = program.output().length
    await new Promise((resolve) => setTimeout(resolve, 3000))
  }
}

/** React Router's message when it is stopped while reading its configuration. */
const stoppedWhileReading = /^Error loading .*: Error: transport was disconnected.*$/gm

/**
 * After SIGTERM nothing is left: no port, no database process, no error message. If Node was just restarting the server
 * of `npm run dev`, the new one ends automatically, a second later.
 */
async function stopAndCheck(program: Program) {
  const pids = [...places].map(postmasterOf).filter((pid) => pid !== undefined)
  expect(await running(pids), "a running database").toHaveLength(1)
  await program.stop("SIGTERM")
  await expect.poll(() => running(pids), { message: "databases left running" }).toEqual([])
  await expect(fetch(program.url)).rejects.toThrow()
  const output = program.output().replace(stoppedWhileReading, "")
  expect(output).not.toMatch(/stopping at once|Error:|"level":"?(error|50)|^[\d:]{8} error /m)
}

function postmasterOf(place: string): number | undefined {
  const file = join(place, "cluster", "postmaster.pid")
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined
}

/** A zombie process, which its new parent has not reaped yet, is not running, although it still accepts signals. */
async function running(pids: number[]): Promise<number[]> {
  const named = await Promise.all(pids.map(identifyProcess))
  return pids.filter((_, i) => named[i] !== null)
}
