import { afterAll, beforeAll, expect, test } from "vitest"
import type { Machine } from "#ports/machine.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { figures, readFigures } from "./figures.ts"
import { createMetrics } from "./metrics.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())

test("the metrics include free disk space, connections, waiting jobs, failed mails and the last backup", async () => {
  const { db } = site.world
  const health = async () => ({
    troubles: [{ name: "archive", says: "log", since: null }],
    archiveLagSeconds: 240,
  })
  const machine = { health } as unknown as Machine
  await db.query("create schema if not exists pgboss")
  await db.query(`create table if not exists pgboss.job
    (name text, state text, start_after timestamptz)`)
  await db.query("delete from pgboss.job")
  const metrics = createMetrics()
  metrics.watchFigures(() => readFigures({ db, machine }, "/"))
  expect(await metrics.text()).toContain("oldest_job_seconds 0\n")

  await db.query(
    "insert into pgboss.job (name, state, start_after) values ('mail', 'created', now() - interval '90 s')",
  )
  await db.query(
    "insert into pgboss.job (name, state, start_after) values ('mail', 'created', now() + interval '1 h')",
  )
  await db.query(
    "insert into pgboss.job (name, state, start_after) values ('dead', 'created', now() - interval '9 h')",
  )
  await db.query(
    "insert into private.mails (kind, message, state) values ('x', '{}', 'dead'), ('x', '{}', 'queued')",
  )
  await db.query("insert into private.settings values ('backed_up_at', '2026-11-20T03:15:00Z')")
  // A connection of another process counts like any client's.
  const read = await readFigures({ db, machine }, "/", { isUsable: () => true, lagSeconds: () => 0.5 })
  expect(Object.keys(read).sort()).toEqual(Object.keys(figures).sort())
  expect(read.oldest_job_seconds).toBeGreaterThanOrEqual(90)
  expect(read.oldest_job_seconds).toBeLessThan(120)
  expect(read).toMatchObject({ archive_lag_seconds: 240, data_troubles: 1 })
  expect(read).toMatchObject({ replica_in_use: 1, replica_lag_seconds: 0.5 })
  expect(read).toMatchObject({ mails_failed: 1, last_backup_timestamp_seconds: 1_795_144_500 })
  expect(read.disk_free_bytes).toBeGreaterThan(0)
  expect(read.database_connections_own).toBeGreaterThan(0)
  expect(read.database_connections).toBe(read.database_connections_own)
})

test("without the database, the metrics still include free disk space", async () => {
  const away = { sql: () => Promise.reject(new Error("away")) } as never
  expect(Object.keys(await readFigures(away, "/"))).toEqual(["disk_free_bytes"])
})
