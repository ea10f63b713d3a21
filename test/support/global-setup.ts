import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import type { TestProject } from "vitest/node"
import { DATABASE, startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { collectLog } from "./collected-log.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The run's PostgreSQL, as its superuser, on database `postgres`. */
    testServerUrl: string
  }
}

/** Name of the migrated database that every test database is a copy of. */
export const TEMPLATE = "b4m_template"

/**
 * One PostgreSQL for the whole run, thrown away afterwards. Flushing is off, because a power cut may take test data;
 * what tests of durability start for themselves has it on.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-test-"))
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
    },
  })
  const template = embedded.url.replace(`/${DATABASE}`, `/${TEMPLATE}`)
  const server = embedded.url.replace(`/${DATABASE}`, "/postgres")
  const sql = postgres(server, { max: 1 })
  await sql`create database ${sql(TEMPLATE)}`
  await sql.end()
  await migrate({ url: template, platform: true, log: collectLog() })
  project.provide("testServerUrl", server)
  return async () => {
    await embedded.stop()
    if (embedded.dataDir !== join(folder, "postgres"))
      await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}
