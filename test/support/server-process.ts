import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { compileCache } from "./compile-cache.ts"

export interface ServerProcess {
  child: ChildProcess
  /** Everything it has printed, both streams. */
  output(): string
  stderr(): string
  /** Its address, once printed. Rejects with its output when it ends before that. */
  url: Promise<string>
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>
  kill(signal: NodeJS.Signals): void
}

/** Runs one of the project's programs as a real process, without this process's settings. */
export function startProcess(
  program: string,
  env: Record<string, string>,
  args: string[] = [],
): ServerProcess {
  const root = join(import.meta.dirname, "../..")
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_FORMAT: "json", ...compileCache, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let [out, err] = ["", ""]
  const ended = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal ?? -1)),
  )
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk
      const address = /running at .*?(http:\/\/localhost:\d+)/.exec(out)?.[1]
      if (address) resolve(address)
    })
    void ended.then((end) => reject(new Error(`The program ended with ${end}:\n${out}${err}`)))
  })
  url.catch(() => {})
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk
  })
  return {
    child,
    output: () => out + err,
    stderr: () => err,
    url,
    ended,
    kill: (signal) => void child.kill(signal),
  }
}

/** Kills them as a power failure would, and waits until they are gone. The list is empty afterward. */
export async function killAll(processes: ServerProcess[]): Promise<void> {
  const gone = processes.splice(0)
  for (const process of gone) process.kill("SIGKILL")
  await Promise.all(gone.map((process) => process.ended))
}
