import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { compileCache } from "./compile-cache.ts"

export interface ChildProgram {
  process: ChildProcess
  /** The first line that it prints, parsed. Rejects with its standard error when it ends before that. */
  ready: Promise<{ url: string; dataDir: string; notes: string[]; ms: number }>
  /** Every later line. */
  lines: string[]
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>
  /** Closes its input and waits for a clean exit. */
  finish(): Promise<number | null>
  /** Sends SIGKILL and waits until it is gone. */
  kill(): Promise<void>
}

export interface ChildOptions {
  /** Account to run as, when this process is root. */
  uid?: number
  gid?: number
  /** Program to run node with; default process.execPath. */
  node?: string
  /** Variables in addition to PATH. */
  env?: Record<string, string>
}

/** Runs one of the project's TypeScript files as a separate process. */
export function runProgram(file: string, parameters: string[], options: ChildOptions = {}): ChildProgram {
  const { node = process.execPath, env = {}, ...account } = options
  const child = spawn(node, [file, ...parameters], {
    stdio: ["pipe", "pipe", "pipe"],
    cwd: "/",
    env: { PATH: process.env.PATH, ...compileCache, ...env },
    ...account,
  })
  const lines: string[] = []
  let said = ""
  child.stderr.on("data", (chunk) => {
    said += chunk
  })
  // Some tests write to a process that was killed.
  child.stdin.on("error", () => undefined)
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const ready = new Promise<Awaited<ChildProgram["ready"]>>((resolve, reject) => {
    let first = true
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (first) resolve(JSON.parse(line))
      else lines.push(line)
      first = false
    })
    child.once("error", reject)
    void ended.then((code) => reject(new Error(`The program ended with ${code}: ${said}`)))
  })
  ready.catch(() => undefined)
  return {
    process: child,
    ready,
    lines,
    ended,
    finish() {
      child.stdin.end()
      return ended
    },
    async kill() {
      child.kill("SIGKILL")
      await ended
    },
  }
}
