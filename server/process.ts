import cluster from "node:cluster"
import { format } from "node:util"
import { createLog } from "./log.ts"
import type { ProcessMessage } from "./processes.ts"
import type { RunningServer } from "./running-server.ts"

/** 0: clean stop. 1: a bug, a failed start, or a forced stop. 78: an unusable setting (sysexits.h). */
const exitCodes = { stopped: 0, failed: 1, badSetting: 78 }

/**
 * A signal to a whole process group arrives twice, directly and through npm: within this time it counts as one signal.
 */
const sameRequestMs = 1000

/**
 * The process exits after this time in any case: requests and jobs have had their time, and a database may never
 * respond.
 */
const deadlineMs = 30_000

interface Output {
  /** Prints a line for the person who started the process, on standard output. */
  say(line: string): void
  /** Reports an unhandled error. */
  crashed(error: unknown): void
}

const plain: Output = {
  say: (line) => void process.stdout.write(`${line}\n`),
  crashed: (error) => void process.stderr.write(`${Object(error).stack ?? String(error)}\n`),
}

/**
 * Prints every line as JSON without secrets, including the output of libraries, because log collectors parse only JSON.
 */
function jsonOutput(): Output {
  const log = createLog({ level: "info" })
  const levels = { debug: "info", info: "info", log: "info", warn: "warn", error: "error" } as const
  for (const [name, level] of Object.entries(levels) as [keyof typeof levels, "info" | "warn" | "error"][])
    console[name] = (...values: unknown[]) => log[level]({}, format(...values))
  return {
    say: (line) => log.info({}, line),
    crashed: (error) => log.error({ error }, "The process crashed"),
  }
}

/**
 * Runs a server as this process: prints its lines, stops it gracefully on SIGTERM or SIGINT, and immediately on a
 * second signal or after `stopWithinMs`. A setting or database that prevents the start is reported as one sentence on
 * standard error. All other output is JSON once `start` has called `json`.
 */
export function runProcess(
  start: (json: () => void) => Promise<RunningServer>,
  { stopWithinMs = deadlineMs }: { stopWithinMs?: number } = {},
): void {
  let server: RunningServer | undefined
  let output = plain
  let stopping = false
  let askedAt = 0
  const stop = (signal: string) => {
    if (stopping) {
      if (Date.now() - askedAt < sameRequestMs) return
      output.say(`${signal} again: stopping at once`)
      process.exit(exitCodes.failed)
    }
    stopping = true
    askedAt = Date.now()
    setTimeout(() => {
      output.say(`Not everything stopped within ${stopWithinMs / 1000} s: stopping at once`)
      process.exit(exitCodes.failed)
    }, stopWithinMs).unref()
    if (!server) return
    output.say(`${signal}: finishing what is in flight; a second signal stops at once`)
    end(server)
  }
  // A bug outside any request leaves an unknown state, so the process exits, but gracefully.
  process.on("uncaughtException", (error: Error) => {
    output.crashed(error)
    if (stopping || !server) process.exit(exitCodes.failed)
    stopping = true
    end(server, exitCodes.failed)
  })
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, stop)
    // During startup, development tools add listeners that exit immediately, which would leave the database running.
    process.on("newListener", (event, other) => {
      if (event === signal) process.nextTick(() => process.off(signal, other))
    })
  }
  // Without its parent it would never get a connection.
  if (cluster.isWorker) process.on("disconnect", () => stop("The parent process ended"))
  const json = () => {
    output = jsonOutput()
  }
  start(json).then(
    (started) => {
      server = started
      // The parent prints the lines once for all its processes.
      if (cluster.isWorker) process.send?.({ type: "serving", lines: started.lines } satisfies ProcessMessage)
      else for (const line of started.lines) output.say(line)
      // The signal arrived during startup.
      if (stopping) end(started)
    },
    (error: Error & { code?: string }) => {
      const isSetting = error.code === "invalid_setting"
      const isSentence = isSetting || error.code === "database_refused"
      if (isSentence) process.stderr.write(`${error.message}\n`)
      else output.crashed(error)
      process.exit(isSetting ? exitCodes.badSetting : exitCodes.failed)
    },
  )
}

function end(server: RunningServer, code = exitCodes.stopped): void {
  server.stop().then(
    () => process.exit(code),
    () => process.exit(exitCodes.failed),
  )
}
