import { type Catalog, type ForeignKey, isPartOfKey, named, type Relation, type Routine } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { nearest } from "./nearest.ts"

/** A relationship between the rows of two relations through foreign keys. */
type Keyed =
  | {
      kind: "key"
      cardinality: "many-to-one" | "one-to-one" | "one-to-many"
      key: ForeignKey
      /** Whether the parent has the foreign key. */
      forward: boolean
      target: Relation
    }
  | {
      kind: "junction"
      cardinality: "many-to-many"
      junction: Relation
      /** From the join table to the parent and to the target. */
      toParent: ForeignKey
      toTarget: ForeignKey
      target: Relation
    }

/** A relationship between the rows of two relations. */
export type Relationship =
  | Keyed
  | { kind: "computed"; cardinality: "one-to-one" | "one-to-many"; routine: Routine; target: Relation }

interface Sought {
  catalog: Catalog
  schema: string
  /** Null for a function that does not return the rows of a relation. */
  parent: Relation | null
  /** The parent's name in the request. */
  parentName: string
  name: string
  hint: string | null
}

/** Finds the relationship that an embed refers to. Throws PGRST200 if there is none and PGRST201 if it is ambiguous. */
export function findRelationship(sought: Sought): Relationship {
  const { catalog, schema, parent, name, hint } = sought
  if (parent === null) throw notFound(sought, [])
  const computed = computedRelationship(catalog, parent, name, schema)
  if (computed) return computed
  const all = relationshipsOf(catalog, parent)
  const found = all.filter((one) => matches(one, parent, name, hint))
  const [only] = found
  if (!only) throw notFound(sought, all)
  if (found.length > 1) throw ambiguous(parent.name, name, found)
  return only
}

/** Whether each row of the parent has at most one related row. */
export function isToOne({ cardinality }: Relationship): boolean {
  return cardinality === "many-to-one" || cardinality === "one-to-one"
}

function computedRelationship(
  catalog: Catalog,
  parent: Relation,
  name: string,
  schema: string,
): Relationship | null {
  for (const routine of catalog.routines.get(named(schema, name)) ?? []) {
    const [argument, ...others] = routine.args
    const target = catalog.relations.get(routine.row ?? "")
    if (!argument || others.length > 0 || !target) continue
    if (argument.row !== named(parent.schema, parent.name)) continue
    const cardinality = routine.single || !routine.set ? "one-to-one" : "one-to-many"
    return { kind: "computed", cardinality, routine, target }
  }
  return null
}

function relationshipsOf(catalog: Catalog, parent: Relation): Keyed[] {
  const found: Keyed[] = []
  const own = (key: ForeignKey) => key.schema === parent.schema && key.table === parent.name
  const toParent = (key: ForeignKey) => key.refSchema === parent.schema && key.refTable === parent.name
  for (const key of catalog.foreignKeys) {
    const source = catalog.relations.get(named(key.schema, key.table))
    const target = catalog.relations.get(named(key.refSchema, key.refTable))
    if (own(key) && target?.schema === parent.schema) {
      const cardinality = key.unique ? "one-to-one" : "many-to-one"
      found.push({ kind: "key", cardinality, key, forward: true, target })
    }
    if (!toParent(key) || source?.schema !== parent.schema) continue
    const cardinality = key.unique ? "one-to-one" : "one-to-many"
    found.push({ kind: "key", cardinality, key, forward: false, target: source })
    for (const other of catalog.foreignKeys) {
      const beyond = catalog.relations.get(named(other.refSchema, other.refTable))
      if (other.schema !== key.schema || other.table !== key.table || !beyond) continue
      // A table that joins another with itself is ambiguous: it could be used in either direction.
      if (beyond === parent) continue
      if (beyond.schema !== parent.schema || !isPartOfKey(source, [...key.columns, ...other.columns]))
        continue
      found.push({
        kind: "junction",
        cardinality: "many-to-many",
        junction: source,
        toParent: key,
        toTarget: other,
        target: beyond,
      })
    }
  }
  return found
}

function matches(one: Keyed, parent: Relation, name: string, hint: string | null): boolean {
  const byName = one.target.name === name
  if (one.kind === "junction") return byName && (hint === null || isHinted(one, hint))
  const { columns } = one.key
  const byColumn = one.forward && columns.length === 1 && columns[0] === name
  // A self-referencing key is two relationships: to many by the table's name, to one by the column's name.
  if (one.target === parent) {
    if (hint === null) return one.forward ? byColumn : byName
    return byName && !one.forward && isHinted(one, hint)
  }
  if (hint === null) return byName || (!one.target.view && (byColumn || one.key.name === name))
  return byName && isHinted(one, hint)
}

function isHinted(one: Keyed, hint: string): boolean {
  if (one.kind === "junction") return one.junction.name === hint
  const { name, columns, refColumns } = one.key
  if (name === hint) return true
  return columns.length === 1 && (columns[0] === hint || refColumns[0] === hint)
}

function notFound({ schema, parentName, name, hint }: Sought, all: Relationship[]): DataError {
  const using = hint === null ? "" : ` using the hint '${hint}'`
  const targets = [...new Set(all.map(({ target }) => target.name))]
  const similar = nearest(name, targets)
  return new DataError(
    400,
    "PGRST200",
    `Could not find a relationship between '${parentName}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${parentName}' and '${name}'${using} in the schema '${schema}', but no matches were found.`,
      hint: similar && similar !== name ? `Perhaps you meant '${similar}' instead of '${name}'.` : null,
    },
  )
}

function ambiguous(parent: string, name: string, found: readonly Keyed[]): DataError {
  const sorted = found.map(describe).toSorted((a, b) => a.relationship.localeCompare(b.relationship))
  const choices = sorted.map(({ by }) => `'${name}!${by}'`).join(", ")
  return new DataError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${parent}' and '${name}'`,
    {
      details: sorted.map(({ cardinality, relationship }) => ({
        cardinality,
        embedding: `${parent} with ${name}`,
        relationship,
      })),
      hint: `Try changing '${name}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe(one: Keyed) {
  const of = (name: string, columns: readonly string[]) => `${name}(${columns.join(", ")})`
  if (one.kind === "junction") {
    const { junction, toParent, toTarget } = one
    const ends = `${of(toParent.name, toParent.columns)} and ${of(toTarget.name, toTarget.columns)}`
    return {
      cardinality: one.cardinality,
      relationship: `${junction.name} using ${ends}`,
      by: junction.name,
    }
  }
  const { key } = one
  const own = of(key.table, key.columns)
  const other = of(key.refTable, key.refColumns)
  const [from, to] = one.forward ? [own, other] : [other, own]
  return {
    cardinality: one.cardinality,
    relationship: `${key.name} using ${from} and ${to}`,
    by: key.name,
  }
}
