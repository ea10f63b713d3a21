/** `npm run backup -- <file>`: backs up the embedded database to one archive while the site runs. */
import { join } from "node:path"
import { backupEmbedded } from "#adapters/db/embedded/backup.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run backup -- <file.tar.gz> [--force]

Writes the embedded database, the files of members and the generated secrets (DATA_DIR) into one
archive. The site may keep running; the archive contains everything written before the command started.
Protect it like a password: it gives access to every account.

  --force   replace an existing file
  --help    show this help`,
  remote:
    "DATABASE_URL is set: this command backs up the embedded database only. Use pg_dump, or the backups of that server.",
  options: { force: { type: "boolean" } },
  async run({ env, file, values, log }) {
    const report = await backupEmbedded({
      dataDir: join(env.DATA_DIR, "postgres"),
      file,
      overwrite: values.force === true,
      besides: { "secrets.json": join(env.DATA_DIR, "secrets.json") },
      folders: { files: join(env.DATA_DIR, "files") },
      log,
    })
    const megabytes = (report.bytes / 1e6).toFixed(1)
    const counts = `${report.files} database files, ${report.filesBesides} files of members`
    return `Backup written to ${file}: ${megabytes} MB, ${counts}, ${report.seconds.toFixed(1)} s.`
  },
})
