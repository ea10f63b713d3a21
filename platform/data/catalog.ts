import type { Connection } from "@supabase/lite"

/** What lite reads from the database: relations, keys, types and functions. */
export type Catalog = Awaited<ReturnType<Connection["introspect"]>> & {
  /** Relations, as "schema.name", that PostgreSQL last saw with more rows than one answer holds. */
  large?: ReadonlySet<string>
}

/** The schema that a request speaks of. */
export interface Place {
  catalog: Catalog
  schema: string
}

/** Whether counting every row of the relation would take long, as far as PostgreSQL's statistics know. */
export function isLarge(catalog: Catalog, schema: string, name: string): boolean {
  return catalog.large?.has(`${schema}.${name}`) ?? false
}

/** Whether the schema shows a table or view of that name. */
export function isRelation(name: string, { catalog, schema }: Place): boolean {
  return [...catalog.tables, ...catalog.views].some(
    (relation) => relation.schema === schema && relation.name === name,
  )
}

type Routine = NonNullable<Catalog["functions"]>[number]

/** Every function of that name in the schema, overloads included. */
export function functionsNamed(catalog: Catalog, schema: string, name: string): Routine[] {
  return (catalog.functions ?? []).filter((routine) => routine.schema === schema && routine.name === name)
}

/** The relation of the schema whose rows a function answers with; null when it returns anything else. */
export function relationReturned(catalog: Catalog, schema: string, name: string): string | null {
  const names = functionsNamed(catalog, schema, name).map((routine) => rowTypeOf(routine, schema))
  const relations = [...catalog.tables, ...catalog.views].filter((relation) => relation.schema === schema)
  return relations.find((relation) => names.includes(relation.name))?.name ?? null
}

/** `athletes` for `SETOF arena.athletes`; null for the types of other schemas. */
function rowTypeOf({ return_type }: Routine, schema: string): string | null {
  const parts = return_type
    .replace(/^setof\s+/i, "")
    .replaceAll('"', "")
    .trim()
    .split(".")
  const name = parts.at(-1) ?? null
  return parts.length === 1 || parts[0] === schema ? name : null
}
