import { functionsNamed, isRelation, type Place, relationReturned } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { type Embed, parseEmbeds } from "./select-grammar.ts"

interface Target extends Place {
  /** The table or function of the path. */
  name: string
  isRpc: boolean
}

/**
 * Refuses a query of which any part names a relation that the schema does not show: embeds at every depth, whatever
 * they are called and however they are joined, and orders, filters and ranges of what is not embedded. lite checks
 * none of this below a function, and would read PostgreSQL's own catalogs. `args` are the function's arguments.
 * Throws PGRST200 or PGRST108, as PostgREST does.
 */
export function checkEmbeds(params: URLSearchParams, target: Target, args: ReadonlySet<string>): void {
  const embeds = params.getAll("select").flatMap(parseEmbeds)
  const { catalog, schema, name, isRpc } = target
  // lite says which function was meant.
  if (isRpc && functionsNamed(catalog, schema, name).length === 0) return
  checkLevel(embeds, name, isRpc ? relationReturned(catalog, schema, name) : name, target)
  for (const [key, value] of params) {
    if (args.has(key)) continue
    const path = pathOf(key)
    const level = embedsAt(embeds, path.slice(0, -1))
    if (path.at(-1) !== "order") continue
    for (const [, named = ""] of value.matchAll(orderedEmbed)) embedsAt(level, [named])
  }
}

/** `relation(column)` in an order. */
const orderedEmbed = /(?:^|,)\s*([^,()]+?)\s*\(/g

/** `a.b.column->>key` to a, b, column; `a.not.or` to a, or. */
function pathOf(key: string): string[] {
  const [names = ""] = key.split("->", 1)
  const parts = names.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? []
  const negated = /^(and|or)$/.test(parts.at(-1) ?? "") && parts.at(-2) === "not"
  if (negated) parts.splice(-2, 1)
  return parts.map((part) => part.replace(/^"([\s\S]*)"$/, "$1"))
}

/** The embeds below `path`. Throws PGRST108 when one of its names is not embedded. */
function embedsAt(embeds: Embed[], path: readonly string[]): Embed[] {
  const [first, ...rest] = path
  if (first === undefined) return embeds
  const found = embeds.find(({ alias, name }) => (alias ?? name) === first || name === first)
  if (found) return embedsAt(found.embeds, rest)
  throw new DataError(400, "PGRST108", `'${first}' is not an embedded resource in this request`, {
    hint: `Verify that '${first}' is included in the 'select' query parameter.`,
  })
}

/** `parent` is the relation that is embedded into, null for a function whose rows are no relation's. */
function checkLevel(embeds: readonly Embed[], host: string, parent: string | null, place: Place): void {
  for (const { name, embeds: below } of embeds) {
    const target = parent === null ? null : targetOf(name, parent, place)
    if (target === null) throw unrelated(host, name, place.schema)
    checkLevel(below, target, target, place)
  }
}

/** What `named` means beside `parent`: a relation, the other end of a foreign key, or a function that takes its row. */
function targetOf(named: string, parent: string, { catalog, schema }: Place): string | null {
  if (isRelation(named, { catalog, schema })) return named
  const keys = catalog.foreign_keys.filter((key) => key.schema === schema && key.ref_schema === schema)
  const byColumn = keys.find((key) => key.table === parent && key.column === named)
  if (byColumn) return byColumn.ref_table
  const touching = keys.find(
    (key) => key.foreign_key_name === named && (key.table === parent || key.ref_table === parent),
  )
  if (touching) return touching.table === parent ? touching.ref_table : touching.table
  const computed = functionsNamed(catalog, schema, named).filter(({ arg_types }) => arg_types.length === 1)
  return computed.length > 0 ? relationReturned(catalog, schema, named) : null
}

function unrelated(host: string, named: string, schema: string): DataError {
  return new DataError(
    400,
    "PGRST200",
    `Could not find a relationship between '${host}' and '${named}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${host}' and '${named}' in the schema '${schema}', but no matches were found.`,
    },
  )
}
