import type { Env } from "./env.ts"
import type { LogOptions } from "./log.ts"

export interface RunningServer {
  url: string
  port: number
  /** Lines to print for the person who started it. */
  lines: readonly string[]
  /** Every route of the process in Hono's format, for the fuzzer; pages are listed in the build's manifest. */
  routes: readonly { method: string; path: string }[]
  /**
   * Stops in order: rejects new requests, finishes those in flight, returns jobs to their queues, and closes live
   * connections and the database.
   */
  stop(): Promise<void>
}

export interface StartOptions {
  env: Env
  /** Folder with build/client and build/server, or null to serve the API alone. */
  buildDir: string | null
  /** Pages from the sources with hot reload instead of the build. */
  development?: boolean
  /** Destination of the log lines; standard output by default. */
  logDestination?: LogOptions["destination"]
}
