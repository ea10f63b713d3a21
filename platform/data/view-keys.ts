import type { ForeignKey } from "./catalog.ts"

/** A foreign key as PostgreSQL stores it; tables by oid, columns by number. */
export interface StoredKey {
  name: string
  unique: boolean
  from: StoredEnd
  to: StoredEnd
}

interface StoredEnd {
  oid: number
  schema: string
  table: string
  numbers: readonly number[]
  columns: readonly string[]
}

/** A view with the syntax tree of its query. */
export interface StoredView {
  oid: number
  schema: string
  name: string
  /** Column names by number, starting at 1. */
  columns: Readonly<Record<string, string>>
  tree: string
}

interface Origin {
  oid: number
  number: number
}

/**
 * The foreign keys of tables, and those of views that contain every column of such a key: as in PostgREST, a view has
 * the relationships of the tables behind its columns. Only between relations of `schemas`.
 */
export function foreignKeysWith(
  stored: readonly StoredKey[],
  views: readonly StoredView[],
  schemas: readonly string[],
): ForeignKey[] {
  const origins = new Map(views.map((view) => [view.oid, columnOrigins(view.tree)]))
  const shown = views
    .filter(({ schema }) => schemas.includes(schema))
    .map((view) => ({ view, columns: baseColumns(view, origins) }))
  const ends = (end: StoredEnd): Pick<StoredEnd, "schema" | "table" | "columns">[] => [
    ...(schemas.includes(end.schema) ? [end] : []),
    ...shown.flatMap(({ view, columns }) => {
      const names = end.numbers.map((number) => columns.get(`${end.oid}.${number}`))
      const all = names.filter((name) => name !== undefined)
      return all.length === names.length ? [{ schema: view.schema, table: view.name, columns: all }] : []
    }),
  ]
  return stored.flatMap(({ name, unique, from, to }) =>
    ends(from).flatMap(({ schema, table, columns }) =>
      ends(to).map((target) => ({
        name,
        unique,
        schema,
        table,
        columns,
        refSchema: target.schema,
        refTable: target.table,
        refColumns: target.columns,
      })),
    ),
  )
}

/** The view's names of table columns, by "oid.number"; the first one if a view contains a column twice. */
function baseColumns(
  view: StoredView,
  origins: ReadonlyMap<number, ReadonlyMap<number, Origin>>,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const [number, name] of Object.entries(view.columns)) {
    let at: Origin = { oid: view.oid, number: Number(number) }
    // A view on a view is resolved in one step per view. Computed columns are not resolved.
    for (const _ of origins) at = origins.get(at.oid)?.get(at.number) ?? at
    const key = `${at.oid}.${at.number}`
    if (!found.has(key)) found.set(key, name)
  }
  return found
}

const part = /[({]|[)}]|:resno (\d+) :resname \S+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+)/g

/**
 * The origins of the columns of a stored query. The list of queries, the query, its column list and a column are nested
 * in each other; deeper levels belong to subqueries.
 */
function columnOrigins(tree: string): Map<number, Origin> {
  const found = new Map<number, Origin>()
  let depth = 0
  for (const [token, own, oid, number] of tree.replace(/\\[\s\S]/g, "_").matchAll(part)) {
    if (token === "(" || token === "{") depth++
    else if (token === ")" || token === "}") depth--
    else if (depth === 4) found.set(Number(own), { oid: Number(oid), number: Number(number) })
  }
  return found
}
