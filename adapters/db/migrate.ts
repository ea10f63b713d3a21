import { basename, join } from "node:path"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import { announceChanges } from "./announce-changes.ts"
import {
  isBeforeBaseline,
  isChanged,
  type Migration,
  type Recorded,
  readMigrations,
} from "./migration-files.ts"
import { connectPostgres, type PostgresDb } from "./postgres.ts"
import { missingRoleStatements } from "./required-roles.ts"
import { letServiceRolePass } from "./service-role.ts"
import { type Statement, splitStatements } from "./split-statements.ts"

interface MigrateOptions {
  /** Connects as the owner of the database. */
  url: string
  /** Also apply what a Supabase project provides: the roles and schema auth. True unless SUPABASE_URL is set. */
  platform: boolean
  log: Log
  /** Folders with `<14 digits>_<name>.sql`; default: the product's. */
  folders?: MigrationFolders
}

interface MigrationFolders {
  product: string
  platform: string
}

type Table = "schema_migrations" | "platform_migrations"

const ourMigrations: MigrationFolders = {
  product: join(import.meta.dirname, "../../supabase/migrations"),
  platform: join(import.meta.dirname, "../../platform/migrations"),
}

/**
 * Any two numbers, as long as every process that migrates this database uses the same ones. The other advisory locks
 * are listed in the migration `locks`, which this lock has to precede.
 */
const migrationsLock = [1_110_717_517, 20_261_120] as const

/**
 * Brings the database to the version of the files, each file in one transaction. Many processes may call it
 * concurrently: a transaction-level advisory lock lets one run at a time, which also works through a pooler in
 * transaction mode. Throws with code `database_refused` if the database predates the baseline or an applied file has
 * since been changed, and passes on PostgreSQL's message about a failing statement. Returns the files it applied, such
 * as "20261122000100_private".
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const started = performance.now()
  const folders = options.folders ?? ourMigrations
  const db = connectForMigrations(options)
  try {
    await prepare(db)
    if (options.platform) await requireRoles(db)
    const platform = options.platform
      ? await applyFolder(db, folders.platform, "platform_migrations", options.log)
      : []
    const product = await applyFolder(db, folders.product, "schema_migrations", options.log)
    if (options.platform) {
      await letServiceRolePass(db)
      await db.transaction(async (tx) => {
        await lockMigrations(tx)
        await announceChanges(tx)
      })
    }
    const applied = [...platform, ...product]
    const ms = Math.round(performance.now() - started)
    if (applied.length > 0) options.log.info({ files: applied.length, ms }, "Migrations applied")
    return applied
  } finally {
    await db.end()
  }
}

/** Whether every file has been applied; used by /ready. `query` is `Db.query`. */
export async function pendingMigrations(
  query: (text: string) => Promise<Record<string, unknown>[]>,
  folder: string = ourMigrations.product,
): Promise<string[]> {
  const applied = new Set(
    (await query("select version from supabase_migrations.schema_migrations")).map((row) => row.version),
  )
  return (await readMigrations(folder)).filter((one) => !applied.has(one.version)).map((one) => one.file)
}

/** A single connection, whose warnings are logged. */
function connectForMigrations(options: Pick<MigrateOptions, "url" | "log">): PostgresDb {
  return connectPostgres({
    url: options.url,
    max: 1,
    applicationName: "b4m migrate",
    onWarning: (message) => options.log.warn({}, message),
  })
}

/** Waits for other processes that migrate this database. Held until the transaction ends. */
async function lockMigrations(tx: Db): Promise<void> {
  await tx.sql`select pg_advisory_xact_lock(${migrationsLock[0]}, ${migrationsLock[1]})`
}

async function readRecorded(db: Db, table: Table): Promise<Recorded> {
  const rows = await db.sql<{ version: string; statements: string[] | null }>`
    select version, statements from supabase_migrations.${db.sql(table)}`
  return new Map(rows.map(({ version, statements }) => [version, statements]))
}

/** Runs a file and records it. The caller has checked that it is not applied yet. */
async function applyMigration(tx: Db, migration: Migration, table: Table): Promise<void> {
  const statements = splitStatements(migration.text)
  for (const statement of statements) await run(tx, migration, statement)
  await tx.sql`insert into supabase_migrations.${tx.sql(table)} (version, name, statements)
    values (${migration.version}, ${migration.name}, ${statements.map((one) => one.text)})`
}

