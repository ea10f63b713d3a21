/** Runs the bootstrap in small generated repositories with a fake npm that records its calls. */
import { type ChildProcess, spawn } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"

let folder: string
let root: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "b4m-bootstrap-"))
  root = join(folder, "a clone with spaces")
  mkdirSync(join(root, "scripts"), { recursive: true })
  mkdirSync(join(root, "server"))
  mkdirSync(join(root, "app"))
  const scripts = join(import.meta.dirname, "..")
  cpSync(join(scripts, "bootstrap.mjs"), join(root, "scripts/bootstrap.mjs"))
  cpSync(join(scripts, "bootstrap"), join(root, "scripts/bootstrap"), { recursive: true })
  write(
    "package.json",
    `{ "type": "module", "allowScripts": { "node": true, "native": true, "absent": true } }`,
  )
  write("package-lock.json", lockWith("1.0.0"))
  write(
    "server/main.ts",
    `const args: string[] = process.argv.slice(2)\nprocess.stdout.write(JSON.stringify(args))`,
  )
  write("app/root.tsx", "first")
  // This npm installs a router whose build records that it ran, and two packages with install scripts.
  mkdirSync(join(folder, "bin"))
  const npm = join(folder, "bin/npm")
  writeFileSync(npm, `#!${process.execPath}\n${fakeNpm}`)
  chmodSync(npm, 0o755)
})

