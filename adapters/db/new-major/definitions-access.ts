import { SUPERUSER } from "../embedded/cluster.ts"
import { isOwn } from "./own-objects.ts"

/** A kind of object with an owner and privileges: its name in GRANT, and the query that lists its objects. */
interface Kind {
  /** For GRANT ... ON, such as "table". */
  grants: string
  /** For ALTER ... OWNER, if it differs. */
  alters?: string
  catalog: string
  /** Prefix of the catalog's columns: relacl, relowner. */
  prefix: string
  /** SQL for the object's name, given the catalog row `x`. */
  name: string
  condition?: string
}

const relation = "x.oid::regclass"
const kinds: Kind[] = [
  {
    grants: "database",
    catalog: "pg_database",
    prefix: "dat",
    name: "quote_ident(x.datname)",
    condition: "x.datname = current_database()",
  },
  { grants: "schema", catalog: "pg_namespace", prefix: "nsp", name: "quote_ident(x.nspname)" },
  {
    grants: "type",
    catalog: "pg_type",
    prefix: "typ",
    name: "x.oid::regtype",
    condition:
      "x.typtype in ('e', 'd') or exists (select from pg_class r where r.oid = x.typrelid and r.relkind = 'c')",
  },
  {
    grants: "function",
    catalog: "pg_proc",
    prefix: "pro",
    name: "x.oid::regprocedure",
    condition: "x.prokind in ('f', 'w')",
  },
  {
    grants: "procedure",
    catalog: "pg_proc",
    prefix: "pro",
    name: "x.oid::regprocedure",
    condition: "x.prokind = 'p'",
  },
  { grants: "sequence", catalog: "pg_class", prefix: "rel", name: relation, condition: "x.relkind = 'S'" },
  {
    grants: "table",
    catalog: "pg_class",
    prefix: "rel",
    name: relation,
    condition: "x.relkind in ('r', 'p')",
  },
  {
    grants: "table",
    alters: "view",
    catalog: "pg_class",
    prefix: "rel",
    name: relation,
    condition: "x.relkind = 'v'",
  },
  {
    grants: "table",
    alters: "materialized view",
    catalog: "pg_class",
    prefix: "rel",
    name: relation,
    condition: "x.relkind = 'm'",
  },
]

const role = (oid: string) => `case ${oid} when 0 then 'public' else quote_ident(pg_get_userbyid(${oid})) end`

/** Objects created by initdb are included if their privileges were changed: schema public, for example. */
function changed(kind: Kind): string {
  const own = isOwn("x", kind.catalog)
  const first = `exists (select from pg_init_privs i where i.classoid = '${kind.catalog}'::regclass and i.objoid = x.oid and i.objsubid = 0
    and i.initprivs @> x.${kind.prefix}acl and x.${kind.prefix}acl @> i.initprivs)`
  return `((${own}) or (x.oid < 16384 and x.${kind.prefix}acl is not null and not ${first})) and (${kind.condition ?? "true"})`
}

const owners = kinds
  .filter(({ grants }) => grants !== "database")
  .map(
    (
      kind,
    ) => `select format('alter ${kind.alters ?? kind.grants} %s owner to %I', ${kind.name}, pg_get_userbyid(x.${kind.prefix}owner)) as statement
    from ${kind.catalog} x
    where ${isOwn("x", kind.catalog)} and (${kind.condition ?? "true"}) and pg_get_userbyid(x.${kind.prefix}owner) <> '${SUPERUSER}' order by 1`,
  )

/**
 * First revokes all privileges, including those of the owner and of PUBLIC, because the defaults of a new object may
 * differ.
 */
const privileges = kinds.flatMap((kind) => [
  `select format('revoke all on ${kind.grants} %s from public, %I cascade', ${kind.name}, pg_get_userbyid(x.${kind.prefix}${kind.catalog === "pg_database" ? "dba" : "owner"})) as statement
   from ${kind.catalog} x where x.${kind.prefix}acl is not null and ${changed(kind)} order by 1`,
  `select format('grant %s on ${kind.grants} %s to %s%s', string_agg(a.privilege_type, ', ' order by a.privilege_type), ${kind.name},
     ${role("a.grantee")}, case when a.is_grantable then ' with grant option' else '' end) as statement
   from ${kind.catalog} x, aclexplode(x.${kind.prefix}acl) a where ${changed(kind)}
   group by x.oid, ${kind.catalog === "pg_database" ? "x.datname, " : kind.catalog === "pg_namespace" ? "x.nspname, " : ""}a.grantee, a.is_grantable order by 1`,
])

/** Queries whose rows are the statements that recreate owners, privileges and comments. */
export const accessQueries = [
  ...owners,
  ...privileges,
  `select format('grant %s (%I) on table %s to %s%s', a.privilege_type, t.attname, c.oid::regclass, ${role("a.grantee")},
     case when a.is_grantable then ' with grant option' else '' end) as statement
   from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
   where t.attnum > 0 and not t.attisdropped and ${isOwn("c", "pg_class")} order by 1`,
  `select format('alter default privileges for role %I%s revoke all on %s from public, %I', pg_get_userbyid(d.defaclrole),
     ' in schema ' || quote_ident(n.nspname), k.name, pg_get_userbyid(d.defaclrole)) as statement
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
   join (values ('r', 'tables'), ('S', 'sequences'), ('f', 'functions'), ('T', 'types'), ('n', 'schemas')) k (kind, name)
     on k.kind = d.defaclobjtype::text
   where d.defaclnamespace = 0 order by 1`,
  `select concat(format('alter default privileges for role %I', pg_get_userbyid(d.defaclrole)),
     ' in schema ' || quote_ident(n.nspname),
     format(' grant %s on %s to %s%s', a.privilege_type, k.name, ${role("a.grantee")},
       case when a.is_grantable then ' with grant option' else '' end)) as statement
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
   join (values ('r', 'tables'), ('S', 'sequences'), ('f', 'functions'), ('T', 'types'), ('n', 'schemas')) k (kind, name)
     on k.kind = d.defaclobjtype::text,
   aclexplode(d.defaclacl) a order by 1`,
  `select format('comment on %s %s is %L', i.type, i.identity, d.description) as statement
   from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
   where d.objoid >= 16384 and i.type not in ('table constraint', 'domain constraint', 'trigger', 'policy', 'rule')
     and i.type not like '%column' and not exists (
       select from pg_depend m where m.classid = d.classoid and m.objid = d.objoid and m.deptype = 'e')
     and d.classoid <> 'pg_extension'::regclass
   union all
   select format('comment on column %s is %L', i.identity, d.description)
   from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
   where d.objoid >= 16384 and i.type like '%column'
   union all
   select format('comment on %s %s is %L', case when i.type like '%constraint' then 'constraint' else i.type end, i.identity, d.description)
   from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
   where d.objoid >= 16384 and i.type in ('table constraint', 'trigger', 'policy', 'rule')
   order by 1`,
]
