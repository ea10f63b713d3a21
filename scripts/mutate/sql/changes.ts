/** The triggers, functions and policies of a migrated database, and the statements that take each away. */
import type postgres from "postgres"

export interface SqlChange {
  kind: "trigger" | "function" | "policy"
  /** A policy is dropped, so that nobody passes, and opened, so that everybody does. */
  name: string
  statement: string
  /** What PostgreSQL counts when the object is used. */
  functions: string[]
  tables: string[]
}

interface Found extends SqlChange {
  /** The definition, in which the names of functions are looked for that it calls. */
  text: string
}

/** One entry per change, by kind and name. */
export async function changesOf(sql: postgres.Sql): Promise<SqlChange[]> {
  const found = await sql<Found[]>`
    with ours as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), tables as (
      select c.oid, c.oid::regclass::text as name, c.relname from pg_class c
      join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p')
    )
    select 'trigger' as kind, format('%s on %s', tgname, t.name) as name,
      format('drop trigger %I on %s', tgname, t.name) as statement,
      array[tgfoid::regprocedure::text] as functions, array[t.name] as tables, pg_get_triggerdef(g.oid) as text
    from pg_trigger g join tables t on t.oid = g.tgrelid where not tgisinternal
    union all
    select 'policy', format('%s on %s, dropped', polname, t.name), format('drop policy %I on %s', polname, t.name),
      '{}', array[t.name], coalesce(pg_get_expr(polqual, polrelid), '')
    from pg_policy p join tables t on t.oid = p.polrelid
    union all
    select 'policy', format('%s on %s, opened', polname, t.name),
      format('alter policy %I on %s using (true)', polname, t.name), '{}', array[t.name], ''
    from pg_policy p join tables t on t.oid = p.polrelid where pg_get_expr(polqual, polrelid) <> 'true'
    union all
    select 'function', p.oid::regprocedure::text, format('drop routine %s cascade', p.oid::regprocedure),
      array[p.oid::regprocedure::text],
      array(select t.name from tables t where pg_get_functiondef(p.oid) ~ ('\\m' || t.relname || '\\M')),
      pg_get_functiondef(p.oid)
    from pg_proc p join ours on ours.oid = p.pronamespace where p.prokind in ('f', 'p')
    order by kind, name`
  return found.map(({ text: _, ...change }) => ({ ...change, tables: [...tablesAround(change, found)] }))
}

/** The tables of an object and, for a function, of whatever calls it. */
function tablesAround(change: SqlChange, all: readonly Found[], seen = new Set<string>()): Set<string> {
  seen.add(change.name)
  const tables = new Set(change.tables)
  if (change.kind !== "function") return tables
  const call = `${change.name.split("(")[0]}(`
  for (const caller of all)
    if (!seen.has(caller.name) && caller.text.includes(call))
      for (const table of tablesAround(caller, all, seen)) tables.add(table)
  return tables
}
