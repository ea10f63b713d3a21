import type { Env } from "./env.ts"
import type { LogOptions } from "./log.ts"

export interface RunningServer {
  url: string
  port: number
  /** What to tell the person who started it, one line each. */
  lines: readonly string[]
  /** Every route of the process as Hono holds it, for the fuzz; pages stand in the manifest of the build. */
  routes: readonly { method: string; path: string }[]
  /** In order: no new requests, those in flight end, jobs give back, live closes, connections and database end. */
  stop(): Promise<void>
}

export interface StartOptions {
  env: Env
  /** Folder with build/client and build/server, or null to serve the API alone. */
  buildDir: string | null
  /** Pages from the sources with hot reload instead of the build. */
  development?: boolean
  /** Where log lines go; standard output when absent. */
  logDestination?: LogOptions["destination"]
}
