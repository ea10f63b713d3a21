import type postgres from "postgres"

export interface CopiedRows {
  tables: number
  rows: number
}

interface Table {
  schema: string
  /** Quoted. */
  name: string
  aside: string
  /** Tables that it references. */
  needs: string[]
  /** Columns that can be copied: present in both tables and not generated. Quoted. */
  columns: string[]
  /** Columns of the old table that the new one lacks. Quoted. */
  lost: string[]
}

/**
 * Copies every row of the tables that were set aside into the new tables of the same name, in foreign-key
 * order, and restores the sequences. Rows written by the migrations themselves give way to the old ones.
 * `schemas` maps the schema of the new tables to that of the old ones. Throws when a column with data has no
 * counterpart.
 */
export async function copyRows(
  tx: postgres.TransactionSql,
  schemas: Readonly<Record<string, string>>,
): Promise<CopiedRows> {
  const tables = inOrder(await readTables(tx, schemas))
  let rows = 0
  for (const table of tables) rows += await copyTable(tx, table)
  await copySequences(tx, schemas)
  return { tables: tables.length, rows }
}

async function readTables(
  tx: postgres.TransactionSql,
  schemas: Readonly<Record<string, string>>,
): Promise<Table[]> {
  return tx`
    select
      pair.schema, quote_ident(new.relname) as name, pair.aside,
      array(
        select distinct quote_ident(n.nspname) || '.' || quote_ident(c.relname)
        from pg_constraint k
        join pg_class c on c.oid = k.confrelid
        join pg_namespace n on n.oid = c.relnamespace
        where k.conrelid = new.oid and k.contype = 'f' and k.confrelid <> new.oid
      ) as needs,
      array(
        select quote_ident(a.attname)
        from pg_attribute a
        join pg_attribute b on b.attrelid = old.oid and b.attname = a.attname and b.attnum > 0 and not b.attisdropped
        where a.attrelid = new.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      array(
        select quote_ident(b.attname)
        from pg_attribute b
        where b.attrelid = old.oid and b.attnum > 0 and not b.attisdropped and b.attgenerated = ''
          and not exists (
            select from pg_attribute a
            where a.attrelid = new.oid and a.attname = b.attname and a.attnum > 0 and not a.attisdropped
          )
      ) as lost
    from jsonb_each_text(${tx.json(schemas)}) as pair (schema, aside)
    join pg_class new on new.relnamespace = pair.schema::regnamespace and new.relkind in ('r', 'p')
    join pg_class old on old.relnamespace = pair.aside::regnamespace and old.relname = new.relname`
}

/** Orders each table after those it references. The product's foreign keys form no cycle. */
function inOrder(tables: readonly Table[]): Table[] {
  const waiting = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const next = [...waiting].filter(([, { needs }]) => !needs.some((one) => waiting.has(one)))
    if (next.length === 0) throw new Error(`Tables reference each other: ${[...waiting.keys()].join(", ")}.`)
    for (const [key, table] of next) {
      waiting.delete(key)
      ordered.push(table)
    }
  }
  return ordered
}

async function copyTable(tx: postgres.TransactionSql, table: Table): Promise<number> {
  const target = `${table.schema}.${table.name}`
  const source = `${table.aside}.${table.name}`
  const columns = table.columns.join(", ")
  for (const column of table.lost) {
    const [kept] = await tx.unsafe(`select from ${source} where ${column} is not null limit 1`)
    if (kept)
      throw new Error(
        `The column ${target}.${column} contains data and has no counterpart in the tables of this version.`,
      )
  }
  await tx.unsafe(`alter table ${target} disable trigger user`)
  await tx.unsafe(
    `create temporary table written_by_migrations on commit drop as select ${columns} from ${target}`,
  )
  await tx.unsafe(`delete from ${target}`)
  const { count } = await tx.unsafe(
    `insert into ${target} (${columns}) overriding system value select ${columns} from ${source}`,
  )
  await tx.unsafe(
    `insert into ${target} (${columns}) overriding system value select ${columns} from written_by_migrations
     on conflict do nothing`,
  )
  await tx.unsafe("drop table written_by_migrations")
  await tx.unsafe(`alter table ${target} enable trigger user`)
  await tx.unsafe(`analyze ${target}`)
  return count
}

async function copySequences(
  tx: postgres.TransactionSql,
  schemas: Readonly<Record<string, string>>,
): Promise<void> {
  const sequences = await tx<{ target: string; source: string }[]>`
    select
      quote_ident(pair.schema) || '.' || quote_ident(new.relname) as target,
      quote_ident(pair.aside) || '.' || quote_ident(old.relname) as source
    from jsonb_each_text(${tx.json(schemas)}) as pair (schema, aside)
    join pg_class new on new.relnamespace = pair.schema::regnamespace and new.relkind = 'S'
    join pg_class old on old.relnamespace = pair.aside::regnamespace and old.relkind = 'S' and old.relname = new.relname`
  for (const { target, source } of sequences)
    await tx.unsafe(`select setval('${target}', last_value, is_called) from ${source}`)
}
