/** `npm run restore -- <file>`: puts a backup in the place of the embedded database, which must not run. */
import { join } from "node:path"
import { restoreEmbedded } from "#adapters/db/embedded/restore.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run restore -- <file.tar.gz>

Puts a backup in the place of the embedded database and the generated secrets (DATA_DIR). Stop the
site first. What was there is moved aside, not deleted; remove it when you are content.

  --help    show this`,
  remote: "DATABASE_URL is set: this PostgreSQL is not ours to replace. Use pg_restore, or its own backups.",
  options: {},
  async run({ env, file, log }) {
    const dataDir = join(env.DATA_DIR, "postgres")
    const besides = { "secrets.json": join(env.DATA_DIR, "secrets.json") }
    const { at, movedTo, seconds } = await restoreEmbedded({ dataDir, file, besides, log })
    const embedded = await startEmbedded({ dataDir, log, purpose: "restore" })
    const db = connectPostgres({ url: embedded.url, max: 1 })
    const [found] = await db.sql<{ tables: number }>`
      select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`
    await db.end()
    await embedded.stop()
    return [
      `Restored the backup of ${at} in ${seconds.toFixed(1)} s; it starts, and has ${found?.tables} tables.`,
      ...(movedTo ? [`What was there before is in ${movedTo}.`] : []),
    ].join("\n")
  },
})
