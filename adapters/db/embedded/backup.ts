import { readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "#ports/log.ts"
import { startEmbedded } from "../embedded.ts"
import { connectPostgres } from "../postgres.ts"
import { type Archive, createArchive } from "./archive.ts"
import { backupFormat } from "./backup-format.ts"
import { choosePlace } from "./place.ts"
import { clusterOf } from "./postmaster.ts"
import { historiesIn } from "./timelines.ts"

interface BackupOptions {
  /** Folder of the database, as for startEmbedded. */
  dataDir: string
  /** The .tar.gz to write. */
  file: string
  /** Replace an existing file. */
  overwrite?: boolean
  /** Other files to include, by their name in the archive. Missing files are skipped. */
  besides?: Record<string, string>
  /**
   * Folders to include, by their name in the archive. Names that begin with a dot are skipped. The folders are copied
   * after the database, so that if a row is in the archive, so is the file stored before it, unless the file is removed
   * while the archive is being written.
   */
  folders?: Record<string, string>
  log: Log
}

interface BackupReport {
  /** Size of the archive. */
  bytes: number
  /** Number of database files in it. */
  files: number
  /** Number of files of the other folders in it. */
  filesBesides: number
  /** Number of write-ahead log segments that make the copy consistent. */
  logFiles: number
  seconds: number
}

/**
 * Files that every start recreates or that are useless in a copy (PostgreSQL manual, 25.3.3.2 "Making an Exclusive
 * Low-Level Backup").
 */
const CONTENT_LEFT_OUT = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
])
const FILES_LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|pg_internal\.init.*|pgsql_tmp.*)$/

/**
 * Copies the whole database into one archive while it is in use: the files as they are, and the write-ahead
 * log from before the first copied file to after the last, from which recovery restores the state at the end
 * of the copy. Joins the running server, or starts one for the duration. The archive gets its final name only
 * when it is complete.
 */
export async function backupEmbedded(options: BackupOptions): Promise<BackupReport> {
  const started = performance.now()
  if (!options.overwrite && (await stat(options.file).catch(() => null))) {
    throw new Error(`${options.file} exists. Choose another name, or add --force to replace it.`)
  }
  if (!(await hasDatabase(options.dataDir)))
    throw new Error(`There is no database in ${options.dataDir} yet.`)
  const partial = `${options.file}.${process.pid}.part`
  const embedded = await startEmbedded({ dataDir: options.dataDir, log: options.log, purpose: "backup" })
  try {
    const archive = await createArchive(partial)
    try {
      const counts = await copyOnline(
        archive,
        embedded.url,
        clusterOf({ root: embedded.dataDir }),
        options.besides,
      )
      let filesBesides = 0
      for (const [name, path] of Object.entries(options.folders ?? {}))
        filesBesides += await copyBeside(archive, name, path)
      await archive.text("complete.json", JSON.stringify({ ...counts, filesBesides }))
      const bytes = await archive.close()
      await rename(partial, options.file)
      await recordBackup(embedded.url)
      return { ...counts, filesBesides, bytes, seconds: (performance.now() - started) / 1000 }
    } catch (error) {
      await archive.abort()
      throw error
    }
  } finally {
    await rm(partial, { force: true })
    await embedded.stop()
  }
}

/** Records the backup for the site's metrics, unless the database does not have the product's tables yet. */
async function recordBackup(url: string): Promise<void> {
  const db = connectPostgres({ url, max: 1, applicationName: "b4m backup" })
  try {
    const [table] = await db.sql`select to_regclass('private.settings') is not null as there`
    if (!table?.there) return
    await db.sql`
      insert into private.settings (name, value) values ('backed_up_at', ${new Date().toISOString()})
      on conflict (name) do update set value = excluded.value`
  } finally {
    await db.end()
  }
}

async function hasDatabase(dataDir: string): Promise<boolean> {
  if (!(await stat(dataDir).catch(() => null))) return false
  const cluster = clusterOf(await choosePlace(dataDir))
  return (await stat(join(cluster, "PG_VERSION")).catch(() => null)) !== null
}

