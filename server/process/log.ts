import { AsyncLocalStorage } from "node:async_hooks"
import { type DestinationStream, pino } from "pino"
import type { Log } from "#ports/log.ts"
import { scrub } from "./log/scrub.ts"
import { asText } from "./log/text.ts"

/** The process's log. Lines written while a request is handled carry its id automatically. */
export interface ServerLog extends Log {
  /** Runs `work`; every line that it logs, at any depth, has `requestId`. */
  duringRequest<T>(requestId: string, work: () => T): T
}

export interface LogOptions {
  level: "debug" | "info" | "warn" | "error" | "silent"
  /** Destination of the log lines; standard output by default. */
  destination?: DestinationStream
  /** json for log collectors, text for a person at a terminal; json by default. */
  format?: "json" | "text"
}

/**
 * Writes JSON lines through pino: time in ISO 8601, level as a word, no personal data and no secrets (log/scrub.ts).
 */
export function createLog(options: LogOptions): ServerLog {
  const requests = new AsyncLocalStorage<string>()
  const output = options.destination ?? pino.destination({ fd: 1, sync: true })
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const requestId = requests.getStore()
        return requestId ? { requestId } : {}
      },
    },
    options.format === "text" ? asText(output) : output,
  )
  const write = (level: "debug" | "info" | "warn" | "error") => (fields: object, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](scrub(fields) as object, scrub(message) as string)
  }
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    duringRequest: (requestId, work) => requests.run(requestId, work),
  }
}
