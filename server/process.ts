import type { RunningServer } from "./running-server.ts"

/** 0: stopped in order. 1: a bug, a broken start, or stopped by force. 78: a setting that cannot be used (sysexits.h). */
const exitCodes = { stopped: 0, failed: 1, badSetting: 78 }

/** A stop sent to a whole process group arrives twice, directly and through npm: within this time it is one request. */
const sameRequestMs = 1000

/** After this the process ends whatever has not: requests and jobs have had their time, and a database may never answer. */
const deadlineMs = 30_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs a server as this process: prints its lines, stops it in order on SIGTERM or SIGINT and at once on a second
 * signal, or when `stopWithinMs` have passed. A setting or a database that stops the start is one sentence on standard error.
 */
export function runProcess(
  start: () => Promise<RunningServer>,
  { stopWithinMs = deadlineMs }: { stopWithinMs?: number } = {},
): void {
  let server: RunningServer | undefined
  let stopping = false
  let askedAt = 0
  const stop = (signal: string) => {
    if (stopping) {
      if (Date.now() - askedAt < sameRequestMs) return
      say(`${signal} again: stopping at once`)
      process.exit(exitCodes.failed)
    }
    stopping = true
    askedAt = Date.now()
    setTimeout(() => {
      process.stderr.write(`Not everything stopped within ${stopWithinMs / 1000} s: stopping at once\n`)
      process.exit(exitCodes.failed)
    }, stopWithinMs).unref()
    if (!server) return
    say(`${signal}: finishing what is in flight; a second signal stops at once`)
    end(server)
  }
  // A bug outside of any request: nobody knows what state it left, so the process ends, but in order.
  process.on("uncaughtException", (error: Error) => {
    process.stderr.write(`${error.stack ?? String(error)}\n`)
    if (stopping || !server) process.exit(exitCodes.failed)
    stopping = true
    end(server, exitCodes.failed)
  })
  const signals = ["SIGTERM", "SIGINT"] as const
  for (const signal of signals) process.on(signal, stop)
  start().then(
    (started) => {
      server = started
      for (const line of started.lines) say(line)
      // Development tools add listeners of their own, which end the process at once. Ours stays meanwhile: taken off
      // and put back, it would lose a signal that comes between.
      for (const signal of signals) {
        for (const other of process.listeners(signal)) if (other !== stop) process.off(signal, other)
      }
      // The signal came while everything was still opening.
      if (stopping) end(started)
    },
    (error: Error & { code?: string }) => {
      const isSetting = error.code === "invalid_setting"
      const isSentence = isSetting || error.code === "database_refused"
      process.stderr.write(`${isSentence ? error.message : (error.stack ?? String(error))}\n`)
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
