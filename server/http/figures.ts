import { statfs } from "node:fs/promises"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Health } from "#ports/machine.ts"
import { ownConnections } from "#primitives/application-name.ts"
import { withDeadline } from "#primitives/deadline.ts"
import type { OpenedDatabase } from "../world/database.ts"

/** Metrics of the installation, in addition to those of the process: the conditions that should alert an operator. */
export const figures = {
  disk_free_bytes: "Free space where DATA_DIR is.",
  database_connections: "Connections to the database, of all its processes.",
  database_connections_own: "Connections to the database that this process has open, beside DATABASE_POOL.",
  database_connections_max: "Connections that the database server allows.",
  oldest_job_seconds: "How long the job has waited that is due longest; 0 when none is.",
  mails_failed: "Emails that could not be sent and are kept (npm run jobs -- dead).",
  last_backup_timestamp_seconds:
    "When the last backup of the embedded database was complete; 0 when none was.",
  archive_lag_seconds:
    "How long the oldest finished segment of the embedded database's log has waited to be archived; 0 when none waits.",
  replica_in_use:
    "1 while the replica of DATABASE_READ_URL is read, 0 while it is gone or more than a second behind.",
  replica_lag_seconds:
    "How far that replica is behind at most, by its position in the log; missing while it is gone.",
  data_troubles: "How many of archiving, backups and object stores fail at the moment.",
} as const

type Replica = NonNullable<OpenedDatabase["replica"]>

export type Figures = Record<keyof typeof figures, number>

/** Written by adapters/db/embedded/backup.ts. */
const lastBackup = "backed_up_at"

/** Read on each request for metrics. A value that cannot be read is omitted. */
export async function readFigures(
  { db, machine }: Pick<World, "db" | "machine">,
  dataDir: string,
  replica?: Pick<Replica, "isUsable" | "lagSeconds">,
): Promise<Partial<Figures>> {
  const [free, rows, health] = await Promise.allSettled([
    diskFreeBytes(dataDir),
    // Scrapers time out after 10 seconds.
    withDeadline(3_000, () => readRows(db)),
    machine?.health(),
  ])
  return {
    ...(free.status === "fulfilled" && free.value !== undefined ? { disk_free_bytes: free.value } : {}),
    ...(rows.status === "fulfilled" ? rows.value : {}),
    ...(replica ? replicaFigures(replica) : {}),
    ...(health.status === "fulfilled" && health.value ? healthFigures(health.value) : {}),
  }
}

function healthFigures({ archiveLagSeconds, troubles }: Health): Partial<Figures> {
  return {
    data_troubles: troubles.length,
    ...(archiveLagSeconds === null ? {} : { archive_lag_seconds: archiveLagSeconds }),
  }
}

function replicaFigures({
  isUsable,
  lagSeconds,
}: Pick<Replica, "isUsable" | "lagSeconds">): Partial<Figures> {
  const lag = lagSeconds()
  return { replica_in_use: isUsable() ? 1 : 0, ...(lag === undefined ? {} : { replica_lag_seconds: lag }) }
}

/** Free space in bytes on the folder's volume; undefined if the operating system does not report it. */
export async function diskFreeBytes(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk && disk.bavail * disk.bsize
}

type RowFigures = Omit<
  Figures,
  "disk_free_bytes" | "archive_lag_seconds" | "data_troubles" | "replica_in_use" | "replica_lag_seconds"
>

async function readRows(db: Db): Promise<RowFigures> {
  const [row] = await db.sql<RowFigures>`
    select
      (select count(*)::int from pg_stat_activity where datname = current_database()) as database_connections,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name like ${ownConnections}) as database_connections_own,
      current_setting('max_connections')::int as database_connections_max,
      (select coalesce(extract(epoch from max(now() - start_after)), 0)::float8 from pgboss.job
        where name <> 'dead' and state in ('created', 'retry') and start_after <= now()) as oldest_job_seconds,
      (select count(*)::int from private.mails where state = 'dead') as mails_failed,
      coalesce((select extract(epoch from value::timestamptz)::float8 from private.settings
        where name = ${lastBackup}), 0) as last_backup_timestamp_seconds`
  if (!row) throw new Error("The query for metrics returned no row")
  return row
}
