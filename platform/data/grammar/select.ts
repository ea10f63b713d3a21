import { type Field, Scanner } from "./scanner.ts"

/** `alias:column->key::cast.sum()::cast`, `*` or `count()`. */
export interface ColumnItem {
  kind: "column"
  /** Null for `count()`. */
  field: Field | null
  alias: string | null
  cast: string | null
  aggregate: string | null
  aggregateCast: string | null
}

/** `...alias:name!hint!inner(items)`. */
export interface EmbedItem {
  kind: "embed"
  name: string
  alias: string | null
  /** A foreign key, a column or a join table. */
  hint: string | null
  join: "inner" | "left"
  spread: boolean
  items: SelectItem[]
}

export type SelectItem = ColumnItem | EmbedItem

/** PostgREST has no limit, but statements with more joins than this take PostgreSQL longer to plan than to execute. */
const depthLimit = 20
const aggregates = /(count|sum|avg|min|max)\(\)/y
/**
 * Names of types. Object identifier types are excluded: cast to text, they name relations outside the exposed schemas.
 */
const typeName =
  /(?!\s*reg(?:class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type)\b)\s*[a-z_][\w ]*/iy

/** The items of a `select` parameter. https://docs.postgrest.org/en/stable/references/api/resource_embedding.html */
export function parseSelect(text: string): SelectItem[] {
  const scan = new Scanner(text, "select parameter")
  const found = items(scan, 0)
  if (!scan.done) scan.fail()
  return found
}

function items(scan: Scanner, depth: number): SelectItem[] {
  if (depth > depthLimit) scan.fail()
  scan.match(/\s*/y)
  if (scan.done || scan.peek(")")) return []
  const found: SelectItem[] = []
  do found.push(item(scan, depth))
  while (scan.take(","))
  return found
}

function item(scan: Scanner, depth: number): SelectItem {
  scan.match(/\s*/y)
  if (scan.take("...")) return embed(scan, depth, { name: scan.name(), alias: null, spread: true })
  if (scan.take("*")) {
    scan.match(/\s*/y)
    return column({ name: "*", path: [] }, null)
  }
  const start = scan.at
  const first = scan.name()
  let alias: string | null = null
  if (scan.peek(":") && !scan.peek("::")) {
    scan.take(":")
    scan.match(/\s*/y)
    alias = first
  }
  if (alias === null) scan.at = start
  const counted = scan.match(/count\(\)/y)
  if (counted) return { ...column(null, alias), aggregate: "count", aggregateCast: cast(scan) }
  const name = scan.name()
  if (scan.peek("!") || scan.peek("(")) return embed(scan, depth, { name, alias, spread: false })
  const field = { name, path: scan.jsonPath() }
  const own = { ...column(field, alias), cast: cast(scan) }
  if (!scan.take(".")) return own
  const aggregate = scan.match(aggregates)?.[1]
  if (aggregate === undefined) scan.fail()
  return { ...own, aggregate, aggregateCast: cast(scan) }
}

function column(field: Field | null, alias: string | null): ColumnItem {
  return { kind: "column", field, alias, cast: null, aggregate: null, aggregateCast: null }
}

function cast(scan: Scanner): string | null {
  if (!scan.take("::")) return null
  const type = scan.match(typeName)?.[0].trim()
  if (!type) scan.fail()
  return type
}

function embed(
  scan: Scanner,
  depth: number,
  own: { name: string; alias: string | null; spread: boolean },
): EmbedItem {
  let hint: string | null = null
  let join: EmbedItem["join"] = "left"
  while (scan.take("!")) {
    const word = scan.name()
    if (word === "inner" || word === "left") join = word
    else if (hint === null) hint = word
    else scan.fail()
  }
  scan.expect("(")
  const inside = items(scan, depth + 1)
  scan.expect(")")
  scan.match(/\s*/y)
  return { kind: "embed", ...own, hint, join, items: inside }
}
