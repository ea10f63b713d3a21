/** `npm run restore -- <file>`: replaces the embedded database, which must not be running, with a backup. */
import { backupFolder } from "../world/backup-names.ts"
import { drill } from "../world/drill.ts"
import { restoreSite } from "../world/restores.ts"
import { fileCommand } from "./file-command.ts"

await fileCommand({
  usage: `Usage: npm run restore -- [<file.tar.gz>] [--latest | --until <time>] [--drill]

Replaces the embedded database, the files of members and the generated secrets (DATA_DIR) with a
backup. Stop the site first. The previous data is moved aside, not deleted; remove it once you are satisfied.

Without a file the backup is taken from BACKUP_S3_BUCKET or BACKUP_DIR, and a new one is written there afterward.

  --latest  everything there is: the latest backup and all the log after it
  --until   the state at this moment, such as 2026-11-22T08:00:00Z, from a backup before it and the log
  --drill   only tries it: restores into a temporary folder, reads every row, and removes it
  --help    show this help`,
  remote:
    "DATABASE_URL is set: this command restores the embedded database only. Use pg_restore, or the backups of that server.",
  options: { until: { type: "string" }, latest: { type: "boolean" }, drill: { type: "boolean" } },
  async run({ env, file, values, log }) {
    if (values.drill) {
      const { at, tables, rows, seconds } = await drill(env, { file, log })
      return `The backup of ${at} can be restored: ${tables} tables with ${rows} rows, ${seconds.toFixed(1)} s. Nothing was changed.`
    }
    const until = readUntil(values)
    if (until && !backupFolder(env))
      throw new Error(
        `${values.latest ? "--latest" : "--until"} needs the log in BACKUP_DIR or BACKUP_S3_BUCKET; neither is set.`,
      )
    const { at, movedTo, tables, seconds, notBackedUp } = await restoreSite(env, { file, until, log })
    return [
      `Restored the backup of ${at} in ${seconds.toFixed(1)} s; it starts and has ${tables} tables.`,
      notBackedUp === null
        ? "A new backup of this state was written."
        : `No backup of this state was written: ${notBackedUp}`,
      ...(movedTo ? [`The previous data is in ${movedTo}.`] : []),
    ].join("\n")
  },
})

/** Throws if --until is not an instant. */
function readUntil({ until: text, latest }: Record<string, unknown>): Date | "latest" | undefined {
  if (latest && text !== undefined) throw new Error("Give --latest or --until, not both.")
  if (latest) return "latest"
  if (text === undefined) return undefined
  const isInstant =
    typeof text === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const until = new Date(String(text))
  if (isInstant && !Number.isNaN(until.getTime())) return until
  throw new Error("--until takes an instant with its zone, such as 2026-11-22T08:00:00Z.")
}
