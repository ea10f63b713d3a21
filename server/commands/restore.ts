/** `npm run restore -- <file>`: replaces the embedded database, which must not be running, with a backup. */
import { join } from "node:path"
import { restoreEmbedded } from "#adapters/db/embedded/restore.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { archiveFolder, drill, listBackups } from "../world/backups.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run restore -- [<file.tar.gz>] [--until <time>] [--drill]

Replaces the embedded database, the files of members and the generated secrets (DATA_DIR) with a
backup. Stop the site first. The previous data is moved aside, not deleted; remove it once you are satisfied.

Without a file the latest backup in BACKUP_DIR is taken.

  --until   the state at this moment, such as 2026-11-22T08:00:00Z, from a backup before it and the log in BACKUP_DIR
  --drill   only tries it: restores into a temporary folder, reads every row, and removes it
  --help    show this help`,
  remote:
    "DATABASE_URL is set: this command restores the embedded database only. Use pg_restore, or the backups of that server.",
  options: { until: { type: "string" }, drill: { type: "boolean" } },
  async defaultFile({ BACKUP_DIR: folder }, values) {
    if (!folder) return null
    const until = readUntil(values.until)
    const usable = (await listBackups(folder)).filter(({ at }) => !until || at < until)
    const last = usable.at(-1)
    if (!last) throw new Error(`There is no backup in ${folder}${until ? " from before that moment" : ""}.`)
    return last.file
  },
  async run({ env, file, values, log }) {
    if (values.drill) {
      const { at, tables, rows, seconds } = await drill(file, log)
      return `The backup of ${at} can be restored: ${tables} tables with ${rows} rows, ${seconds.toFixed(1)} s. Nothing was changed.`
    }
    const until = readUntil(values.until)
    if (until && !env.BACKUP_DIR) throw new Error("--until needs the log in BACKUP_DIR, which is not set.")
    const pointInTime = until && { until, archive: archiveFolder(env.BACKUP_DIR ?? "") }
    const dataDir = join(env.DATA_DIR, "postgres")
    const besides = { "secrets.json": join(env.DATA_DIR, "secrets.json") }
    const folders = { files: join(env.DATA_DIR, "files") }
    const { at, movedTo, seconds } = await restoreEmbedded({
      dataDir,
      file,
      besides,
      folders,
      pointInTime,
      log,
    })
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

/** Throws when it is not an instant. */
function readUntil(text: unknown): Date | undefined {
  if (text === undefined) return undefined
  const isInstant =
    typeof text === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const until = new Date(String(text))
  if (isInstant && !Number.isNaN(until.getTime())) return until
  throw new Error("--until takes an instant with its zone, such as 2026-11-22T08:00:00Z.")
}
