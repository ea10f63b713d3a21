import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { identifyProcess } from "#adapters/db/embedded/process-identity.ts"
import { startEmbedded, stopAbandoned } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { collectLog } from "./collected-log.ts"
import { scratchFolder, scratchFolders } from "./scratch.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The run's PostgreSQL, as its superuser, on database `postgres`. */
    testServerUrl: string
    /** Whether its files are in memory. */
    testServerInMemory: boolean
  }
}

const PREFIX = "b4m-test-"

/** Name of the migrated template of every test database. */
export const TEMPLATE = "b4m_template"

/**
 * One PostgreSQL for the whole run, discarded afterward. Flushing is off, because a power failure may lose
 * test data; servers that durability tests start themselves have it on.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const above = await scratchFolder()
  const onDisk = above === tmpdir()
  const folder = await mkdtemp(join(above, `${PREFIX}${process.pid}-`))
  // As root, the database runs as another user, which must be able to enter.
  await chmod(folder, 0o711)
  // Temporary files of tests and their processes go there as well, and are removed with it.
  process.env.TMPDIR = join(folder, "tmp")
  await mkdir(process.env.TMPDIR)
  await chmod(process.env.TMPDIR, 0o1777)
  const embedded = await startEmbedded({
    dataDir: join(folder, "postgres"),
    log: collectLog(),
    purpose: "test",
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      autovacuum: "off",
      max_connections: "300",
      shared_buffers: "256MB",
      // A test runs each statement a few times; planning it each time is a third of what PostgreSQL does here.
      plan_cache_mode: "force_generic_plan",
    },
  })
  const template = new URL(`/${TEMPLATE}`, embedded.url).href
  const server = new URL("/postgres", embedded.url).href
  const db = connectPostgres({ url: server, max: 1 })
  await db.sql`create database ${db.sql(TEMPLATE)}`
  await db.end()
  await migrate({ url: template, platform: true, log: collectLog() })
  project.provide("testServerUrl", server)
  project.provide("testServerInMemory", !onDisk)
  return async () => {
    await embedded.stop()
    if (embedded.dataDir !== join(folder, "postgres"))
      await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a killed run left behind: its folder name contains its process id. */
async function removeAbandoned(): Promise<void> {
  for (const above of scratchFolders) await removeAbandonedIn(above)
}

async function removeAbandonedIn(above: string): Promise<void> {
  for (const name of await readdir(above).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : 0
    if (!pid || (await identifyProcess(pid)) !== null) continue
    const folder = join(above, name)
    await stopAbandoned(join(folder, "postgres")).catch(() => false)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