/** Checked only before the first migration: an owner who could apply that one has the required privileges. */
async function requireRoles(db: Db): Promise<void> {
  if ((await readRecorded(db, "platform_migrations")).size > 0) return
  const statements = await missingRoleStatements(db)
  if (statements)
    throw refused(
      `The owner of the database may not make or take on the roles that requests run as. Run once as a superuser: ${statements}`,
    )
}

/** The table is the same as the Supabase CLI's, so that either tool can continue where the other stopped. */
async function prepare(db: Db): Promise<void> {
  const [found] = await db.sql`select to_regclass('supabase_migrations.schema_migrations') is not null
    and to_regclass('supabase_migrations.platform_migrations') is not null as ready`
  if (found?.ready) return
  await db.transaction(async (tx) => {
    await lockMigrations(tx)
    await tx.sql`create schema if not exists supabase_migrations`
    for (const table of ["schema_migrations", "platform_migrations"]) {
      await tx.sql`create table if not exists supabase_migrations.${tx.sql(table)}
        (version text primary key, statements text[], name text)`
    }
  })
}

async function applyFolder(db: Db, folder: string, table: Table, log: Log): Promise<string[]> {
  const applied: string[] = []
  const recorded = await readRecorded(db, table)
  const migrations = await readMigrations(folder)
  if (isBeforeBaseline(migrations, recorded)) throw beforeBaseline(migrations)
  warnOfOtherVersions(migrations, recorded, log)
  for (const migration of migrations) {
    if (isChanged(migration, recorded)) throw changed(migration)
    if (recorded.has(migration.version)) continue
    if (await applyOnce(db, migration, table, log)) applied.push(`${migration.version}_${migration.name}`)
  }
  return applied
}

/**
 * An older version of the site may run on a newer database, because a rolling deployment needs that for a while; and a
 * file that arrives late is applied. Both are logged, because a column may be missing, or the files may have been
 * applied in an untested order.
 */
function warnOfOtherVersions(migrations: readonly Migration[], recorded: Recorded, log: Log): void {
  const [last = ""] = migrations
    .map(({ version }) => version)
    .sort()
    .slice(-1)
  const newer = [...recorded.keys()].filter((version) => version > last)
  if (newer.length > 0 && last !== "")
    log.warn({ versions: newer }, "The database was migrated by a newer version of the site than this one")
  const latest = [...recorded.keys()].sort().at(-1) ?? ""
  const late = migrations.filter(({ version }) => version < latest && !recorded.has(version))
  if (late.length > 0)
    log.warn(
      { files: late.map(({ file }) => basename(file)) },
      "Migrations older than the last applied one are applied now",
    )
}

/** Returns false if another process was first. */
async function applyOnce(db: Db, migration: Migration, table: Table, log: Log): Promise<boolean> {
  const started = performance.now()
  const isNew = await db.transaction(async (tx) => {
    await lockMigrations(tx)
    const recorded = await readRecorded(tx, table)
    if (isChanged(migration, recorded)) throw changed(migration)
    if (recorded.has(migration.version)) return false
    await applyMigration(tx, migration, table)
    return true
  })
  if (isNew)
    log.debug({ file: migration.file, ms: Math.round(performance.now() - started) }, "Migration applied")
  return isNew
}

async function run(tx: Db, migration: Migration, statement: Statement): Promise<void> {
  try {
    await tx.query(statement.text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const start = statement.canonical.slice(0, 120)
    const sentence = `${migration.file} could not be applied: ${why}. In: ${start}`
    throw refused(sentence.replaceAll(/\s+/g, " "))
  }
}

/** Reduces the error to one sentence for the person who starts the server. */
function refused(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: "database_refused" })
}

function beforeBaseline(migrations: readonly Migration[]): Error {
  return refused(
    `This database was created before the migrations were rewritten as one baseline (${basename(migrations[0]?.file ?? "")}): ` +
      "use a new database (another DATA_DIR or DATABASE_URL).",
  )
}

function changed({ file }: Migration): Error {
  return refused(
    `${file} was changed after it was applied to this database. ` +
      "Restore the file and write the change as a new migration; " +
      "if an update from before 1.0.0 changed the file, use a new database (another DATA_DIR or DATABASE_URL).",
  )
}
