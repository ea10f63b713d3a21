/** A process that runs tests with one change switched on, again and again, without starting anything anew. */
import { type ChildProcess, fork } from "node:child_process"
import type { Answer, Order } from "./engine/orders.ts"
import { root } from "./folders.ts"

export interface Engine {
  /** Undefined when nothing came back in time; the process is then replaced. */
  run(order: Order): Promise<Answer | undefined>
  close(): Promise<void>
}

/** Longer than any test file takes with a change, whose tests have limits of their own. */
const hangsAfterMs = 300_000

/** A process that is asked to end is killed after this. */
const endsWithinMs = 60_000

/** What runs without a change ends by itself: a PostgreSQL started at low priority on a busy machine takes minutes. */
const patienceMs = 3_600_000

interface EngineOptions {
  /** A file with the changed sources, by path. */
  contents: string
  /** Whether any of the tests uses a database; PostgreSQL takes longer to start than all else. */
  database: boolean
}

export async function startEngine(options: EngineOptions): Promise<Engine> {
  let child = await start(options)
  return {
    async run(order) {
      child.send(order)
      const limitMs = order.limitMs ?? 0
      const answer = await next(child, order.change === undefined ? patienceMs : hangsAfterMs + limitMs)
      if (answer === undefined) {
        await end(child)
        child = await start(options)
      }
      return answer as Answer | undefined
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const closed = new Promise((resolve) => child.once("exit", resolve))
      child.disconnect()
      await closed
    },
  }
}

/** Ends a process that does not answer, with its PostgreSQL where it can still do that. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  const timer = setTimeout(() => child.kill("SIGKILL"), endsWithinMs)
  await ended
  clearTimeout(timer)
}

async function start({ contents, database }: EngineOptions): Promise<ChildProcess> {
  const child = fork(new URL("./engine/program.ts", import.meta.url), {
    cwd: root,
    env: {
      ...process.env,
      MUTATE_CONTENTS: contents,
      MUTATE_DATABASE: database ? "one" : "none",
      NODE_ENV: "test",
    },
    // What tests print says nothing here, except when they do not start.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  let said = ""
  child.stderr?.on("data", (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  if ((await next(child, patienceMs)) !== undefined) return child
  child.kill("SIGKILL")
  throw new Error(`The tests did not start: ${said}`)
}

/** The next message; undefined when the process ends or the time is over first. */
function next(child: ChildProcess, ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    const finish = (message?: unknown) => {
      clearTimeout(timer)
      child.off("message", finish)
      child.off("exit", ended)
      resolve(message)
    }
    const ended = () => finish()
    const timer = setTimeout(ended, ms)
    child.once("message", finish)
    child.once("exit", ended)
  })
}
