import { join } from "node:path"
import type { Env } from "../process/env.ts"

/** BACKUP_DIR, or with only a bucket, a folder in DATA_DIR where backups and log wait to be uploaded. */
export function backupFolder(env: Env): string | undefined {
  return env.BACKUP_DIR ?? (env.BACKUP_S3_BUCKET ? join(env.DATA_DIR, "backups") : undefined)
}

/** The location of backups: the name of the bucket, or a folder. */
export function backupPlace(env: Env): string | undefined {
  return env.BACKUP_S3_BUCKET ?? env.BACKUP_DIR
}

/** The folder of the archived write-ahead log. */
export function archiveFolder(backupDir: string): string {
  return join(backupDir, "wal")
}

export function backupFile(backupDir: string, at: Date): string {
  return join(backupDir, `b4m-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`)
}

/** When a backup started, from the name of its file; null for other files. */
export function momentOfBackup(name: string): Date | null {
  const [, day, hour, minute, second] =
    /^b4m-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : null
}
