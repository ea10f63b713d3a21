/** The folder BACKUP_DIR: full backups named by timestamp, and beside them the archived write-ahead log. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { backupEmbedded } from "#adapters/db/embedded/backup.ts"
import { restoreEmbedded } from "#adapters/db/embedded/restore.ts"
import { removeArchived } from "#adapters/db/embedded/wal-archive.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import type { Log } from "#domain/world.ts"
import { makeFolder } from "#primitives/make-folder.ts"
import type { Env } from "../env.ts"

type Settings = Pick<Env, "DATA_DIR" | "BACKUP_KEEP_DAYS">

const backupName = /^b4m-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

interface KeptBackup {
  file: string
  /** When the backup started. */
  at: Date
}

/** Where the write-ahead log is archived. */
export function archiveFolder(backupDir: string): string {
  return join(backupDir, "wal")
}

export function backupFile(backupDir: string, at: Date): string {
  return join(backupDir, `b4m-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`)
}

/** Backups in a folder, oldest first. Ignores other files. */
export async function listBackups(backupDir: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = []
  for (const name of (await readdir(backupDir).catch(() => [])).sort()) {
    const [, day, hour, minute, second] = backupName.exec(name) ?? []
    if (day) found.push({ file: join(backupDir, name), at: new Date(`${day}T${hour}:${minute}:${second}Z`) })
  }
  return found
}

/** Writes one archive of the database, the members' files and the generated secrets. */
export async function writeBackup(
  { DATA_DIR: dataDir }: Pick<Env, "DATA_DIR">,
  { file, overwrite = false, log }: { file: string; overwrite?: boolean; log: Log },
) {
  return backupEmbedded({
    dataDir: join(dataDir, "postgres"),
    file,
    overwrite,
    besides: { "secrets.json": join(dataDir, "secrets.json") },
    folders: { files: join(dataDir, "files") },
    log,
  })
}

/** The scheduled backup: writes a new archive, then removes those older than BACKUP_KEEP_DAYS. */
export async function backUpAndTidy(
  env: Settings,
  { backupDir, now, log }: { backupDir: string; now: Date; log: Log },
): Promise<void> {
  await makeFolder(backupDir, 0o700)
  const file = backupFile(backupDir, now)
  // When retried after a crash, it replaces the partial result.
  const { bytes, seconds } = await writeBackup(env, { file, overwrite: true, log })
  const removed = await removeOldBackups(backupDir, { now, keepDays: env.BACKUP_KEEP_DAYS })
  log.info({ file, bytes, seconds: Math.round(seconds), removed }, "Backup written")
}

/**
 * Removes backups started more than `keepDays` ago, except the newest, and the archived log that no remaining backup needs.
 * Returns how many backups were removed.
 */
export async function removeOldBackups(
  backupDir: string,
  { now, keepDays }: { now: Date; keepDays: number },
): Promise<number> {
  const all = await listBackups(backupDir)
  const limit = now.getTime() - keepDays * 86_400_000
  const old = all.slice(0, -1).filter(({ at }) => at.getTime() < limit)
  for (const { file } of old) await rm(file, { force: true })
  const oldest = all[old.length]
  if (oldest) await removeArchived(archiveFolder(backupDir), oldest.at)
  if (oldest) await removeSetAside(backupDir, oldest.at)
  return old.length
}

/** Log of former clusters, which wal-archive.ts moved aside, and which backups before `before` needed. */
async function removeSetAside(backupDir: string, before: Date): Promise<void> {
  for (const name of await readdir(backupDir)) {
    const [, day, hour, minute] = /^wal-before-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)/.exec(name) ?? []
    if (!day || new Date(`${day}T${hour}:${minute}:00Z`) >= before) continue
    await rm(join(backupDir, name), { recursive: true, force: true })
  }
}

interface Drill {
  /** When the backup was taken. */
  at: string
  tables: number
  rows: number
  seconds: number
}

/** Restores a backup into a temporary folder, starts it, reads every row, and removes it again. */
export async function drill(file: string, log: Log): Promise<Drill> {
  const started = performance.now()
  await stat(file).catch(() => {
    throw new Error(`${file} does not exist.`)
  })
  const folder = await mkdtemp(join(tmpdir(), "b4m-drill-"))
  try {
    const dataDir = join(folder, "postgres")
    const { at } = await restoreEmbedded({ dataDir, file, log })
    const embedded = await startEmbedded({ dataDir, log, purpose: "drill" })
    try {
      const db = connectPostgres({ url: embedded.url, max: 1 })
      const counts = await countRows(db).finally(() => db.end())
      return { at, ...counts, seconds: (performance.now() - started) / 1000 }
    } finally {
      await embedded.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Reads each table in full: an unreadable page is an error. */
async function countRows(db: ReturnType<typeof connectPostgres>): Promise<{ tables: number; rows: number }> {
  const tables = await db.sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`
  let rows = 0
  for (const { name } of tables) {
    const [found] = await db.query(`select count(t)::int as n from ${name} t`)
    rows += Number(found?.n)
  }
  return { tables: tables.length, rows }
}
