import { type Catalog, named, type Relation, type Routine } from "./catalog.ts"
import type { DataSession } from "./session.ts"
import { arrayText } from "./sql/statement.ts"
import { foreignKeysWith, type StoredKey, type StoredView } from "./view-keys.ts"

/**
 * Types are written with their schemas because `search_path` is empty while this runs. Columns of type "char" compare
 * as text.
 */
const catalogQuery = `
with exposed as (select oid, nspname from pg_namespace where nspname = any ($1))
select
  (select coalesce(json_agg(r), '[]') from (
    select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as view,
      (select coalesce(json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'base', format_type(case when t.typbasetype = 0 then a.atttypid else t.typbasetype end, -1),
          'default', case
            when a.attidentity <> '' then
              format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
            when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
          end) order by a.attnum), '[]')
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join exposed n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p')) r)::text as relations,
  (select coalesce(json_agg(json_build_object('name', f.conname,
      'unique', exists (select from pg_constraint u where u.conrelid = f.conrelid and u.contype in ('p', 'u')
        and u.conkey @> f.conkey and u.conkey <@ f.conkey),
      'from', json_build_object('oid', f.conrelid::bigint, 'numbers', f.conkey,
        'schema', (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = f.conrelid),
        'table', (select relname from pg_class where oid = f.conrelid),
        'columns', (select json_agg(a.attname order by p.place) from unnest(f.conkey) with ordinality p(number, place)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = p.number)),
      'to', json_build_object('oid', f.confrelid::bigint, 'numbers', f.confkey,
        'schema', (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = f.confrelid),
        'table', (select relname from pg_class where oid = f.confrelid),
        'columns', (select json_agg(a.attname order by p.place) from unnest(f.confkey) with ordinality p(number, place)
          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = p.number))) order by f.conname), '[]')
    from pg_constraint f where f.contype = 'f' and f.conparentid = 0)::text as keys,
  (select coalesce(json_agg(json_build_object('oid', c.oid::bigint, 'schema', n.nspname, 'name', c.relname, 'tree', r.ev_action::text,
      'columns', (select json_object_agg(a.attnum, a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))), '[]')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
    where c.relkind in ('v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema')::text as views,
  (select coalesce(json_agg(f), '[]') from (
    select n.nspname as schema, p.proname as name, p.proretset as set, p.prorows = 1 as single,
      case when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.proargmodes::text[] && '{o,b,t}' then 'composite' else 'scalar' end as returns,
      (select rn.nspname || '.' || rc.relname from pg_class rc join exposed rn on rn.oid = rc.relnamespace
        where rc.oid = t.typrelid and rc.relkind <> 'c') as row,
      (select coalesce(json_agg(json_build_object(
          'name', coalesce(a.name, ''), 'type', format_type(a.type, -1), 'variadic', a.mode = 'v',
          'optional', a.place > p.pronargs - p.pronargdefaults,
          'row', (select rn.nspname || '.' || rc.relname from pg_type at join pg_class rc on rc.oid = at.typrelid
            join exposed rn on rn.oid = rc.relnamespace where at.oid = a.type and rc.relkind <> 'c')) order by a.place), '[]')
        from (select type, name, mode, row_number() over (order by place) as place
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes::text[])
            with ordinality as given(type, name, mode, place)
          where mode is null or mode in ('i', 'b', 'v')) a) as args
    from pg_proc p join exposed n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
    where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)) f)::text as routines`

/** Reads the objects in the schemas, with the privileges of the connection. */
export async function readCatalog(session: DataSession, schemas: readonly string[]): Promise<Catalog> {
  // There is always one row.
  const [, [row]] = (await session.run([
    {
      text: "select set_config('transaction_read_only', 'on', true), set_config('search_path', '', true)",
      values: [],
      prepare: false,
    },
    { text: catalogQuery, values: [arrayText(schemas)], prepare: false },
  ])) as [unknown, [string[]]]
  const [listed, keys, views, functions] = row.map((text) => JSON.parse(text))
  type Listed = Omit<Relation, "columns"> & { columns: { name: string }[] }
  const relations = (listed as Listed[]).map((relation) => [
    named(relation.schema, relation.name),
    { ...relation, columns: new Map(relation.columns.map((column) => [column.name, column])) },
  ])
  return {
    relations: new Map(relations as [string, Relation][]),
    foreignKeys: foreignKeysWith(keys as StoredKey[], views as StoredView[], schemas),
    routines: Map.groupBy(functions as Routine[], ({ schema, name }) => named(schema, name)),
  }
}
