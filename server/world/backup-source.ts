import { rm } from "node:fs/promises"
import { join } from "node:path"
import { continueArchive } from "#adapters/db/embedded/wal-archive.ts"
import type { Env } from "../process/env.ts"
import { type BackupBucket, openBackupBucket } from "./backup-bucket.ts"
import { archiveFolder, backupFolder } from "./backup-names.ts"
import { listBackups } from "./backups.ts"

interface Candidate {
  /** When the backup started. */
  at: Date
  /** Downloads the backup, and with `withLog` the log after it: its file, and folders of log. */
  fetch(options: { withLog: boolean }): Promise<{ file: string; archives: string[] }>
}

/** The location of backups: the bucket if one is set, otherwise BACKUP_DIR. */
interface Source {
  /** Newest first. Throws a sentence if there is none from before `until`. */
  candidates(until?: Date): Promise<Candidate[]>
  close(): void
}

/** @param scratch a folder for downloads. Throws a sentence if no location for backups is set. */
export async function openSource(env: Env, scratch: string): Promise<Source> {
  const folder = backupFolder(env)
  if (!folder)
    throw new Error(
      "Name a backup, or set BACKUP_DIR or BACKUP_S3_BUCKET, where the backups and the log are.",
    )
  const bucket = await openBackupBucket(env)
  const place = bucket ? `the bucket ${env.BACKUP_S3_BUCKET}` : folder
  return {
    async candidates(until) {
      const all = bucket ? await inBucket(bucket, { scratch, folder }) : await inFolder(folder)
      const usable = all.filter(({ at }) => !until || at < until).reverse()
      if (usable.length > 0) return usable
      throw new Error(`There is no backup in ${place}${until ? " from before that moment" : ""}.`)
    },
    close: () => bucket?.close(),
  }
}

async function inFolder(folder: string): Promise<Candidate[]> {
  return (await listBackups(folder)).map(({ file, at }) => ({
    at,
    fetch: async () => ({ file, archives: [archiveFolder(folder)] }),
  }))
}

async function inBucket(
  bucket: BackupBucket,
  { scratch, folder }: { scratch: string; folder: string },
): Promise<Candidate[]> {
  return (await bucket.list()).map((backup) => ({
    at: backup.at,
    async fetch({ withLog }) {
      const [file, log] = [join(scratch, "backup.tar.gz"), join(scratch, "wal")]
      await rm(log, { recursive: true, force: true })
      await bucket.fetchBackup(backup, file)
      await bucket.fetchLog(backup.archive, { folder: log, ...(withLog ? { since: backup.at } : {}) })
      // Log that was not uploaded yet is here, and so will be the log after a restore.
      const waiting = archiveFolder(folder)
      await continueArchive(waiting, backup.archive)
      return { file, archives: [waiting, log] }
    },
  }))
}
