import type { Catalog, Relation } from "./catalog.ts"
import { DataError } from "./errors.ts"
import type { Condition } from "./grammar/filter.ts"
import type { OrderTerm } from "./grammar/order.ts"
import type { Parameters } from "./grammar/parameters.ts"
import type { ColumnItem, EmbedItem, SelectItem } from "./grammar/select.ts"
import { findRelationship, isToOne, type Relationship } from "./relationships.ts"

/** The part of a request that reads one relation, with the relations embedded in it. */
export interface Branch {
  /** Null for a function that does not return the rows of a relation. */
  relation: Relation | null
  /** The alias of the rows in the statement, as an identifier. */
  alias: string
  columns: ColumnItem[]
  embeds: EmbedBranch[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export interface EmbedBranch extends Branch {
  relation: Relation
  relationship: Relationship
  item: EmbedItem
  /** The alias of the embedded rows after the join. */
  joined: string
}

interface Root {
  catalog: Catalog
  schema: string
  relation: Relation | null
  /** The table or function in the URL. */
  name: string
  /** Whether aggregates are allowed. */
  aggregates: boolean
}

/**
 * Finds the relationships of a request and puts each condition, order and range where it belongs. Relations are taken
 * only from the catalog, so that nothing outside the schema can be referenced. Throws PGRST100, 108, 118, 123, 200 and
 * 201.
 */
export function plant(parameters: Parameters, root: Root): Branch {
  let joins = 0

  function branch(items: SelectItem[], relation: Relation | null, name: string, depth: number): Branch {
    const columns = items.filter((item) => item.kind === "column")
    if (!root.aggregates && columns.some(({ aggregate }) => aggregate !== null)) {
      throw new DataError(400, "PGRST123", "Use of aggregate functions is not allowed")
    }
    const embeds = items.filter((item) => item.kind === "embed")
    refuseDoubles(embeds, name, depth)
    return {
      relation,
      alias: depth === 0 ? name : `${name.slice(0, 60)}_${depth}`,
      columns,
      embeds: embeds.map((item) => embed(item, relation, name, depth + 1)),
      conditions: [],
      order: [],
      limit: null,
      offset: 0,
    }
  }

  function embed(item: EmbedItem, parent: Relation | null, parentName: string, depth: number): EmbedBranch {
    const { catalog, schema } = root
    const { name, hint } = item
    const relationship = findRelationship({ catalog, schema, parent, parentName, name, hint })
    const { target } = relationship
    const joined = `_e${++joins}`
    return { ...branch(item.items, target, target.name, depth), relation: target, relationship, item, joined }
  }

  const top = branch(parameters.select, root.relation, root.name, 0)
  for (const { path, value } of parameters.conditions) at(top, path).conditions.push(value)
  for (const { path, value } of parameters.orders) at(top, path).order.push(...value)
  for (const { path, value } of parameters.limits) at(top, path).limit = value
  for (const { path, value } of parameters.offsets) at(top, path).offset = value
  checkOrders(top)
  return top
}

/** Two embeds of the same name would overwrite each other in the result. In PostgREST the statement fails. */
function refuseDoubles(embeds: readonly EmbedItem[], parent: string, depth: number): void {
  const seen = new Set<string>()
  for (const { alias, name } of embeds) {
    const key = alias ?? name
    if (seen.has(key)) {
      const table = `${parent}_${key}_${depth + 1}`
      throw new DataError(400, "42712", `table name "${table}" specified more than once`)
    }
    seen.add(key)
  }
}

/** The embedded branch with the given alias, otherwise with the given name. Throws PGRST108 if there is none. */
export function embedNamed(branch: Branch, name: string): EmbedBranch {
  const { embeds } = branch
  const found =
    embeds.find(({ item }) => (item.alias ?? item.name) === name) ??
    embeds.find(({ item }) => item.name === name)
  if (found) return found
  throw new DataError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

function at(branch: Branch, path: readonly string[]): Branch {
  const [first, ...rest] = path
  return first === undefined ? branch : at(embedNamed(branch, first), rest)
}

function checkOrders(branch: Branch): void {
  for (const { embed } of branch.order) {
    if (embed === null || isToOne(embedNamed(branch, embed).relationship)) continue
    throw new DataError(400, "PGRST118", `A related order on '${embed}' is not possible`, {
      details: `'${branch.alias}' and '${embed}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  for (const embed of branch.embeds) checkOrders(embed)
}
