/** The folder of backups: full backups named by timestamp, and next to them the archived write-ahead log. */
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { backupEmbedded } from "#adapters/db/embedded/backup.ts"
import { makeBackupFolder, removeArchived } from "#adapters/db/embedded/wal-archive.ts"
import type { Log } from "#ports/log.ts"
import type { Env } from "../process/env.ts"
import { openBackupBucket } from "./backup-bucket.ts"
import { archiveFolder, backupFile, backupFolder, momentOfBackup } from "./backup-names.ts"

interface KeptBackup {
  file: string
  /** When the backup started. */
  at: Date
}

/** Backups in a folder, oldest first. Ignores other files. */
export async function listBackups(backupDir: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = []
  for (const name of (await readdir(backupDir).catch(() => [])).sort()) {
    const at = momentOfBackup(name)
    if (at) found.push({ file: join(backupDir, name), at })
  }
  return found
}

/** The name of a backup that starts now, in a folder that is created if missing. */
export async function newBackupFile(backupDir: string, now: Date): Promise<string> {
  await makeBackupFolder(backupDir)
  return backupFile(backupDir, now)
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

/**
 * The scheduled backup: writes a new archive, uploads it if there is a bucket, and removes those older than
 * BACKUP_KEEP_DAYS. Does nothing if no location for backups is set.
 */
export async function backUpAndPrune(env: Env, { now, log }: { now: Date; log: Log }): Promise<void> {
  const backupDir = backupFolder(env)
  if (!backupDir) return
  const file = await newBackupFile(backupDir, now)
  // A retry after a crash replaces the partial result.
  const { bytes, seconds } = await writeBackup(env, { file, overwrite: true, log })
  const removed = await sendAndPrune(env, { backupDir, now })
  log.info({ file, bytes, seconds: Math.round(seconds), removed }, "Backup written")
}

/**
 * Uploads the backups in the folder if there is a bucket, including those that could not be uploaded before; removes
 * old ones there or in the folder. Returns how many.
 */
export async function sendAndPrune(
  env: Env,
  { backupDir, now }: { backupDir: string; now: Date },
): Promise<number> {
  const keepDays = env.BACKUP_KEEP_DAYS
  const bucket = await openBackupBucket(env)
  if (!bucket) return removeOldBackups(backupDir, { now, keepDays })
  try {
    for (const { file } of await listBackups(backupDir))
      await bucket.sendBackup(file, archiveFolder(backupDir))
    return await bucket.prune(new Date(now.getTime() - keepDays * 86_400_000))
  } finally {
    bucket.close()
  }
}

/**
 * Removes backups started more than `keepDays` ago, except the newest, and the archived log that no remaining backup needs.
 * Returns how many backups were removed.
 */
async function removeOldBackups(
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

/** Log of earlier clusters, which wal-archive.ts moved aside, and which only backups from before `before` need. */
async function removeSetAside(backupDir: string, before: Date): Promise<void> {
  for (const name of await readdir(backupDir)) {
    const [, day, hour, minute] = /^wal-before-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)/.exec(name) ?? []
    if (!day || new Date(`${day}T${hour}:${minute}:00Z`) >= before) continue
    await rm(join(backupDir, name), { recursive: true, force: true })
  }
}
