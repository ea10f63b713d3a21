import { execFile } from "node:child_process"
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach } from "vitest"
import { clusterOf, findPostmaster } from "#adapters/db/embedded/postmaster.ts"
import { startEmbedded, stopAbandoned } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { copyBaseCluster } from "./base-cluster.ts"
import { type CollectedLog, collectLog } from "./collected-log.ts"

/** Uses the embedded database: `node test/support/embedded-program.ts <folder>`. */
export const embeddedProgram = join(import.meta.dirname, "embedded-program.ts")

export const run = promisify(execFile)

export interface EmbeddedFolders {
  /** Folder of the current test; everything in it is stopped and removed afterward. */
  folder(): string
  /** Starts a database, and stops it after the test. */
  start(dataDir: string, log?: CollectedLog): Promise<Awaited<ReturnType<typeof startEmbedded>>>
  /**
   * Provides a folder with a cleanly stopped cluster: copied, because creating one takes most of a second.
   */
  existing(dataDir: string): Promise<string>
}

/** For a test file about starting databases: registers its hooks and its timeout. */
export function embeddedFolders(): EmbeddedFolders {
  let folder = ""
  const running: Awaited<ReturnType<typeof startEmbedded>>[] = []

  beforeEach(async () => {
    folder = ""
    folder = await mkdtemp(join(tmpdir(), "b4m-embedded-"))
    await chmod(folder, 0o755)
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    if (folder === "") return
    for (const name of await readdir(folder)) await stopAbandoned(join(folder, name)).catch(() => false)
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder: () => folder,
    async start(dataDir, log = collectLog()) {
      const embedded = await startEmbedded({ dataDir, log, purpose: "test" })
      running.push(embedded)
      return embedded
    },
    existing: copyBaseCluster,
  }
}

/** Runs one statement on a new connection. */
export async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const db = connectPostgres({ url, max: 1 })
  try {
    return (await db.query(text)) as Row[]
  } finally {
    await db.end()
  }
}

/** Process id of the database; 0 when it is not running. */
export async function postmasterOf(embedded: { dataDir: string }): Promise<number> {
  return (await findPostmaster(clusterOf({ root: embedded.dataDir })))?.pid ?? 0
}

/** The account of a process. */
export async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}
