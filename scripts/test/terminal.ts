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
  /** The same for a program without a report: what it prints is also returned, so that its failure can be named. */
  runAndRead(args: string[]): Promise<{ exitCode: number | null; output: string }>
}

const root = join(import.meta.dirname, "../..")

/** Writes to the terminal immediately. */
export const liveTerminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  run: (args, env = {}) => ended(start(args, env, "inherit")),
  runAndRead: (args) => read(start(args, {}, "pipe"), (chunk) => void process.stdout.write(chunk)),
}

/** A buffered terminal; `show` writes its text immediately. */
export function bufferedTerminal(): Terminal & { show(): void } {
  const text: (string | Buffer)[] = []
  const keep = (chunk: Buffer) => void text.push(chunk)
  return {
    print: (line) => void text.push(`${line}\n`),
    run: async (args, env = {}) => (await read(start(args, env, "pipe"), keep)).exitCode,
    runAndRead: (args) => read(start(args, {}, "pipe"), keep),
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

async function read(
  child: ChildProcess,
  pass: (chunk: Buffer) => void,
): Promise<{ exitCode: number | null; output: string }> {
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      pass(chunk)
    })
  }
  return { exitCode: await ended(child), output: Buffer.concat(chunks).toString() }
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
