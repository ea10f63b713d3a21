import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import postgres from "postgres"
import type { Log } from "#domain/world.ts"
import { letServiceRolePass } from "./service-role.ts"
import { type Statement, splitStatements } from "./split-statements.ts"

export interface MigrateOptions {
  /** Connects as the owner of the database. */
  url: string
  /** Also what a Supabase project would bring by itself: roles and schema auth. True unless SUPABASE_URL is set. */
  platform: boolean
  log: Log
  /** Folders with `<14 digits>_<name>.sql`; ours when left out. */
  folders?: { product: string; platform: string }
}

interface Migration {
  version: string
  name: string
  file: string
  text: string
}

const OURS = {
  product: join(import.meta.dirname, "../../supabase/migrations"),
  platform: join(import.meta.dirname, "../../platform/migrations"),
}

/** Any two numbers, the same in every process that migrates this product. */
const LOCK = [1_110_717_517, 20_261_120] as const

/**
 * Brings the database to the version of the files, each file in one transaction. Many processes may call it at
 * once: they take turns under an advisory lock held by the transaction, which a pooler in transaction mode keeps too.
 * Throws when an applied file was changed since, and passes on what PostgreSQL says about a statement.
 * Answers the files it applied, such as "20261120001000_private".
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const folders = options.folders ?? OURS
  const sql = postgres(options.url, {
    max: 1,
    onnotice: (notice) => {
      if (notice.severity === "WARNING") options.log.warn({}, notice.message ?? "")
    },
    connection: { application_name: "b4m migrate" },
  })
  try {
    await prepare(sql)
    const platform = options.platform
      ? await applyFolder(sql, folders.platform, "platform_migrations", options.log)
      : []
    const product = await applyFolder(sql, folders.product, "schema_migrations", options.log)
    if (options.platform) await letServiceRolePass(sql)
    return [...platform, ...product]
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Whether every file is applied: what /ready asks. `query` is `Db.query`. */
export async function pendingMigrations(
  query: (text: string) => Promise<Record<string, unknown>[]>,
  folder: string = OURS.product,
): Promise<string[]> {
  const applied = new Set(
    (await query("select version from supabase_migrations.schema_migrations")).map((row) => row.version),
  )
  return (await readMigrations(folder)).filter((one) => !applied.has(one.version)).map((one) => one.file)
}

/** The table is the one that Supabase's command line makes, so that either can carry on where the other stopped. */
async function prepare(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null
    and to_regclass('supabase_migrations.platform_migrations') is not null as ready`
  if (found?.ready) return
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK[0]}, ${LOCK[1]})`
    await tx`create schema if not exists supabase_migrations`
    for (const table of ["schema_migrations", "platform_migrations"]) {
      await tx`create table if not exists supabase_migrations.${tx(table)}
        (version text primary key, statements text[], name text)`
    }
  })
}

async function applyFolder(sql: postgres.Sql, folder: string, table: string, log: Log): Promise<string[]> {
  const applied: string[] = []
  const recorded = new Map<unknown, string[] | null>()
  for (const row of await sql`select version, statements from supabase_migrations.${sql(table)}`)
    recorded.set(row.version, row.statements)
  for (const migration of await readMigrations(folder)) {
    const before = recorded.get(migration.version)
    if (before === undefined) {
      if (await apply(sql, migration, table, log)) applied.push(`${migration.version}_${migration.name}`)
    } else refuseChanged(migration, before)
  }
  return applied
}

/** Answers false when another process was first. */
async function apply(sql: postgres.Sql, migration: Migration, table: string, log: Log): Promise<boolean> {
  const started = performance.now()
  const statements = splitStatements(migration.text)
  const isNew = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK[0]}, ${LOCK[1]})`
    const [recorded] = await tx`select statements from supabase_migrations.${tx(table)}
      where version = ${migration.version}`
    if (recorded) {
      refuseChanged(migration, recorded.statements as string[] | null)
      return false
    }
    for (const statement of statements) await run(tx, migration, statement)
    await tx`insert into supabase_migrations.${tx(table)} (version, name, statements)
      values (${migration.version}, ${migration.name}, ${statements.map((one) => one.text)})`
    return true
  })
  if (isNew)
    log.info({ file: migration.file, ms: Math.round(performance.now() - started) }, "Migration applied")
  return isNew
}

async function run(tx: postgres.TransactionSql, migration: Migration, statement: Statement): Promise<void> {
  try {
    await tx.unsafe(statement.text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const start = statement.canonical.slice(0, 120)
    throw new Error(`${migration.file} could not be applied: ${why}. In: ${start}`, { cause: error })
  }
}

/** Compared by meaning, not by bytes: line ends, indentation and comments may change. */
function refuseChanged(migration: Migration, recorded: string[] | null): void {
  if (recorded === null || isWrittenAs(migration.text, recorded)) return
  const before = checksum(recorded.flatMap((text) => splitStatements(text)))
  if (before === checksum(splitStatements(migration.text))) return
  throw new Error(
    `${migration.file} was changed after it was applied to this database. ` +
      "Put the file back as it was and write the change as a new migration.",
  )
}

/** Whether a file is these statements to the letter: what every start but the first after an update finds. */
function isWrittenAs(text: string, statements: readonly string[]): boolean {
  let rest = text
  for (const statement of statements) {
    rest = rest.trimStart()
    if (!rest.startsWith(`${statement};`)) return false
    rest = rest.slice(statement.length + 1)
  }
  return rest.trim() === ""
}

function checksum(statements: Statement[]): string {
  const hash = createHash("sha256")
  for (const { canonical } of statements) hash.update(`${canonical};\n`)
  return hash.digest("hex")
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const found: Migration[] = []
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(".sql")).sort()) {
    const parts = /^(\d{14})_([\w-]+)\.sql$/.exec(name)
    const file = join(folder, name)
    if (!parts?.[1] || !parts[2]) throw new Error(`${file}: a migration is named <14 digits>_<name>.sql.`)
    if (found.some((one) => one.version === parts[1]))
      throw new Error(`${file}: the number ${parts[1]} is used twice.`)
    found.push({
      version: parts[1],
      name: parts[2],
      file,
      text: await readFile(file, "utf8"),
    })
  }
  return found
}
