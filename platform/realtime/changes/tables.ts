import type { Db } from "#ports/db.ts"
import type { CallerRole } from "../../gateway/contract.ts"
import type { ChangeType } from "./binding.ts"
import { waitBriefly } from "./locked.ts"

export interface Column {
  name: string
  /** As sent to clients: "int4". */
  type: string
  /** For use in a cast, quoted where necessary: "integer", `club."Mood"`. */
  cast: string
  isKey: boolean
  /** Whether it belongs to the replica identity and is therefore in `old_record`. */
  isIdentity: boolean
  /** Roles with the SELECT privilege. */
  roles: readonly CallerRole[]
}

/** A table of the publication, in its current state. */
export interface Table {
  oid: string
  schema: string
  name: string
  /** Whether row-level security is on. */
  isSecured: boolean
  /** Roles to which row-level security does not apply. */
  bypassing: readonly CallerRole[]
  /** Its policies for reading. */
  policies: readonly Policy[]
  /**
   * The columns that a record needs for the policies to be evaluated on it; null if one of them is a virtual generated
   * column, which a trigger sees as null.
   */
  policyColumns: readonly string[] | null
  /** The events that the publication publishes. */
  types: readonly ChangeType[]
  /** The published columns, in the order of the table. */
  columns: readonly Column[]
}

interface Policy {
  /** An expression over the columns of the table, as printed by PostgreSQL with every name qualified. */
  condition: string
  /** Permissive: at least one of these has to be true. Of the others, all have to be. */
  isPermissive: boolean
  roles: readonly CallerRole[]
  /** It consists of columns, constants and immutable functions of PostgreSQL itself. */
  readsRowAlone: boolean
}

interface Wanted {
  /** Columns in a selection; all if absent. */
  oids?: readonly string[]
  /** "*" is every one. */
  schema?: string
  name?: string
}

/**
 * A policy whose expression names a whole row ("varattno 0") needs every column; otherwise PostgreSQL records the ones
 * it uses.
 */
const isForReading = "s.polrelid = c.oid and s.polcmd in ('r', '*') and s.polqual is not null"

/** The parts of an expression that read nothing but the row, as PostgreSQL names them in its tree. */
const rowParts =
  "VAR|CONST|OPEXPR|DISTINCTEXPR|NULLIFEXPR|SCALARARRAYOPEXPR|FUNCEXPR|BOOLEXPR|NULLTEST|BOOLEANTEST|RELABELTYPE|ARRAYEXPR|ARRAY|COALESCEEXPR|COALESCE|CASEEXPR|CASE|CASEWHEN|WHEN|CASETESTEXPR|MINMAXEXPR|MINMAX"

const readsRowAlone = `(
  not s.polqual::text ~ '\\{(?!(?:${rowParts})\\y)'
  and not exists (
    select from regexp_matches(s.polqual::text, ':(?:funcid|opfuncid) (\\d+)', 'g') as f(oid)
      left join pg_proc p on p.oid = f.oid[1]::oid
    where p.provolatile is distinct from 'i' or p.pronamespace <> 'pg_catalog'::regnamespace
  )
)`

const roles: readonly CallerRole[] = ["anon", "authenticated", "service_role"]

/**
 * Tables of the publication supabase_realtime. Tables with a row filter are omitted, because policies decide who gets
 * which rows, and so are partitioned ones, because changes happen in their partitions. PostgreSQL opens every table of
 * a publication to list them: throws 55P03 while one is locked.
 */
export async function readTables(db: Db, { oids, schema = "*", name = "*" }: Wanted): Promise<Table[]> {
  const rows = await db.transaction(async (within) => {
    await waitBriefly(within)
    // An empty search path makes PostgreSQL qualify names in policies and casts with their schemas.
    await within.query("select set_config('search_path', '', true)")
    return within.query(
      `select c.oid::text as oid, n.nspname as schema, c.relname as name, c.relrowsecurity as "isSecured",
       array(select rolname::text from pg_roles where rolname = any($4::text[]) and (rolbypassrls or rolsuper)) as bypassing,
       (select coalesce(json_agg(json_build_object(
          'condition', pg_get_expr(s.polqual, s.polrelid), 'isPermissive', s.polpermissive,
          'readsRowAlone', ${readsRowAlone},
          'roles', array(select one from unnest($4::text[]) as one
            where 0 = any(s.polroles) or exists (
              select from unnest(s.polroles) as of where of <> 0 and pg_has_role(one, of, 'usage')))
        )), '[]') from pg_policy s where ${isForReading}) as policies,
       (select case when not coalesce(bool_or(a.attgenerated = 'v'), false) then coalesce(array_agg(a.attname::text), '{}') end
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (
           -- A domain may refuse to be missing.
           t.typtype = 'd'
           or exists (select from pg_policy s where ${isForReading} and (
             s.polqual::text like '%:varattno 0 %'
             or exists (select from pg_depend d where d.classid = 'pg_policy'::regclass and d.objid = s.oid
               and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum)))
         )) as "policyColumns",
       array_remove(array[case when p.pubinsert then 'INSERT' end, case when p.pubupdate then 'UPDATE' end,
         case when p.pubdelete then 'DELETE' end], null) as types,
       (select coalesce(json_agg(json_build_object(
          'name', a.attname, 'type', t.typname, 'cast', a.atttypid::regtype::text,
          'isKey', coalesce(a.attnum = any(k.indkey), false),
          'isIdentity', case c.relreplident when 'f' then true when 'd' then coalesce(a.attnum = any(k.indkey), false)
            when 'i' then coalesce(a.attnum = any(r.indkey), false) else false end,
          'roles', array(select one from unnest($4::text[]) as one
            where has_schema_privilege(one, n.oid, 'usage') and has_column_privilege(one, c.oid, a.attnum, 'select'))
        ) order by a.attnum), '[]')
        from pg_attribute a join pg_type t on t.oid = a.atttypid
          left join pg_index k on k.indrelid = c.oid and k.indisprimary
          left join pg_index r on r.indrelid = c.oid and r.indisreplident
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any(pt.attnames)) as columns
     from pg_publication p
       join pg_publication_tables pt on pt.pubname = p.pubname
       join pg_namespace n on n.nspname = pt.schemaname
       join pg_class c on c.relnamespace = n.oid and c.relname = pt.tablename
     where p.pubname = 'supabase_realtime' and pt.rowfilter is null and c.relkind = 'r'
       and ($1::oid[] is null or c.oid = any($1::oid[]))
       and ($2 = '*' or n.nspname = $2) and ($3 = '*' or c.relname = $3)`,
      [oids ?? null, schema, name, roles],
    )
  })
  return rows as unknown as Table[]
}

/** The columns sent to a role: those it may select; with a selection, only the selected ones and the key. */
export function columnsFor(table: Table, role: CallerRole, select: readonly string[] | null): Column[] {
  return table.columns.filter(
    ({ name, isKey, roles }) => roles.includes(role) && (!select || isKey || select.includes(name)),
  )
}

/** Whether policies decide which rows the role sees. */
export function isSecuredFor(table: Table, role: CallerRole): boolean {
  return table.isSecured && !table.bypassing.includes(role)
}

/** Quotes an identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function nameOfTable({ schema, name }: Pick<Table, "schema" | "name">): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}
