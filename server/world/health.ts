/**
 * Conditions that put data at risk: failures of archiving, backups and buckets. Used by the metrics, the operators'
 * Today page and their mails.
 */
import { z } from "zod"
import { countOf } from "#content/amounts.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { Db } from "#ports/db.ts"
import type { Health, Trouble } from "#ports/machine.ts"
import type { Store } from "./files.ts"
import { oldestWaiting } from "./log-sender.ts"

/** A segment is finished once a minute, and archived within seconds. */
const longestLagSeconds = 180

const storeNames = { files: "members’ files", backups: "backups" }

const failureShape = z.object({ at: z.coerce.date(), says: z.string() })

interface HealthOptions {
  db: Db
  /** Whether this installation runs its own database, and therefore makes its own backups. */
  ownsDatabase: boolean
  stores: readonly Store[]
  /** The folder of log that waits to be uploaded. */
  waitingIn?: string
}

/** Reads the current state. A part that cannot be read is omitted. */
export async function readHealth({ db, ownsDatabase, stores, waitingIn }: HealthOptions): Promise<Health> {
  const [archive, failure, drill, waiting, ...problems] = await Promise.all([
    ownsDatabase ? readArchive(db).catch(() => null) : null,
    ownsDatabase ? readFailure(db).catch(() => null) : null,
    ownsDatabase ? readDrill(db).catch(() => null) : null,
    waitingIn ? oldestWaiting(waitingIn) : null,
    ...stores.map(async ({ name, findProblem }) => ({ name, problem: await findProblem() })),
  ])
  const troubles: Trouble[] = []
  if (archive && (archive.isFailing || archive.lagSeconds > longestLagSeconds))
    troubles.push({
      name: "archive",
      says: "log of the database is not archived: a lost disk loses what was written since, and the log fills the disk",
      since: archive.oldest,
    })
  if (failure) troubles.push({ name: "backup", says: `backup failed: ${failure.says}`, since: failure.at })
  if (drill && !drill.passed)
    troubles.push({ name: "drill", says: `drill of the backups failed: ${drill.says}`, since: drill.at })
  const sendingSeconds = waiting ? (Date.now() - waiting.getTime()) / 1000 : 0
  if (sendingSeconds > longestLagSeconds)
    troubles.push({
      name: "sending",
      says: "log of the database is not sent to the bucket: a lost disk loses what was written since",
      since: waiting,
    })
  for (const { name, problem } of problems)
    if (problem)
      troubles.push({
        name: `store-${name}`,
        says: `store of ${storeNames[name]} fails: ${problem.says}`,
        since: null,
      })
  const lag = archive && Math.max(archive.lagSeconds, sendingSeconds)
  return { troubles, archiveLagSeconds: lag, drill: drill?.passed ? drill : null }
}

async function readArchive(db: Db) {
  const [row] = await db.sql<{ isFailing: boolean; oldest: Date | null; lagSeconds: number }>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing", oldest,
      coalesce(extract(epoch from clock_timestamp() - oldest), 0)::float8 as "lagSeconds"
    from pg_stat_archiver,
      (select min(modification) as oldest from pg_ls_archive_statusdir() where name like '%.ready') waiting
    where current_setting('archive_mode') <> 'off'`
  return row ?? null
}

/** The result of the last drill. */
const drilled = "drilled"
const drillShape = failureShape.extend({ passed: z.boolean() })

async function readDrill(db: Db): Promise<z.output<typeof drillShape> | null> {
  const [row] = await db.sql<{ value: string }>`select value from private.settings where name = ${drilled}`
  return row ? drillShape.parse(JSON.parse(row.value)) : null
}

/** Runs a drill and stores its result. A failed drill is a result, and is not repeated before its time. */
export async function recordDrill(
  db: Db,
  now: () => Date,
  run: () => Promise<{ at: string; tables: number; rows: number }>,
): Promise<void> {
  const result = await run().then(
    ({ at, tables, rows }) => ({
      passed: true,
      says: `The backup of ${momentInWords(new Date(at))} and the log after it were restored beside the site: ${countOf(tables, "table")} with ${countOf(rows, "row")}`,
    }),
    (error: unknown) => ({ passed: false, says: error instanceof Error ? error.message : String(error) }),
  )
  await keep(db, drilled, { ...result, at: now() })
}

async function keep(db: Db, name: string, value: object | string): Promise<void> {
  await db.sql`
    insert into private.settings (name, value) values (${name}, ${typeof value === "string" ? value : JSON.stringify(value)})
    on conflict (name) do update set value = excluded.value`
}

/** Key in private.settings of the last backup's failure. */
const failed = "backup_failed"

async function readFailure(db: Db): Promise<z.output<typeof failureShape> | null> {
  const [row] = await db.sql<{ value: string }>`select value from private.settings where name = ${failed}`
  return row ? failureShape.parse(JSON.parse(row.value)) : null
}

/** Key in private.settings of the last backup's location: a bucket or a folder. */
const backedUpTo = "backed_up_to"

/** Whether no backup to a location has been tried yet. */
export async function awaitsFirstBackup(db: Db, place: string): Promise<boolean> {
  const rows = await db.sql`
    select 1 from private.settings where (name = ${backedUpTo} and value = ${place}) or name = ${failed}`
  return rows.length === 0
}

/** Runs a backup to a location, and stores the reason if it fails, until one succeeds. Rethrows the error. */
export async function recordBackup<T>(
  db: Db,
  { at, place }: { at: Date; place: string },
  backUp: () => Promise<T>,
): Promise<T> {
  try {
    const done = await backUp()
    await db.sql`delete from private.settings where name = ${failed}`
    await keep(db, backedUpTo, place)
    return done
  } catch (error) {
    await keep(db, failed, { at, says: error instanceof Error ? error.message : String(error) })
    throw error
  }
}
