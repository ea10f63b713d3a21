/**
 * The output of a part of the test run: written to the terminal immediately, or buffered until the part
 * running alongside has ended.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

export interface Terminal {
  print(line: string): void
  /**
   * Runs one of Node's programs in the checkout and returns its exit code, or null when a signal ended it.
   */
  run(args: string[], env?: Record<string, string>): Promise<number | null>
}

const root = join(import.meta.dirname, "../..")

/** The terminal itself. */
export const shown: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  run: (args, env = {}) => ended(start(args, env, "inherit")),
}

/** A buffered terminal; `show` writes its text at once. */
export function keptTerminal(): Terminal & { show(): void } {
  const text: (string | Buffer)[] = []
  return {
    print: (line) => void text.push(`${line}\n`),
    run(args, env = {}) {
      const child = start(args, env, "pipe")
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => text.push(chunk))
      return ended(child)
    },
    show() {
      for (const chunk of text.splice(0)) process.stdout.write(chunk)
    },
  }
}

function start(args: string[], env: Record<string, string>, output: "inherit" | "pipe"): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["inherit", output, output],
  })
}

function ended(child: ChildProcess): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.once("SIGTERM", stop)
  child.once("error", reject)
  child.once("close", (code) => {
    process.off("SIGTERM", stop)
    resolve(code)
  })
  return promise
}
