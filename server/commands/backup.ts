/** `npm run backup -- <file>`: one archive of the embedded database, made while the site runs. */
import { join } from "node:path"
import { backupEmbedded } from "#adapters/db/embedded/backup.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run backup -- <file.tar.gz> [--force]

Writes the embedded database and the generated secrets (DATA_DIR) into one archive. The site may
run meanwhile; the archive holds everything that was written before the command began.
Keep it as you keep passwords: whoever has it has every account.

  --force   replace the file when it exists
  --help    show this`,
  remote: "DATABASE_URL is set: this PostgreSQL is not ours to copy. Use pg_dump, or its own backups.",
  options: { force: { type: "boolean" } },
  async run({ env, file, values, log }) {
    const report = await backupEmbedded({
      dataDir: join(env.DATA_DIR, "postgres"),
      file,
      overwrite: values.force === true,
      besides: { "secrets.json": join(env.DATA_DIR, "secrets.json") },
      log,
    })
    const megabytes = (report.bytes / 1e6).toFixed(1)
    return `Backup written to ${file}: ${megabytes} MB, ${report.files} files, ${report.seconds.toFixed(1)} s.`
  },
})
