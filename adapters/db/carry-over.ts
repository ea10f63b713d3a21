import type postgres from "postgres"
import { adaptOldTables } from "./adapt-old-tables.ts"
import { type CopiedRows, copyRows } from "./carry-over-rows.ts"
import {
  applyMigration,
  connectForMigrations,
  lockMigrations,
  type MigrateOptions,
  migrate,
  ourMigrations,
  readRecorded,
} from "./migrate.ts"
import { isBeforeBaseline, isChanged, readMigrations } from "./migration-files.ts"

/** The schemas of the product, and the schemas that hold their tables while the new ones are created. */
const schemas = { public: "public_before", private: "private_before" } as const

/**
 * Moves the data of a database created by earlier versions of the migrations into the tables of today's
 * files: sets the old tables aside, applies the files, copies every row and drops the old tables, all in one
 * transaction. Schema auth and the job queues stay as they are, and so do tables in schema public that no
 * file mentions. Returns null when the database has nothing to carry over. Throws when the site is running,
 * and when a column has no counterpart in the new tables.
 */
export async function carryOver(options: MigrateOptions): Promise<CopiedRows | null> {
  const { product } = options.folders ?? ourMigrations
  const sql = connectForMigrations(options)
  try {
    const copied = await sql.begin(async (tx) => {
      const [found] =
        await tx`select to_regclass('supabase_migrations.schema_migrations') is not null as ours`
      if (!found?.ours) return null
      await lockMigrations(tx)
      const recorded = await readRecorded(tx, "schema_migrations")
      const migrations = await readMigrations(product)
      const isCurrent =
        !isBeforeBaseline(migrations, recorded) && !migrations.some((one) => isChanged(one, recorded))
      if (isCurrent) return null
      await refuseOthers(tx)
      await setAside(tx)
      await tx`delete from supabase_migrations.schema_migrations`
      for (const migration of migrations) await applyMigration(tx, migration, "schema_migrations")
      await adaptOldTables(tx, schemas)
      await putBackUnknown(tx)
      const rows = await copyRows(tx, schemas)
      for (const aside of Object.values(schemas)) await tx`drop schema ${tx(aside)} cascade`
      return rows
    })
    if (copied) await migrate(options)
    return copied
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** A server still using the old tables would write rows that are not copied. */
async function refuseOthers(tx: postgres.TransactionSql): Promise<void> {
  const others = await tx`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'b4m%'`
  if (others.length > 0) throw new Error("The database is in use. Stop the site and try again.")
}

/**
 * Schema public belongs to the database and stays; its tables and functions move out. Schema private is ours.
 */
async function setAside(tx: postgres.TransactionSql): Promise<void> {
  await tx`alter schema private rename to ${tx(schemas.private)}`
  await tx`create schema ${tx(schemas.public)}`
  for (const { kind, name } of await objects(tx, "public"))
    await tx.unsafe(`alter ${kind} public.${name} set schema ${schemas.public}`)
}

/** Moves foreign objects back to schema public. */
async function putBackUnknown(tx: postgres.TransactionSql): Promise<void> {
  const known = new Set((await objects(tx, "public")).map(({ kind, name }) => `${kind} ${name}`))
  for (const { kind, name } of await objects(tx, schemas.public)) {
    if (!known.has(`${kind} ${name}`))
      await tx.unsafe(`alter ${kind} ${schemas.public}.${name} set schema public`)
  }
}

/**
 * Tables and functions of a schema that belong to no extension; `name` is quoted and includes a function's
 * parameters.
 */
async function objects(
  tx: postgres.TransactionSql,
  schema: string,
): Promise<{ kind: "table" | "function"; name: string }[]> {
  return tx`
    select 'table' as kind, quote_ident(c.relname) as name
    from pg_class c
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select 'function', format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid))
    from pg_proc p
    where p.pronamespace = ${schema}::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
}
