/** Restores a killed database to the moment before data was lost. */
import { readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders, postmasterOf } from "#test/support/embedded.ts"
import { backupEmbedded } from "./embedded/backup.ts"
import { restoreEmbedded } from "./embedded/restore.ts"
import { removeArchived } from "./embedded/wal-archive.ts"
import { startEmbedded, stopAbandoned } from "./embedded.ts"

const { folder, start, existing } = embeddedFolders()
const log = collectLog()

test("after a kill at any moment, backup and archived log restore the state of a second before", async () => {
  const dataDir = await existing(join(folder(), "data"))
  // A name with characters special to the shell, in a folder that does not exist yet.
  const archive = join(folder(), "backups", "it's 100% wal")
  const file = join(folder(), "base.tar.gz")
  const embedded = await startEmbedded({ dataDir, log, archiveTo: archive })
  await ask(embedded.url, "create table marks (id int, at timestamptz default clock_timestamp())")
  await ask(embedded.url, "insert into marks (id) values (0)")
  await backupEmbedded({ dataDir, file, log })
  await ask(embedded.url, "insert into marks (id) values (1)")
  // One segment is archived; later log exists only in the database that is killed.
  await ask(embedded.url, "select pg_switch_wal()")
  await ask(embedded.url, "insert into marks (id) values (2)")
  const segments = async () => (await readdir(archive)).filter((name) => /^[0-9A-F]{24}$/.test(name))
  await expect.poll(async () => (await segments()).length).toBeGreaterThan(0)
  await sleep(1_000)
  const until = new Date()
  await sleep(100)
  let id = 3
  const killAfter = performance.now() + Math.random() * 800
  while (performance.now() < killAfter) await ask(embedded.url, `insert into marks (id) values (${id++})`)
  await ask(embedded.url, "delete from marks")
  process.kill(await postmasterOf(embedded), "SIGKILL")
  await embedded.stop()
  await stopAbandoned(dataDir)

  const later = new Date(Date.now() + 3_600_000)
  const beyond = restoreEmbedded({ dataDir, file, log, archives: [archive], until: later })
  await expect(beyond).rejects.toThrow(/^The archived log does not reach .*: choose an earlier moment\.$/)

  await restoreEmbedded({ dataDir, file, log, archives: [archive], until })
  const restored = await start(dataDir)
  expect(await ask(restored.url, "select id from marks order by id")).toEqual([
    { id: 0 },
    { id: 1 },
    { id: 2 },
  ])
  // The next process that starts it continues archiving, on a new timeline.
  expect(await ask(restored.url, "show archive_mode")).toEqual([{ archive_mode: "on" }])
  expect(await ask(restored.url, "show wal_level")).toEqual([{ wal_level: "logical" }])
  await ask(restored.url, "insert into marks (id) values (9)")
  await ask(restored.url, "select pg_switch_wal()")
  const timelines = async () => new Set((await readdir(archive)).map((name) => name.slice(0, 8)))
  await expect.poll(timelines).toContain("00000002")

  expect(await removeArchived(archive, new Date(0))).toBe(0)
  const archived = await segments()
  expect(await removeArchived(archive, new Date(Date.now() + 60_000))).toBeGreaterThan(1)
  // The server keeps archiving in the meantime.
  expect((await segments()).filter((name) => archived.includes(name))).toEqual([])
  await rm(file)
})

test("an archived log of another cluster is moved aside, and that of the same cluster is continued", async () => {
  const archive = join(folder(), "wal")
  const beside = async () => (await readdir(folder())).filter((name) => name.startsWith("wal-before-")).length
  const archived = async (dataDir: string) => {
    const { url, stop } = await startEmbedded({ dataDir, log, archiveTo: archive })
    const [segment] = await ask<{ name: string }>(url, "select pg_walfile_name(pg_switch_wal()) as name")
    await expect.poll(() => readdir(archive)).toContain(segment?.name)
    await stop()
  }
  const first = await existing(join(folder(), "first"))
  await archived(first)
  await archived(first)
  expect(await beside()).toBe(0)
  // A new data folder contains a new cluster.
  await archived(join(folder(), "second"))
  expect(await beside()).toBe(1)
  await archived(join(folder(), "second"))
  expect(await beside()).toBe(1)
})

test("after a restore to the end of a backup, archiving continues and the log can be replayed", async () => {
  const dataDir = await existing(join(folder(), "data"))
  const archive = join(folder(), "wal")
  const file = join(folder(), "base.tar.gz")
  const first = await startEmbedded({ dataDir, log, archiveTo: archive })
  await ask(first.url, "create table marks (id int)")
  await backupEmbedded({ dataDir, file, log })
  for (const id of [1, 2]) await ask(first.url, `insert into marks values (${id}); select pg_switch_wal()`)
  await first.stop()

  await restoreEmbedded({ dataDir, file, archives: [archive], log })
  const restored = await start(dataDir)
  expect(await ask(restored.url, "select id from marks")).toEqual([])
  for (const id of [3, 4]) await ask(restored.url, `insert into marks values (${id}); select pg_switch_wal()`)
  const waiting = "select name from pg_ls_archive_statusdir() where name like '%.ready'"
  await expect.poll(() => ask(restored.url, waiting)).toEqual([])
  expect(await ask(restored.url, "select failed_count::int as n from pg_stat_archiver")).toEqual([{ n: 0 }])
  await restored.stop()

  await restoreEmbedded({ dataDir, file, archives: [archive], until: "latest", log })
  expect(await ask((await start(dataDir)).url, "select id from marks order by id")).toEqual([
    { id: 3 },
    { id: 4 },
  ])
})

test("archiving continues for a database replaced by hand and for one without log here", async () => {
  const dataDir = await existing(join(folder(), "data"))
  const archive = join(folder(), "wal")
  const file = join(folder(), "base.tar.gz")
  const first = await startEmbedded({ dataDir, log, archiveTo: archive })
  await ask(first.url, "create table marks (id int)")
  await backupEmbedded({ dataDir, file, log })
  await first.stop()
  const { movedTo } = await restoreEmbedded({ dataDir, file, archives: [archive], log })
  await (await startEmbedded({ dataDir, log })).stop()

  await rename(join(dataDir, "cluster"), join(folder(), "unwanted"))
  await rename(movedTo ?? "", join(dataDir, "cluster"))
  const again = await start(dataDir)
  await ask(again.url, "insert into marks values (1); select pg_switch_wal()")
  const state = "select failed_count::int as failed, archived_count > 0 as some from pg_stat_archiver"
  await expect.poll(() => ask(again.url, state)).toEqual([{ failed: 0, some: true }])
  expect((await readdir(folder())).filter((name) => name.startsWith("wal-before-"))).toHaveLength(1)
})
