import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

/** Schemas whose tables the Data API exposes. */
const EXPOSED = ["public"]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The tables and views that a request could read without row-level security. */
async function unguarded(db: Db): Promise<string[]> {
  const rows = await db.query(
    `select format('%I.%I: %s', n.nspname, c.relname, case c.relkind
        when 'v' then 'a view without security_invoker reads as its owner'
        when 'm' then 'a materialized view knows no row-level security'
        when 'f' then 'a foreign table knows no row-level security'
        else 'row-level security is off' end) as finding
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and (
       c.relkind in ('m', 'f')
       or c.relkind in ('r', 'p') and not c.relrowsecurity
       or c.relkind = 'v' and not coalesce(c.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}', false))
     order by 1`,
    [EXPOSED],
  )
  return rows.map((row) => String(row.finding))
}

test("every table and view in an exposed schema is guarded by row-level security", async () => {
  expect(await unguarded(database.db)).toEqual([])
})

test("the check detects a table, a partitioned table, a view and a materialized view without row-level security", async () => {
  const { db } = database
  await db
    .transaction(async (inner) => {
      await inner.query("create table public.open_table (a int)")
      await inner.query("create table public.open_parts (a int) partition by list (a)")
      await inner.query("create view public.open_view as select 1 as a")
      await inner.query("create materialized view public.open_copy as select 1 as a")
      await inner.query("create view public.safe_view with (security_invoker = on) as select 1 as a")
      expect((await unguarded(inner)).map((finding) => finding.split(":")[0])).toEqual([
        "public.open_copy",
        "public.open_parts",
        "public.open_table",
        "public.open_view",
      ])
      throw new Error("enough")
    })
    .catch((error: Error) => {
      if (error.message !== "enough") throw error
    })
})

test("no role used for requests can access schema private or create objects in an exposed schema", async () => {
  for (const role of ["anon", "authenticated", "service_role", "authenticator"]) {
    const [rights] = await database.db.query(
      `select has_schema_privilege($1, 'private', 'usage') as private, has_schema_privilege($1, 'public', 'create') as make,
              has_schema_privilege($1, 'supabase_migrations', 'usage') as migrations`,
      [role],
    )
    expect(rights, role).toEqual({ private: false, make: false, migrations: false })
  }
})

test("every security-definer function of the application sets its search_path", async () => {
  const rows = await database.db.query(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
       and not exists (select from unnest(p.proconfig) as one where one like 'search_path=%')`,
  )
  expect(rows).toEqual([])
})
