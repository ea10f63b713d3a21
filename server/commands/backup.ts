import { countOf } from "#content/amounts.ts"
/** `npm run backup -- <file>`: backs up the embedded database to one archive while the site runs. */
import { makeFolder } from "#primitives/make-folder.ts"
import { backupFile, removeOldBackups, writeBackup } from "../world/backups.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run backup -- [<file.tar.gz>] [--force]

Writes the embedded database, the files of members and the generated secrets (DATA_DIR) into one
archive. The site may keep running; the archive contains everything written before the command started.
Without a file it goes to BACKUP_DIR, where backups older than BACKUP_KEEP_DAYS are then removed.
Protect it like a password: it gives access to every account.

  --force   replace an existing file
  --help    show this help`,
  remote:
    "DATABASE_URL is set: this command backs up the embedded database only. Use pg_dump, or the backups of that server.",
  options: { force: { type: "boolean" } },
  async defaultFile({ BACKUP_DIR: folder }) {
    if (!folder) return null
    await makeFolder(folder, 0o700)
    return backupFile(folder, new Date())
  },
  async run({ env, file, isDefault, values, log }) {
    const report = await writeBackup(env, { file, overwrite: values.force === true, log })
    const megabytes = (report.bytes / 1e6).toFixed(1)
    const counts = `${countOf(report.files, "database file")}, ${countOf(report.filesBesides, "file")} of members`
    const written = `Backup written to ${file}: ${megabytes} MB, ${counts}, ${report.seconds.toFixed(1)} s.`
    if (!isDefault || !env.BACKUP_DIR) return written
    const keepDays = env.BACKUP_KEEP_DAYS
    const removed = await removeOldBackups(env.BACKUP_DIR, { now: new Date(), keepDays })
    return removed > 0 ? `${written}\n${removed} older than ${keepDays} days removed.` : written
  },
})
