import type { Db } from "#ports/db.ts"

/** Schemas that migrations fill. */
const ours = ["public", "private", "auth", "auth_private", "extensions"]

/** One query per kind of object: `object` names it, `definition` contains everything that can differ. */
const kinds: Record<string, string> = {
  schema: `
    select n.nspname as object, format('acl %s', n.nspacl) as definition
    from pg_namespace n where n.nspname = any($1)`,
  relation: `
    select c.oid::regclass::text as object,
      format('kind %s, persistence %s, options %s, row security %s, forced %s, acl %s', c.relkind, c.relpersistence,
        c.reloptions, c.relrowsecurity, c.relforcerowsecurity, c.relacl) as definition
    from pg_class c where c.relnamespace = any($1::regnamespace[]) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')`,
  column: `
    select format('%s.%I', a.attrelid::regclass, a.attname) as object,
      format('%s, not null %s, identity %s, generated %s, storage %s, acl %s, default %s',
        format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attacl,
        pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'c')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = any($1::regnamespace[]) and a.attnum > 0 and not a.attisdropped`,
  order: `
    select a.attrelid::regclass::text as object, string_agg(a.attname, ', ' order by a.attnum) as definition
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'c')
    where c.relnamespace = any($1::regnamespace[]) and a.attnum > 0 and not a.attisdropped
    group by a.attrelid`,
  constraint: `
    select format('%s %I', k.conrelid::regclass, k.conname) as object,
      format('%s, validated %s', pg_get_constraintdef(k.oid), k.convalidated) as definition
    from pg_constraint k where k.connamespace = any($1::regnamespace[])`,
  index: `
    select i.indexrelid::regclass::text as object, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = any($1::regnamespace[])`,
  policy: `
    select format('%s %I', p.polrelid::regclass, p.polname) as object,
      format('for %s, permissive %s, to %s, using %s, check %s', p.polcmd, p.polpermissive,
        (select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any(p.polroles)),
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as definition
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = any($1::regnamespace[])`,
  trigger: `
    select format('%s %I', t.tgrelid::regclass, t.tgname) as object,
      format('%s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = any($1::regnamespace[]) and not t.tgisinternal`,
  function: `
    select p.oid::regprocedure::text as object,
      format('%s, parallel %s, acl %s', pg_get_functiondef(p.oid), p.proparallel, p.proacl) as definition
    from pg_proc p where p.pronamespace = any($1::regnamespace[]) and p.prokind in ('f', 'p')`,
  view: `
    select c.oid::regclass::text as object, pg_get_viewdef(c.oid) as definition
    from pg_class c where c.relnamespace = any($1::regnamespace[]) and c.relkind in ('v', 'm')`,
  enum: `
    select e.enumtypid::regtype::text as object, string_agg(e.enumlabel, ', ' order by e.enumsortorder) as definition
    from pg_enum e join pg_type t on t.oid = e.enumtypid
    where t.typnamespace = any($1::regnamespace[]) group by e.enumtypid`,
  sequence: `
    select s.seqrelid::regclass::text as object,
      format('%s, start %s, step %s, from %s to %s, cycles %s, owned by %s', format_type(s.seqtypid, null), s.seqstart,
        s.seqincrement, s.seqmin, s.seqmax, s.seqcycle,
        (select format('%s %s', d.refobjid::regclass, d.refobjsubid > 0) from pg_depend d
         where d.objid = s.seqrelid and d.deptype in ('a', 'i') and d.refobjsubid > 0)) as definition
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = any($1::regnamespace[])`,
  comment: `
    select format('%s %s %s', d.classoid::regclass, c.oid::regclass, d.objsubid) as object, d.description as definition
    from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
    where c.relnamespace = any($1::regnamespace[])
    union all
    select format('%s %s', d.classoid::regclass, p.oid::regprocedure), d.description
    from pg_description d join pg_proc p on p.oid = d.objoid and d.classoid = 'pg_proc'::regclass
    where p.pronamespace = any($1::regnamespace[])`,
  "default privilege": `
    select format('%s %s', n.nspname, d.defaclobjtype) as object, d.defaclacl::text as definition
    from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace where n.nspname = any($1)`,
}

/**
 * Everything that migrations created, by "<kind> <object>": tables, columns and their order, defaults,
 * constraints, indexes, policies, privileges, functions with their source, triggers, views, types, sequences,
 * comments. Two databases with equal catalogs behave alike.
 */
export async function readCatalog(db: Db): Promise<Record<string, string>> {
  const catalog: Record<string, string> = {}
  for (const [kind, text] of Object.entries(kinds)) {
    for (const row of await db.query(text, [ours])) catalog[`${kind} ${row.object}`] = String(row.definition)
  }
  return catalog
}
