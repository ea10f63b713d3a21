// @ts-check
import { spawn } from "node:child_process"
import { createWriteStream, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** Commands that run quietly now; they end together. @type {Set<import("node:child_process").ChildProcess>} */
const quiet = new Set()

/**
 * Runs a command to completion with its output in a log file.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log: string }} options
 * @returns {Promise<{ ok: boolean, status: string }>} `status` says how it ended: "exit code 1", "SIGKILL",
 *   "ENOENT"
 */
export function runQuietly(command, args, { cwd, env, log }) {
  mkdirSync(dirname(log), { recursive: true })
  const out = createWriteStream(log)
  out.write(`> ${[command, ...args].join(" ")}\n`)
  return new Promise((resolve) => {
    // npm is a .cmd file on Windows, which only a shell can start.
    const shell = process.platform === "win32" && !command.endsWith(".exe")
    const child = spawn(command, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.pipe(out, { end: false })
    child.stderr.pipe(out, { end: false })
    quiet.add(child)
    const stop = () => {
      for (const one of quiet) one.kill("SIGTERM")
      process.exit(130)
    }
    process.once("SIGINT", stop)
    process.once("SIGTERM", stop)
    /** @param {boolean} ok @param {string} status */
    const end = (ok, status) => {
      quiet.delete(child)
      process.removeListener("SIGINT", stop)
      process.removeListener("SIGTERM", stop)
      out.end(() => resolve({ ok, status }))
    }
    child.once("error", (error) => end(false, error.message))
    child.once("close", (code, signal) => end(code === 0, signal ?? `exit code ${code}`))
  })
}

/**
 * Replaces this process by a command, with the same process id, terminal and signals, so that nothing of the bootstrap stays
 * in memory. Returns where that cannot be done: on Windows, and before Node 22.15.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export function handOver(command, args, { cwd, env }) {
  if (process.platform === "win32" || typeof process.execve !== "function") return
  process.chdir(cwd)
  const watch = env.npm_lifecycle_event === undefined ? [] : ["--import", stopWithNpmModule]
  process.execve(command, [command, ...watch, ...args], env)
}

const stopWithNpmModule = new URL("stop-with-npm.mjs", import.meta.url).href

/**
 * Runs a command in the foreground as if it had been started directly: same terminal, signals passed on, and
 * this process ends the way the command ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<never>}
 */
export function runInstead(command, args, options) {
  return new Promise((_, reject) => {
    const child = spawn(command, args, { ...options, stdio: "inherit" })
    const watch = stopWithNpm(() => child.kill("SIGTERM"))
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => {
        clearInterval(watch) // the command has the signal already; npm's shell may end before it
        // Ctrl-C reaches every process of the terminal; passed on, it would count twice.
        if (signal !== "SIGTERM" && process.stdin.isTTY) return
        child.kill(signal)
      })
    }
    child.once("error", reject)
    child.once("exit", (code, signal) => {
      if (signal === null) process.exit(code ?? 1)
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name)
      process.kill(process.pid, signal)
    })
  })
}

/**
 * npm starts scripts through a shell. When npm or that shell is killed, nobody passes the signal on and the
 * command would keep running, so a changed parent process counts as a request to stop.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 1000)
  timer.unref()
  return timer
}
