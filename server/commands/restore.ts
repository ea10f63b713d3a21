/** `npm run restore -- <file>`: replaces the embedded database, which must not be running, with a backup. */
import { join } from "node:path"
import { restoreEmbedded } from "#adapters/db/embedded/restore.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run restore -- <file.tar.gz>

Replaces the embedded database, the files of members and the generated secrets (DATA_DIR) with a
backup. Stop the site first. The previous data is moved aside, not deleted; remove it once you are satisfied.

  --help    show this help`,
  remote:
    "DATABASE_URL is set: this command restores the embedded database only. Use pg_restore, or the backups of that server.",
  options: {},
  async run({ env, file, log }) {
    const dataDir = join(env.DATA_DIR, "postgres")
    const besides = { "secrets.json": join(env.DATA_DIR, "secrets.json") }
    const folders = { files: join(env.DATA_DIR, "files") }
    const { at, movedTo, seconds } = await restoreEmbedded({ dataDir, file, besides, folders, log })
    const embedded = await startEmbedded({ dataDir, log, purpose: "restore" })
    const db = connectPostgres({ url: embedded.url, max: 1 })
    const [found] = await db.sql<{ tables: number }>`
      select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`
    await db.end()
    await embedded.stop()
    return [
      `Restored the backup of ${at} in ${seconds.toFixed(1)} s; it starts and has ${found?.tables} tables.`,
      ...(movedTo ? [`The previous data is in ${movedTo}.`] : []),
    ].join("\n")
  },
})