const fakeNpm = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs")
const { dirname, join } = require("node:path")
const folder = join(__dirname, "..")
const calls = JSON.stringify(join(folder, "calls"))
const [command, ...args] = process.argv.slice(2)
appendFileSync(join(folder, "calls"), ["npm", command, ...args].join(" ") + "\\n")
if (existsSync(join(folder, "npm-fails"))) {
  console.log("the registry is on fire")
  process.exit(7)
}
const put = (path, text) => {
  mkdirSync(join("node_modules", dirname(path)), { recursive: true })
  writeFileSync(join("node_modules", path), text)
}
setTimeout(() => {
  if (command === "ci") rmSync("node_modules", { recursive: true, force: true })
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"))
  const kept = Object.entries(packages).filter(([, entry]) => args.includes("--include=dev") || !entry.dev)
  put(".package-lock.json", JSON.stringify({ packages: Object.fromEntries(kept) }))
  const record = (what) => "require('node:fs').appendFileSync(" + calls + ", " + what + " + '\\\\n')"
  const failing = join(folder, "build-fails")
  const slow = "if (require('node:fs').existsSync(" + JSON.stringify(join(folder, "build-slow")) + ")) setInterval(() => {}, 1000)"
  const fails = "if (require('node:fs').existsSync(" + JSON.stringify(failing) + ")) { console.log('no such component'); process.exit(3) }"
  put("@react-router/dev/bin.cjs", record("'build ' + process.argv[3] + ' for ' + process.env.NODE_ENV") + ";" + record("'built by ' + process.pid") + ";" + fails + ";" + slow)
  put("native/package.json", JSON.stringify({ version: "1.0.0", scripts: { postinstall: "node setup.cjs quietly" } }))
  put("native/wrong.txt", "one\\ntwo\\nthree\\n")
  put("native/setup.cjs", record("'set up native ' + process.argv[2]"))
  put("node/package.json", JSON.stringify({ scripts: { preinstall: "node fetch.cjs" } }))
  put("node/fetch.cjs", record("'fetch node'") + "; require('node:fs').mkdirSync('bin'); " +
    "require('node:fs').mkdirSync('node_modules/node-here/include', { recursive: true }); " +
    "require('node:fs').writeFileSync('node_modules/.package-lock.json', '{}'); " +
    "require('node:fs').symlinkSync(" + JSON.stringify(${JSON.stringify(process.execPath)}) + ", 'bin/node')")
}, existsSync(join(folder, "npm-slow")) ? 500 : 0)
`

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const lockWith = (version: string) =>
  JSON.stringify({
    packages: {
      "": {},
      "node_modules/hono": { version },
      "node_modules/mac": { version, optional: true },
      "node_modules/checker": { version, dev: true },
    },
  })
const calls = () =>
  existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8").trim().split("\n") : []
const npmCalls = () => calls().filter((line) => line.startsWith("npm "))
const builds = () => calls().filter((line) => line.startsWith("build . "))
const consoleBuilds = () => calls().filter((line) => line.startsWith("build app/operator "))

function start(...args: string[]): ChildProcess {
  return startWith([], ...args)
}

function startWith(options: string[], ...args: string[]): ChildProcess {
  const { npm_lifecycle_event: _, INIT_CWD: __, ...env } = process.env
  return spawn(process.execPath, [...options, join(root, "scripts/bootstrap.mjs"), ...args], {
    cwd: folder,
    env: { ...env, NODE_ENV: "", PATH: `${join(folder, "bin")}${delimiter}${env.PATH}` },
  })
}

async function finished(child: ChildProcess) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; signal: string | null }>()
  let [out, err] = ["", ""]
  child.stdout?.on("data", (chunk) => {
    out += chunk
  })
  child.stderr?.on("data", (chunk) => {
    err += chunk
  })
  child.once("close", (code, signal) => resolve({ code, signal }))
  return { ...(await promise), out, err }
}

const run = (...args: string[]) => finished(start(...args))

describe("installing", () => {
  test("happens once, with the scripts that package.json allows, and again when the lock file or the platform changes", async () => {
    expect(await run("start", "--", "a b")).toMatchObject({ code: 0, out: `["--","a b"]` })
    expect(npmCalls()).toEqual([expect.stringMatching(/^npm ci --omit=dev --ignore-scripts/)])
    // The install scripts that package.json allows, but no second Node.
    expect(calls()).toContain("set up native quietly")
    expect(calls()).not.toContain("fetch node")
    const second = await run("start")
    expect(second).toMatchObject({ code: 0, err: "" })
    expect(npmCalls()).toHaveLength(1)
    write("package-lock.json", lockWith("1.0.1"))
    expect(await run("start")).toMatchObject({ code: 0 })
    expect(npmCalls()).toHaveLength(2)
    // A folder installed on another platform is not trusted.
    writeFileSync(join(root, "node_modules/.installed"), "plan9-mips 0000\n")
    await run("start")
    expect(npmCalls()).toHaveLength(3)
  })

  test("installs development packages when a command needs them, next to those that a server runs from", async () => {
    write("scripts/test.ts", `console.log("tested")`)
    await run("start")
    write("node_modules/in-use", "")
    expect(await run("test")).toMatchObject({ code: 0, out: "tested\n" })
    expect(npmCalls()[1]).toMatch(/^npm install --no-save --include=dev --ignore-scripts/)
    expect(existsSync(join(root, "node_modules/in-use"))).toBe(true)
    await run("test")
    await run("start")
    expect(npmCalls()).toHaveLength(2)
  })

  test("keeps development packages once they are there", async () => {
    write("scripts/test.ts", `console.log("tested")`)
    await run("test")
    expect(npmCalls()[0]).toMatch(/^npm ci --include=dev/)
    write("package-lock.json", lockWith("1.0.1"))
    await run("start")
    expect(npmCalls()[1]).toMatch(/^npm ci --include=dev/)
    // Also where npm alone has installed them.
    rmSync(join(root, "node_modules/.installed"))
    write("package-lock.json", lockWith("1.0.2"))
    await run("build")
    expect(npmCalls()[2]).toMatch(/^npm ci --include=dev/)
  })

  test("a Node that is too old fetches the packaged one, once, and runs the command with it", async () => {
    // As Node 20: its version, and an error where Node 24 has none, for a path that leads through a file.
    const script = `
      import fs from "node:fs"
      import { syncBuiltinESMExports } from "node:module"
      Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })
      const { lstatSync, rmSync } = fs
      fs.rmSync = (path, options) => (lstatSync(path, { throwIfNoEntry: false }), rmSync(path, options))
      syncBuiltinESMExports()`
    const older = ["--import", `data:text/javascript,${encodeURIComponent(script)}`]
    const { code, out, err } = await finished(startWith(older, "start", "x"))
    expect({ code, out, err }).toMatchObject({ code: 0, out: `["x"]` })
    expect(calls()).toContain("fetch node")
    expect(existsSync(join(root, "node_modules/node/node_modules/node-here"))).toBe(true)
    expect(existsSync(join(root, "node_modules/node/node_modules/node-here/include"))).toBe(false)
    await finished(startWith(older, "start"))
    expect(npmCalls()).toHaveLength(1)
    rmSync(join(root, "node_modules/node/bin"), { recursive: true })
    expect(await finished(startWith(older, "start"))).toMatchObject({ code: 0 })
    expect(calls().filter((line) => line === "fetch node")).toHaveLength(2)
    expect(npmCalls()).toHaveLength(1)
  })

  test("accepts a developer's own npm install, according to npm's own record", async () => {
    await run("start")
    rmSync(join(root, "node_modules/.installed"))
    await run("start")
    expect(npmCalls()).toHaveLength(1)
    expect(calls().filter((line) => line.startsWith("set up native"))).toHaveLength(2)
    write("package-lock.json", lockWith("2.0.0"))
    writeFileSync(join(root, "node_modules/.package-lock.json"), lockWith("2.0.0"))
    await run("start")
    expect(npmCalls()).toHaveLength(1)
  })

  test("two concurrent commands install and build once", async () => {
    writeFileSync(join(folder, "npm-slow"), "")
    const results = await Promise.all([run("start", "one"), run("start", "two"), run("start", "three")])
    expect(results.map(({ out }) => out).sort()).toEqual([`["one"]`, `["three"]`, `["two"]`])
    expect(npmCalls()).toHaveLength(1)
    expect(builds()).toHaveLength(1)
  })

  test("a lock of a process that is gone blocks nobody", async () => {
    mkdirSync(join(root, ".cache"))
    const { pid } = await new Promise<ChildProcess>((resolve) => {
      const child = spawn(process.execPath, ["-e", ""])
      child.once("close", () => resolve(child))
    })
    const { hostname } = await import("node:os")
    write(".cache/install.lock", JSON.stringify({ pid, host: hostname(), token: "x" }))
    expect(await run("start")).toMatchObject({ code: 0 })
    expect(existsSync(join(root, ".cache/install.lock"))).toBe(false)
  })

  test("a failure shows npm's log, and npm test still ends with its line", async () => {
    writeFileSync(join(folder, "npm-fails"), "")
    const result = await run("test")
    expect(result.code).toBe(1)
    expect(result.err).toContain("npm could not install the packages (exit code 7)")
    expect(result.err).toContain("the registry is on fire")
    expect(result.out).toBe("0 passed, 1 failed\n")
  })
})

describe("building", () => {
  test("happens when a source changed, for production, and not when a test did", async () => {
    await run("start")
    expect(builds()).toEqual(["build . for production"])
    expect(consoleBuilds()).toEqual(["build app/operator for production"])
    await run("start")
    write("app/root.test.tsx", "a test")
    await run("start")
    expect(builds()).toHaveLength(1)
    write("app/root.tsx", "second")
    await run("start")
    expect(builds()).toHaveLength(2)
    expect(await run("build")).toMatchObject({ code: 0, err: "The pages are up to date.\n" })
    appendFileSync(join(root, "app/root.tsx"), "!")
    await run("build")
    expect(builds()).toHaveLength(3)
  })

  test("a failure shows the log and is retried", async () => {
    writeFileSync(join(folder, "build-fails"), "")
    const failed = await run("start")
    expect(failed).toMatchObject({ code: 1, out: "" })
    expect(failed.err).toContain("no such component")
    rmSync(join(folder, "build-fails"))
    expect(await run("start")).toMatchObject({ code: 0 })
  })

  test("both builds run in parallel, and end with the command", async () => {
    writeFileSync(join(folder, "build-slow"), "")
    const child = start("start")
    const ended = finished(child)
    const builders = () => calls().flatMap((line) => /^built by (\d+)$/.exec(line)?.[1] ?? [])
    await expect.poll(() => builders().length).toBe(2)
    child.kill("SIGTERM")
    expect(await ended).toMatchObject({ code: 130 })
    const isRunning = (pid: string) => {
      try {
        return process.kill(Number(pid), 0)
      } catch {
        return false
      }
    }
    await expect.poll(() => builders().filter(isRunning)).toEqual([])
  })

  test("development does not build", async () => {
    write("server/dev.ts", `console.log(process.env.NODE_ENV); setInterval(() => {}, 1000)`)
    const child = start("dev")
    child.stdout?.once("data", () => child.kill("SIGTERM"))
    const { out } = await finished(child)
    expect(out).toContain("development\n")
    expect(builds()).toEqual([])
  })
})

describe("running", () => {
  test("an unknown command is refused with the list of commands", async () => {
    const result = await run("strat")
    expect(result.code).toBe(1)
    expect(result.err).toContain(`There is no command "strat". The commands are: `)
  })

  test("the server takes the place of the bootstrap, with the user's folder and NODE_ENV, and its exit code counts", async () => {
    write(
      "server/main.ts",
      `console.log(JSON.stringify([process.pid, process.cwd(), process.env.INIT_CWD, process.env.NODE_ENV]))
      process.exitCode = 78`,
    )
    const child = start("start")
    const { code, out } = await finished(child)
    expect([code, JSON.parse(out)]).toEqual([78, [child.pid, root, folder, ""]])
  })

  test("signals reach the command, which decides how to end, and how it ends is how the bootstrap ends", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      write(
        "server/main.ts",
        `process.on("${signal}", () => process.exit(42)); setInterval(() => {}, 1000); console.log("up")`,
      )
      const child = start("start")
      child.stdout?.once("data", () => child.kill(signal))
      expect([signal, (await finished(child)).code]).toEqual([signal, 42])
    }
    write("server/main.ts", `process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)`)
    expect(await run("start")).toMatchObject({ code: null, signal: "SIGTERM" })
  })

  describe("under npm, which starts a shell in between", () => {
    const slow = `for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => {
      console.log(name)
      setTimeout(() => process.exit(0), 1500)
    })
    setInterval(() => {}, 1000)
    console.log("up")`

    function startInShell(): ChildProcess {
      const command = `"${process.execPath}" "${join(root, "scripts/bootstrap.mjs")}" start; true`
      const env = {
        ...process.env,
        npm_lifecycle_event: "start",
        PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      }
      return spawn("/bin/sh", ["-c", command], { cwd: folder, env, detached: true })
    }

    test("a shell that is killed takes the command with it", async () => {
      write("server/main.ts", slow)
      const shell = startInShell()
      shell.stdout?.once("data", () => shell.kill("SIGKILL"))
      const { out } = await finished(shell)
      expect(out).toBe("up\nSIGTERM\n")
    })

    test("a signal to the whole group is not sent again when the shell has gone", async () => {
      write("server/main.ts", slow)
      const shell = startInShell()
      shell.stdout?.once("data", () => process.kill(-(shell.pid ?? 0), "SIGTERM"))
      const { out } = await finished(shell)
      // Once directly and once through the bootstrap; a third one would arrive a second later.
      expect(out).toMatch(/^up\n(SIGTERM\n){1,2}$/)
    })
  })

  test("a symbolic link to the clone works", async () => {
    const link = join(folder, "link")
    symlinkSync(root, link)
    root = link
    expect(await run("start")).toMatchObject({ code: 0 })
  })
})
