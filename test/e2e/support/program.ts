import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"
import { compileCache } from "#test/support/compile-cache.ts"

export const root = join(import.meta.dirname, "../../..")

/** A server that runs as its own program, started the way people start it. */
export interface Program {
  /** The address that it printed. */
  url: string
  /** The folder of its database, as printed; below DATA_DIR unless the database's user has no access to it. */
  dataFolder: string
  /** The process group of the program and its children. */
  group: number
  /** Everything it has printed so far. */
  output(): string
  /** Milliseconds from its start to the printed address. */
  startedInMs: number
  /** Sends a signal and waits until it and everything that shares its output have ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface ProgramOptions {
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** How long it may take to print its address. */
  patienceMs: number
}

/** Starts a server and waits for the address that it prints. Throws with its output when it ends or takes too long. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { command, args, cwd, env, patienceMs } = options
  const started = performance.now()
  // A separate process group, so that nothing is left behind in any case.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  const { promise: printed, resolve, reject } = Promise.withResolvers<{ url: string; dataFolder: string }>()
  const read = (chunk: Buffer) => {
    output += chunk
    // As text, or as the message of a JSON line in production.
    const [, url] = /B4M is running at (http[^\s"]+)/.exec(output) ?? []
    const [, dataFolder] = /\bData: ([^"\n]+)["\n]/.exec(output) ?? []
    if (url && dataFolder) resolve({ url, dataFolder })
  }
  child.stdout.on("data", read)
  child.stderr.on("data", read)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.once("close", (code, signal) => done({ code, signal }))
  })
  const fail = (what: string) =>
    reject(new Error(`${[command, ...args].join(" ")} ${what}. Its output:\n${output}`))
  child.once("error", (error) => fail(error.message))
  ended.then(({ code, signal }) => fail(`ended with ${signal ?? code}`))
  const timer = setTimeout(() => fail(`printed no address within ${patienceMs / 1000} s`), patienceMs)
  const lastResort = () => killGroup(child)
  process.once("exit", lastResort)
  try {
    return {
      ...(await printed),
      group: child.pid ?? 0,
      output: () => output,
      startedInMs: performance.now() - started,
      async stop(signal = "SIGTERM") {
        child.kill(signal)
        const patience = setTimeout(() => killGroup(child), 120_000)
        const how = await ended
        clearTimeout(patience)
        process.off("exit", lastResort)
        return how
      },
    }
  } catch (error) {
    killGroup(child)
    process.off("exit", lastResort)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // It had already ended.
  }
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    // Below the ephemeral range: until the program starts, minutes later, the system assigns this port to nobody else.
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false))
      server.listen(port, () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
  throw new Error("No port is free")
}

/** For programs of this checkout: code compiled by an earlier start is reused. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return { ...plainEnvironment(), ...compileCache }
}

/** The environment without the variables added by npm, the test runners and a developer's own settings. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const own = join(root, "node_modules")
  const kept = ["HOME", "USER", "LANG", "TMPDIR", "SHELL", "TERM", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]
  const env: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(process.env)) {
    // The registry and cache of npm stay as configured on this machine.
    const isNpmSetting =
      /^npm_config_(registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy)$/i.test(name)
    if (kept.includes(name) || kept.includes(name.toUpperCase()) || isNpmSetting) env[name] = value
  }
  env.PATH = (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => !folder.startsWith(own))
    .join(":")
  return env
}
