import type { Db } from "#ports/db.ts"
import { accessQueries } from "./definitions-access.ts"
import { relationQueries } from "./definitions-relations.ts"
import { roleQueries } from "./definitions-roles.ts"
import { isOwn } from "./own-objects.ts"

/** The statements that recreate the objects of a database, in the order in which they are best run. */
interface Definitions {
  /** Needed before rows can be copied: schemas, types, sequences, functions, tables. */
  before: string[]
  /** Constraints, indexes, views, triggers, policies, privileges, comments. */
  after: string[]
}

const beforeQueries = [
  `select format('create schema if not exists %I', nspname) as statement from pg_namespace n
   where ${isOwn("n")} and nspname !~ '^pg_' order by 1`,
  `select format('create extension if not exists %I schema %I', e.extname, n.nspname) as statement
   from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.oid >= 16384 order by 1`,
  `select format('create type %s as enum (%s)', t.oid::regtype,
     (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
     as statement
   from pg_type t where t.typtype = 'e' and ${isOwn("t", "pg_type")} order by 1`,
  `select format('create type %s as (%s)', t.oid::regtype,
     (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped)) as statement
   from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' where ${isOwn("t", "pg_type")} order by 1`,
  `select format('create domain %s as %s%s%s %s', t.oid::regtype, format_type(t.typbasetype, t.typtypmod),
     ' default ' || t.typdefault, case when t.typnotnull then ' not null' else '' end,
     (select string_agg(format('constraint %I %s', conname, pg_get_constraintdef(k.oid, PRETTY)), ' ' order by conname)
      from pg_constraint k where k.contypid = t.oid and contype = 'c')) as statement
   from pg_type t where t.typtype = 'd' and ${isOwn("t", "pg_type")} order by 1`,
  // Sequences of identity columns are created with their columns.
  `select format('create sequence %s as %s increment %s minvalue %s maxvalue %s start %s cache %s%s',
     c.oid::regclass, format_type(s.seqtypid, null), s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
     case when s.seqcycle then ' cycle' else '' end) as statement
   from pg_class c join pg_sequence s on s.seqrelid = c.oid
   where ${isOwn("c", "pg_class")} and not exists (
     select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
   order by 1`,
  `select pg_get_functiondef(p.oid) as statement from pg_proc p
   where p.prokind in ('f', 'p', 'w') and ${isOwn("p", "pg_proc")} order by 1`,
  ...relationQueries.tables,
]

const afterQueries = [...relationQueries.rest, ...roleQueries.ofDatabase, ...accessQueries]

/** The roles of a server, which all of its databases share. */
export const readRoles = (db: Db): Promise<string[]> => collect(db, roleQueries.ofServer)

/** Reads the definitions of the connected database. */
export async function readDefinitions(db: Db): Promise<Definitions> {
  return { before: await collect(db, beforeQueries), after: await collect(db, afterQueries) }
}

/**
 * Reads the definitions in a form that is identical on both sides of a copy. Redundant parentheses are omitted, because
 * "(a, b, c) is distinct from (d, e, f)" is stored as nested ORs, printed as such, and parsed again as a single OR of
 * three.
 */
export async function readComparable(db: Db): Promise<Set<string>> {
  return new Set(await collect(db, [...beforeQueries, ...afterQueries], "true"))
}

/** Runs queries in which PRETTY stands for the last argument of PostgreSQL's functions that print definitions. */
async function collect(db: Db, queries: readonly string[], pretty = "false"): Promise<string[]> {
  const statements: string[] = []
  for (const query of queries)
    for (const { statement } of await db.query(query.replaceAll("PRETTY", pretty)))
      statements.push(String(statement))
  return statements
}
