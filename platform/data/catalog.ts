/** A table or view of an exposed schema. */
export interface Relation {
  schema: string
  name: string
  view: boolean
  columns: ReadonlyMap<string, Column>
  /** Columns of the primary key; empty for views. */
  key: readonly string[]
}

export interface Column {
  name: string
  /** As returned by `format_type`, with its schema unless that is pg_catalog. */
  type: string
  /** The same with domains replaced by their base types. */
  base: string
  /** The column's default expression. */
  default: string | null
}

/** A foreign key between two exposed relations. */
export interface ForeignKey {
  name: string
  schema: string
  table: string
  columns: readonly string[]
  refSchema: string
  refTable: string
  refColumns: readonly string[]
  /** Whether at most one row references each target. */
  unique: boolean
}

export interface Argument {
  /** Empty for an unnamed argument. */
  name: string
  type: string
  optional: boolean
  variadic: boolean
  /** The relation whose row type the argument has, as "schema.name". */
  row: string | null
}

export interface Routine {
  schema: string
  name: string
  args: readonly Argument[]
  /** Whether it returns a set. */
  set: boolean
  returns: "void" | "scalar" | "composite"
  /** The relation whose rows it returns, as "schema.name". */
  row: string | null
  /** Whether it is declared to return at most one row (`rows 1`). */
  single: boolean
}

/** The objects in the exposed schemas; the Data API gives access to nothing else. */
export interface Catalog {
  relations: ReadonlyMap<string, Relation>
  foreignKeys: readonly ForeignKey[]
  routines: ReadonlyMap<string, readonly Routine[]>
}

/** The key of relations and routines in a catalog. */
export const named = (schema: string, name: string): string => `${schema}.${name}`

/** The relations of one schema. */
export function relationsOf(catalog: Catalog, schema: string): Relation[] {
  return [...catalog.relations.values()].filter((relation) => relation.schema === schema)
}

/** The columns through which `foreignKey` makes the relation a join table. */
export function isPartOfKey(relation: Relation, columns: readonly string[]): boolean {
  return columns.every((column) => relation.key.includes(column))
}
