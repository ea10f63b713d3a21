import { basename, join } from "node:path"
import postgres from "postgres"
import type { Log } from "#domain/world.ts"
import { readDatabaseUrl } from "#primitives/database-url.ts"
import {
  isBeforeBaseline,
  isChanged,
  type Migration,
  type Recorded,
  readMigrations,
} from "./migration-files.ts"
import { missingRoleStatements } from "./required-roles.ts"
import { letServiceRolePass } from "./service-role.ts"
import { type Statement, splitStatements } from "./split-statements.ts"

export interface MigrateOptions {
  /** Connects as the owner of the database. */
  url: string
  /** Also apply what a Supabase project provides: roles and schema auth. True unless SUPABASE_URL is set. */
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

export const ourMigrations: MigrationFolders = {
  product: join(import.meta.dirname, "../../supabase/migrations"),
  platform: join(import.meta.dirname, "../../platform/migrations"),
}

/**
 * Any two numbers, as long as every process that migrates this product uses the same. The other advisory
 * locks are named in the migration `locks`, which this lock has to precede.
 */
const migrationsLock = [1_110_717_517, 20_261_120] as const

/**
 * Brings the database to the version of the files, each file in one transaction. Many processes may call it
 * concurrently: they take turns under a transaction-level advisory lock, which also works through a pooler in
 * transaction mode. Throws with code `database_refused` when the database predates the baseline or an applied
 * file has since been changed, and passes on PostgreSQL's message about a failing statement. Returns the
 * files it applied, such as "20261122000100_private".
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const started = performance.now()
  const folders = options.folders ?? ourMigrations
  const sql = connectForMigrations(options)
  try {
    await prepare(sql)
    if (options.platform) await requireRoles(sql)
    const platform = options.platform
      ? await applyFolder(sql, folders.platform, "platform_migrations", options.log)
      : []
    const product = await applyFolder(sql, folders.product, "schema_migrations", options.log)
    if (options.platform) await letServiceRolePass(sql)
    const applied = [...platform, ...product]
    const ms = Math.round(performance.now() - started)
    if (applied.length > 0) options.log.info({ files: applied.length, ms }, "Migrations applied")
    return applied
  } finally {
    await sql.end({ timeout: 5 })
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

/** One connection, whose warnings are logged. */
export function connectForMigrations(options: Pick<MigrateOptions, "url" | "log">): postgres.Sql {
  const { url, ssl } = readDatabaseUrl(options.url)
  return postgres(url, {
    max: 1,
    onnotice: (notice) => {
      if (notice.severity === "WARNING") options.log.warn({}, notice.message ?? "")
    },
    connection: { application_name: "b4m migrate" },
    ...(ssl ? { ssl } : {}),
  })
}

/** Waits for other processes that migrate this database. Held until the transaction ends. */
export async function lockMigrations(tx: postgres.TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(${migrationsLock[0]}, ${migrationsLock[1]})`
}

export async function readRecorded(sql: postgres.ISql, table: Table): Promise<Recorded> {
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.${sql(table)}`
  return new Map(rows.map(({ version, statements }) => [version, statements]))
}

/** Runs a file and records it. The caller has checked that it is not applied yet. */
export async function applyMigration(
  tx: postgres.TransactionSql,
  migration: Migration,
  table: Table,
): Promise<void> {
  const statements = splitStatements(migration.text)
  for (const statement of statements) await run(tx, migration, statement)
  await tx`insert into supabase_migrations.${tx(table)} (version, name, statements)
    values (${migration.version}, ${migration.name}, ${statements.map((one) => one.text)})`
}

/** Asked before the first migration alone: whoever applied that has what is needed. */
async function requireRoles(sql: postgres.Sql): Promise<void> {
  if ((await readRecorded(sql, "platform_migrations")).size > 0) return
  const statements = await missingRoleStatements(sql)
  if (statements)
    throw refused(
      `The owner of the database may not make or take on the roles that requests run as. Run once as a superuser: ${statements}`,
    )
}

/**
 * The table is the one that the Supabase CLI creates, so that either can continue where the other stopped.
 */
async function prepare(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null
    and to_regclass('supabase_migrations.platform_migrations') is not null as ready`
  if (found?.ready) return
  await sql.begin(async (tx) => {
    await lockMigrations(tx)
    await tx`create schema if not exists supabase_migrations`
    for (const table of ["schema_migrations", "platform_migrations"]) {
      await tx`create table if not exists supabase_migrations.${tx(table)}
        (version text primary key, statements text[], name text)`
    }
  })
}

async function applyFolder(sql: postgres.Sql, folder: string, table: Table, log: Log): Promise<string[]> {
  const applied: string[] = []
  const recorded = await readRecorded(sql, table)
  const migrations = await readMigrations(folder)
  if (isBeforeBaseline(migrations, recorded)) throw beforeBaseline(migrations)
  warnOfOtherVersions(migrations, recorded, log)
  for (const migration of migrations) {
    if (isChanged(migration, recorded)) throw changed(migration)
    if (recorded.has(migration.version)) continue
    if (await applyOnce(sql, migration, table, log)) applied.push(`${migration.version}_${migration.name}`)
  }
  return applied
}

/**
 * An older version of the site beside a newer database runs, because a rolling deployment needs that for a while; and a
 * file that comes late is applied. Both are worth a line: a column that is gone, or an order that nobody tried.
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

/** Returns false when another process was first. */
async function applyOnce(sql: postgres.Sql, migration: Migration, table: Table, log: Log): Promise<boolean> {
  const started = performance.now()
  const isNew = await sql.begin(async (tx) => {
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

async function run(tx: postgres.TransactionSql, migration: Migration, statement: Statement): Promise<void> {
  try {
    await tx.unsafe(statement.text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const start = statement.canonical.slice(0, 120)
    const sentence = `${migration.file} could not be applied: ${why}. In: ${start}`
    // A missing right is for the database's administrator; anything else is a bug of the file.
    const isRight = (error as { code?: string }).code === "42501"
    throw isRight ? refused(`${sentence.replaceAll(/\s+/g, " ")}`) : new Error(sentence, { cause: error })
  }
}

/** One sentence for the person who starts the server. */
function refused(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: "database_refused" })
}

function beforeBaseline(migrations: readonly Migration[]): Error {
  return refused(
    `This database was created before the migrations were rewritten as one baseline (${basename(migrations[0]?.file ?? "")}): ` +
      "with the site stopped, make a backup (npm run backup, or pg_dump where DATABASE_URL is set), " +
      "then carry the data over to the new tables with npm run carry-over.",
  )
}

function changed({ file }: Migration): Error {
  return refused(
    `${file} was changed after it was applied to this database. ` +
      "Restore the file and write the change as a new migration; " +
      "if an update from before 1.0.0 changed the file, run npm run carry-over.",
  )
}
