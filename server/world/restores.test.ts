import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { startEmbedded, stopAbandoned } from "#adapters/db/embedded.ts"
import { readEnv } from "#server/process/env.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders, postmasterOf } from "#test/support/embedded.ts"
import { archiveFolder } from "./backup-names.ts"
import { backUpAndPrune, listBackups } from "./backups.ts"
import { restoreSite } from "./restores.ts"

const { folder, existing } = embeddedFolders()
const log = collectLog()

test("a restore ends with a new backup, and the next one finds the backup that can restore its moment", async () => {
  const env = readEnv({ DATA_DIR: join(folder(), "data"), BACKUP_DIR: join(folder(), "backups") })
  const backupDir = env.BACKUP_DIR ?? ""
  await mkdir(env.DATA_DIR)
  const dataDir = await existing(join(env.DATA_DIR, "postgres"))
  /** Adds a row, waits for a moment to restore to, and kills the database. */
  const addAndKill = async (id: number) => {
    const embedded = await startEmbedded({ dataDir, archiveTo: archiveFolder(backupDir), log })
    await ask(embedded.url, "create table if not exists marks (id int)")
    if ((await listBackups(backupDir)).length === 0) await backUpAndPrune(env, { now: new Date(), log })
    // Backup names have a resolution of one second.
    await sleep(1_100)
    await ask(embedded.url, `insert into marks values (${id})`)
    await sleep(200)
    const at = new Date()
    await sleep(200)
    await ask(embedded.url, "delete from marks")
    process.kill(await postmasterOf(embedded), "SIGKILL")
    await embedded.stop()
    await stopAbandoned(dataDir)
    return at
  }
  const rows = async () => {
    const embedded = await startEmbedded({ dataDir, log })
    const found = await ask<{ id: number }>(embedded.url, "select id from marks order by id")
    await embedded.stop()
    return found.map(({ id }) => id)
  }
  const first = await addAndKill(1)
  expect(await restoreSite(env, { file: undefined, until: first, log })).toMatchObject({ notBackedUp: null })
  expect(await rows()).toEqual([1])
  expect(await listBackups(backupDir)).toHaveLength(2)

  // The log of this moment was not archived before the kill.
  const second = await addAndKill(2)
  await restoreSite(env, { file: undefined, until: second, log })
  expect(await rows()).toEqual([1, 2])

  // The latest backup by name cannot restore this moment, so an earlier one is used.
  await restoreSite(env, { file: undefined, until: first, log })
  expect(await rows()).toEqual([1])
  expect(await listBackups(backupDir)).toHaveLength(4)
})

test("a backup that was still running at a moment is skipped in favor of the one before it", async () => {
  const env = readEnv({ DATA_DIR: join(folder(), "data"), BACKUP_DIR: join(folder(), "backups") })
  const backupDir = env.BACKUP_DIR ?? ""
  await mkdir(env.DATA_DIR)
  const dataDir = await existing(join(env.DATA_DIR, "postgres"))
  const embedded = await startEmbedded({ dataDir, archiveTo: archiveFolder(backupDir), log })
  await ask(embedded.url, "create table marks as select 1 as id")
  await backUpAndPrune(env, { now: new Date(Date.now() - 60_000), log })
  const second = backUpAndPrune(env, { now: new Date(), log })
  const running = "select 1 as n from pg_replication_slots where slot_name like 'b4m_backup%'"
  await expect.poll(() => ask(embedded.url, running), { interval: 20 }).toEqual([{ n: 1 }])
  await ask(embedded.url, "insert into marks values (2)")
  await sleep(50)
  const moment = new Date()
  await sleep(50)
  await ask(embedded.url, "insert into marks values (3)")
  await second
  await ask(embedded.url, "insert into marks values (4)")
  await embedded.stop()
  await restoreSite(env, { file: undefined, until: moment, log })
  const restored = await startEmbedded({ dataDir, log })
  expect(await ask(restored.url, "select id from marks order by id")).toEqual([{ id: 1 }, { id: 2 }])
  await restored.stop()
})
