import { countOf } from "#content/amounts.ts"
/** `npm run backup -- <file>`: backs up the embedded database to one archive while the site runs. */
import { makeBackupKey } from "../world/backup-key.ts"
import { backupFolder } from "../world/backup-names.ts"
import { newBackupFile, sendAndPrune, writeBackup } from "../world/backups.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run backup -- [<file.tar.gz>] [--force]

Writes the embedded database, the files of members and the generated secrets (DATA_DIR) into one
archive. The site may keep running; the archive contains everything written before the command started.
Without a file it goes to BACKUP_S3_BUCKET or BACKUP_DIR, where backups older than BACKUP_KEEP_DAYS are then removed.
Protect it like a password: it gives access to every account.

  --force   replace an existing file
  --new-key make the key that encrypts backups in a bucket, and show it once
  --help    show this help`,
  remote:
    "DATABASE_URL is set: this command backs up the embedded database only. Use pg_dump, or the backups of that server.",
  options: { force: { type: "boolean" }, "new-key": { type: "boolean" } },
  async run({ env, file: named, values, log }) {
    if (values["new-key"]) return keyShown(await makeBackupKey(env))
    const folder = backupFolder(env)
    if (!named && !folder) return null
    const file = named ?? (await newBackupFile(folder ?? "", new Date()))
    const report = await writeBackup(env, { file, overwrite: values.force === true, log })
    const megabytes = (report.bytes / 1e6).toFixed(1)
    const counts = `${countOf(report.files, "database file")}, ${countOf(report.filesBesides, "file")} of members`
    const written = `Backup written to ${file}: ${megabytes} MB, ${counts}, ${report.seconds.toFixed(1)} s.`
    if (named || !folder) return written
    const removed = await sendAndPrune(env, { backupDir: folder, now: new Date() })
    const sent = env.BACKUP_S3_BUCKET
      ? `It was sent to the bucket ${env.BACKUP_S3_BUCKET} and removed here.`
      : ""
    const pruned = removed > 0 ? `${removed} older than ${env.BACKUP_KEEP_DAYS} days removed.` : ""
    return [written, sent, pruned].filter(Boolean).join("\n")
  },
})

function keyShown(key: string): string {
  return `${key}

This key encrypts the backups in the bucket, and nothing else decrypts them. It is shown once. Store it where neither this
machine nor the bucket is: a password manager, a sheet of paper. Whoever has it and the bucket can read everything.
If it is lost together with this machine, the backups are lost: nobody can restore them.`
}
