import type { CompiledQuery } from "kysely"
import { isRelation, type Place } from "./catalog.ts"
import { DataError } from "./errors.ts"

type Node = { readonly kind: string } & Readonly<Record<string, unknown>>
interface NamedRelation {
  /** Null when the statement leaves it to the search path. */
  schema: string | null
  name: string
}

/**
 * The last word before a statement is sent: every relation in it stands in the schema of the request. Should lite
 * ever read a name as a relation that `checkEmbeds` took for something else, it ends here.
 */
export function requireExposed(query: CompiledQuery, place: Place): void {
  for (const { schema, name } of relationsOf(query)) {
    if (schema === place.schema && isRelation(name, place)) continue
    throw new DataError(400, "PGRST200", `Could not find a relationship to '${name}' in the schema cache`)
  }
}

/**
 * Every relation that a statement reads or writes, from its syntax tree: tables of FROM, JOIN, INTO, UPDATE and USING
 * at any depth, also inside raw fragments. A reference to a column names a table that stands there already.
 */
function relationsOf(query: CompiledQuery): NamedRelation[] {
  const found: NamedRelation[] = []
  visit(query.query, found)
  return found
}

function visit(value: unknown, found: NamedRelation[]): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found)
  } else if (isNode(value)) {
    if (value.kind === "TableNode") found.push(relationOf(value))
    else if (value.kind !== "ReferenceNode" && value.kind !== "ValueNode") visit(Object.values(value), found)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string"
}

function relationOf(node: Node): NamedRelation {
  const { identifier, schema } = node.table as { identifier: { name: string }; schema?: { name: string } }
  return { schema: schema?.name ?? null, name: identifier.name }
}
