import { isOwn } from "./own-objects.ts"

const own = isOwn("c", "pg_class")

/**
 * A column as in CREATE TABLE, from the rows `a` (pg_attribute), `d` (its default) and `s` (its identity's sequence).
 */
const column = `concat(
  format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)),
  case when a.attcollation <> t.typcollation then format(' collate %s', a.attcollation::regcollation) end,
  case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid, PRETTY))
       when a.attgenerated = 'v' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid, PRETTY))
       when a.attidentity <> '' then format(' generated %s as identity (sequence name %s increment %s minvalue %s maxvalue %s start %s cache %s%s)',
         case a.attidentity when 'a' then 'always' else 'by default' end,
         s.seqrelid::regclass, s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
         case when s.seqcycle then ' cycle' else '' end)
       when d.adbin is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid, PRETTY)) end,
  case when a.attnotnull then ' not null' end)`

const options = (alias: string) =>
  `(select ' with (' || string_agg(format('%s=%L', split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', ' order by o) || ')'
    from unnest(${alias}.reloptions) o)`

/** Queries whose rows are the statements that recreate tables and everything attached to them. */
export const relationQueries = {
  tables: [
    `select format('create %stable %s (%s)%s%s', case c.relpersistence when 'u' then 'unlogged ' else '' end,
       c.oid::regclass,
       (select string_agg(${column}, ', ' order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join pg_depend i on i.refclassid = 'pg_class'::regclass and i.refobjid = a.attrelid and i.refobjsubid = a.attnum
          and i.classid = 'pg_class'::regclass and i.deptype = 'i'
        left join pg_sequence s on s.seqrelid = i.objid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
       case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) end, ${options("c")}) as statement
     from pg_class c where c.relkind in ('r', 'p') and ${own} order by c.oid::regclass::text`,
  ],
  rest: [
    `select format('alter sequence %s owned by %s.%I', d.objid::regclass, d.refobjid::regclass, a.attname) as statement
     from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype = 'a' and ${own} order by 1`,
    `select format('alter table %s alter %I set storage %s', c.oid::regclass, a.attname,
       case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attstorage <> t.typstorage and ${own} order by 1`,
    `select format('alter table %s alter %I set statistics %s', c.oid::regclass, a.attname, a.attstattarget) as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attstattarget >= 0 and ${own} order by 1`,
    // Primary keys first, because foreign keys and views need them; those of a partition before those of its parent,
    // which adopts a matching one. Since version 18, NOT NULL is also a constraint, which was created with its column.
    `select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid, PRETTY)) as statement
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype in ('p', 'u', 'x', 'c') and ${own}
     order by c.relispartition desc, strpos('puxc', k.contype::text), k.conrelid::regclass::text, k.conname`,
    `select regexp_replace(pg_get_indexdef(c.oid, 0, PRETTY), ' ON ONLY ', ' ON ') as statement
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where ${own} and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
       and c.relnamespace <> 'pg_toast'::regnamespace
     order by c.relkind = 'I', 1`,
    `select format('alter table %s cluster on %I', i.indrelid::regclass, c.relname) as statement
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisclustered and ${own} order by 1`,
    `select case when c.relispartition
       then format('alter table %s attach partition %s %s', h.inhparent::regclass, c.oid::regclass, pg_get_expr(c.relpartbound, c.oid, PRETTY))
       else format('alter table %s inherit %s', c.oid::regclass, h.inhparent::regclass) end as statement
     from pg_inherits h join pg_class c on c.oid = h.inhrelid where c.relkind in ('r', 'p') and ${own}
     order by h.inhseqno, 1`,
    `select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid, PRETTY)) as statement
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and ${own} order by 1`,
    `select format('create view %s%s as %s', c.oid::regclass, ${options("c")}, pg_get_viewdef(c.oid, PRETTY)) as statement
     from pg_class c where c.relkind = 'v' and ${own} order by 1`,
    `select format('create materialized view %s%s as %s', c.oid::regclass, ${options("c")}, pg_get_viewdef(c.oid, PRETTY)) as statement
     from pg_class c where c.relkind = 'm' and ${own} order by 1`,
    `select pg_get_ruledef(r.oid, PRETTY) as statement from pg_rewrite r join pg_class c on c.oid = r.ev_class
     where r.rulename <> '_RETURN' and ${own} order by 1`,
    `select pg_get_statisticsobjdef(e.oid) as statement from pg_statistic_ext e where ${isOwn("e", "pg_statistic_ext")} order by 1`,
    `select pg_get_triggerdef(g.oid, PRETTY) as statement from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where not g.tgisinternal and g.tgparentid = 0 and ${own} order by 1`,
    `select format('alter table %s %s trigger %I', c.oid::regclass,
       case g.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, g.tgname) as statement
     from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where not g.tgisinternal and g.tgenabled <> 'O' and ${own} order by 1`,
    `select format('alter table %s replica identity %s', c.oid::regclass,
       case c.relreplident when 'f' then 'full' when 'n' then 'nothing'
         else (select format('using index %I', x.relname) from pg_index i join pg_class x on x.oid = i.indexrelid
               where i.indrelid = c.oid and i.indisreplident) end) as statement
     from pg_class c where c.relkind in ('r', 'p') and c.relreplident <> 'd' and ${own} order by 1`,
    `select format('alter table %s enable row level security', c.oid::regclass) as statement
     from pg_class c where c.relrowsecurity and ${own} order by 1`,
    `select format('alter table %s force row level security', c.oid::regclass) as statement
     from pg_class c where c.relforcerowsecurity and ${own} order by 1`,
    `select concat(format('create policy %I on %s as %s for %s to %s', p.polname, c.oid::regclass,
         case when p.polpermissive then 'permissive' else 'restrictive' end,
         case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
         (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text)
          from unnest(p.polroles) r)),
       ' using (' || pg_get_expr(p.polqual, p.polrelid, PRETTY) || ')',
       ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid, PRETTY) || ')') as statement
     from pg_policy p join pg_class c on c.oid = p.polrelid where ${own} order by 1`,
    `select concat(format('create publication %I', p.pubname),
       case when p.puballtables then ' for all tables'
         else (select ' for table ' || string_agg(r.prrelid::regclass::text, ', ' order by r.prrelid::regclass::text)
               from pg_publication_rel r where r.prpubid = p.oid) end,
       format(' with (publish = %L, publish_via_partition_root = %s)',
         concat_ws(', ', case when pubinsert then 'insert' end, case when pubupdate then 'update' end,
           case when pubdelete then 'delete' end, case when pubtruncate then 'truncate' end), pubviaroot::text)) as statement
     from pg_publication p order by 1`,
  ],
}