async function copyOnline(
  archive: Archive,
  url: string,
  cluster: string,
  besides: Record<string, string> = {},
): Promise<{ files: number; logFiles: number }> {
  // Starting, slot and stopping belong to one session, so this connection must not be replaced midway.
  const db = connectPostgres({ url, max: 1 })
  try {
    const slot = `b4m_backup_${process.pid}`
    const [server] = await db.sql`select current_setting('server_version') as version`
    await db.sql`select pg_create_physical_replication_slot(${slot}, true, true)`
    const [begun] = await db.sql`select pg_walfile_name(pg_backup_start(${slot}, true)) as log_file`
    await archive.text(
      "b4m-backup.json",
      JSON.stringify({ format: backupFormat, postgres: server?.version, at: new Date().toISOString() }),
    )
    for (const [name, path] of Object.entries(besides)) await archive.file(name, path)
    await archive.folder("cluster")
    const files = await copyFolder(archive, cluster, "")
    await archive.text("cluster/global/pg_control", await readControlFile(cluster))
    // Does not wait for archiving, which may fail: the required log is copied along with the data.
    const [ended] = await db.sql<{ label: string; links: string; last: string }>`
      select labelfile as label, spcmapfile as links, pg_walfile_name(lsn) as last from pg_backup_stop(false)`
    if (ended?.links !== "") throw new Error("A database with custom tablespaces cannot be copied this way.")
    await archive.text("cluster/backup_label", ended.label)
    const logFiles = await copyLog(archive, cluster, String(begun?.log_file), ended.last)
    return { files, logFiles }
  } finally {
    await db.end()
  }
}

async function copyFolder(archive: Archive, cluster: string, folder: string): Promise<number> {
  let files = 0
  const names = await readdir(join(cluster, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of names) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`
    if (FILES_LEFT_OUT.test(entry.name) || path === "global/pg_control") continue
    if (entry.isDirectory()) {
      await archive.folder(`cluster/${path}`)
      if (!CONTENT_LEFT_OUT.has(path)) files += await copyFolder(archive, cluster, path)
    } else if (entry.isFile() && (await archive.file(`cluster/${path}`, join(cluster, path)))) files++
  }
  return files
}

async function copyBeside(archive: Archive, name: string, folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })
  // A missing folder counts as empty: a restore then replaces the existing folder with an empty one.
  await archive.folder(name)
  if (!entries) return 0
  let files = 0
  for (const entry of entries) {
    const [inside, path] = [`${name}/${entry.name}`, join(folder, entry.name)]
    if (entry.name.startsWith(".")) continue
    if (entry.isDirectory()) files += await copyBeside(archive, inside, path)
    else if (entry.isFile() && (await archive.file(inside, path))) files++
  }
  return files
}

/**
 * The one file that recovery trusts without a check. PostgreSQL writes it atomically, but reading is not atomic, so two
 * reads must agree.
 */
async function readControlFile(cluster: string): Promise<Buffer> {
  const file = join(cluster, "global/pg_control")
  for (let attempt = 0; attempt < 200; attempt++) {
    const [first, second] = [await readFile(file), await readFile(file)]
    if (first.equals(second)) return first
    await sleep(5)
  }
  throw new Error(`${file} keeps changing.`)
}

/** Names of log files sort in the order in which they are written: timeline, then position. */
async function copyLog(archive: Archive, cluster: string, first: string, last: string): Promise<number> {
  const names = (await readdir(join(cluster, "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  const needed = names.filter((name) => name >= first && name <= last)
  if (needed[0] !== first || needed.at(-1) !== last) {
    throw new Error(
      `The write-ahead log from ${first} to ${last} is incomplete, so this copy cannot be used. Try again.`,
    )
  }
  for (const name of needed) {
    if (await archive.file(`cluster/pg_wal/${name}`, join(cluster, "pg_wal", name))) continue
    throw new Error(`The log file ${name} vanished during the copy. Try again.`)
  }
  for (const name of await historiesIn(join(cluster, "pg_wal")))
    await archive.file(`cluster/pg_wal/${name}`, join(cluster, "pg_wal", name))
  return needed.length
}
