import type { OrderTerm } from "../grammar/order.ts"
import type { ColumnItem } from "../grammar/select.ts"
import { isToOne, type Relationship } from "../relationships.ts"
import { type Branch, type EmbedBranch, embedNamed } from "../tree.ts"
import { conditionSql, fieldSql } from "./condition.ts"
import { quote, type Statement } from "./statement.ts"

/** The maximum number of rows in a response, at every level. */
export const largestAnswer = 1_000

/** The statement that reads a branch from `source`, an item of a FROM list; with `all`, without the limit of rows. */
export function readSql(branch: Branch, source: string, statement: Statement, { all = false } = {}): string {
  const range = all ? "" : rangeSql(branch)
  return `${wholeSql(branch, source, statement)}${orderSql(branch, statement)}${range}`
}

/** Returns one row per matching row, without order and range, for counting. */
export function countedSql(branch: Branch, source: string, statement: Statement): string {
  if (isAggregated(branch)) return wholeSql(branch, source, statement)
  return `select 1 from ${fromSql(branch, source, statement)}${whereSql(branch, statement, [])}`
}

function wholeSql(branch: Branch, source: string, statement: Statement): string {
  const from = `${fromSql(branch, source, statement)}${whereSql(branch, statement, [])}`
  return `select ${outputs(branch, statement)} from ${from}${groupSql(branch, statement)}`
}

function fromSql(branch: Branch, source: string, statement: Statement): string {
  return [source, ...branch.embeds.map((embed) => joinSql(embed, branch, statement))].join(" ")
}

/** A relation of the catalog in a FROM list. */
export function sourceSql({ relation, alias }: Branch): string {
  if (!relation) throw new Error("A function's rows have a source of their own")
  const name = `${quote(relation.schema)}.${quote(relation.name)}`
  return relation.name === alias ? name : `${name} as ${quote(alias)}`
}

function outputs(branch: Branch, statement: Statement): string {
  const columns = branch.columns.map((item) => columnSql(item, branch, statement))
  return [...columns, ...branch.embeds.flatMap(embedOutputs)].join(", ")
}

function columnSql(item: ColumnItem, branch: Branch, statement: Statement): string {
  const name = outputName(item)
  const text = castSql(aggregateSql(item, valueSql(item, branch, statement)), item.aggregateCast)
  if (name === null) return text
  const isPlain = item.alias === null && item.field?.path.length === 0 && !item.cast && !item.aggregate
  return isPlain ? text : `${text} as ${quote(name)}`
}

function valueSql({ field, cast }: ColumnItem, branch: Branch, statement: Statement): string {
  return field === null ? "*" : castSql(fieldSql(field, branch, statement), cast)
}

function aggregateSql({ aggregate }: ColumnItem, text: string): string {
  return aggregate === null ? text : `pg_catalog.${aggregate}(${text})`
}

function castSql(text: string, type: string | null): string {
  return type === null ? text : `cast(${text} as ${type})`
}

/** The name of a column in the result; null for `*`. */
function outputName({ field, alias, aggregate }: ColumnItem): string | null {
  if (alias !== null) return alias
  if (aggregate !== null) return aggregate
  if (field === null) return null
  if (field.name === "*") return null
  return field.path.findLast(({ isIndex }) => !isIndex)?.key ?? field.name
}

function embedOutputs(embed: EmbedBranch): string[] {
  const { item, joined, relationship } = embed
  const rows = quote(joined)
  if (isEmpty(embed)) return []
  const name = quote(item.alias ?? item.name)
  if (isToOne(relationship)) return [item.spread ? `${rows}.*` : `row_to_json(${rows}.*) as ${name}`]
  if (!item.spread) return [`coalesce(${rows}.${rows}, '[]') as ${name}`]
  return spreadNames(embed).map((one) => `coalesce(${rows}.${quote(one)}, '[]') as ${quote(one)}`)
}

/** Whether no column is selected, as in `clubs(athletes())`. */
function isEmpty({ columns, embeds }: EmbedBranch): boolean {
  return columns.length === 0 && embeds.every(isEmpty)
}

/** The alias of a branch's rows in its own FROM list. */
function spreadNames(branch: EmbedBranch): string[] {
  const columns = branch.columns.flatMap((item) => outputName(item) ?? [...branch.relation.columns.keys()])
  const embeds = branch.embeds.flatMap((embed) =>
    embed.item.spread ? spreadNames(embed) : [embed.item.alias ?? embed.item.name],
  )
  return [...columns, ...embeds]
}

/** Joins the rows of an embed to each row of the parent; to-many rows become one list. */
function joinSql(embed: EmbedBranch, parent: Branch, statement: Statement): string {
  const { relationship, item } = embed
  const joined = quote(embed.joined)
  const joins = embed.embeds.map((one) => joinSql(one, embed, statement))
  const source = [embedSource(embed, parent), ...joins].join(" ")
  const where = whereSql(embed, statement, joinConditions(relationship, embed, parent))
  const own = `select ${outputs(embed, statement)} from ${source}${where}${groupSql(embed, statement)}${orderSql(embed, statement)}`
  const kind = item.join === "inner" ? "inner" : "left"
  if (isToOne(relationship))
    return `${kind} join lateral (${own}${oneRow(relationship)}) as ${joined} on true`
  // Grouping columns must be comparable, which json is not.
  const collect = isAggregated(parent) ? "jsonb_agg" : "json_agg"
  const lists = item.spread
    ? spreadNames(embed).map((name) => `${collect}(${joined}.${quote(name)}) as ${quote(name)}`)
    : []
  const list = [`${collect}(${joined}) as ${joined}`, ...lists].join(", ")
  const rows = `select ${list} from (${own}${rangeSql(embed)}) as ${joined}`
  return `${kind} join lateral (${rows}) as ${joined} on ${item.join === "inner" ? `${joined}.${joined} is not null` : "true"}`
}

/** A function declared to return one row is limited to one. */
function oneRow({ kind }: Relationship): string {
  return kind === "computed" ? " limit 1" : ""
}

function embedSource(embed: EmbedBranch, parent: Branch): string {
  const { relationship } = embed
  if (relationship.kind === "computed") {
    const { schema, name } = relationship.routine
    return `${quote(schema)}.${quote(name)}(${quote(parent.alias)}) as ${quote(embed.alias)}`
  }
  const target = sourceSql(embed)
  if (relationship.kind !== "junction") return target
  const { schema, name } = relationship.junction
  return `${quote(schema)}.${quote(name)} as ${quote(`${embed.joined}j`)} cross join ${target}`
}

function joinConditions(relationship: Relationship, embed: EmbedBranch, parent: Branch): string[] {
  const equal = (left: string, leftNames: readonly string[], right: string, rightNames: readonly string[]) =>
    leftNames.map(
      (name, index) => `${quote(left)}.${quote(name)} = ${quote(right)}.${quote(rightNames[index] ?? "")}`,
    )
  if (relationship.kind === "computed") return []
  if (relationship.kind === "junction") {
    const { toParent, toTarget } = relationship
    const junction = `${embed.joined}j`
    return [
      ...equal(junction, toParent.columns, parent.alias, toParent.refColumns),
      ...equal(junction, toTarget.columns, embed.alias, toTarget.refColumns),
    ]
  }
  const { key, forward } = relationship
  return forward
    ? equal(embed.alias, key.refColumns, parent.alias, key.columns)
    : equal(embed.alias, key.columns, parent.alias, key.refColumns)
}

export function whereSql(branch: Branch, statement: Statement, more: readonly string[]): string {
  const conditions = branch.conditions.map((condition) => conditionSql(condition, branch, statement))
  const all = [...more, ...conditions]
  return all.length === 0 ? "" : ` where ${all.join(" and ")}`
}

function isAggregated(branch: Branch): boolean {
  return branch.columns.some(({ aggregate }) => aggregate !== null)
}

/** Aggregates are grouped by all other selected columns. */
function groupSql(branch: Branch, statement: Statement): string {
  if (!isAggregated(branch)) return ""
  const columns = branch.columns.filter(({ aggregate }) => aggregate === null)
  const texts = [
    ...columns.map((item) => valueSql(item, branch, statement)),
    ...branch.embeds.flatMap((embed) => {
      const joined = quote(embed.joined)
      if (embed.item.spread) return spreadNames(embed).map((name) => `${joined}.${quote(name)}`)
      return isToOne(embed.relationship) ? [`${joined}.*`] : [`${joined}.${joined}`]
    }),
  ]
  return texts.length === 0 ? "" : ` group by ${texts.join(", ")}`
}

function orderSql(branch: Branch, statement: Statement): string {
  const terms = branch.order.map((term) => termSql(term, branch, statement))
  return terms.length === 0 ? "" : ` order by ${terms.join(", ")}`
}

function termSql(
  { embed, field, direction, nulls }: OrderTerm,
  branch: Branch,
  statement: Statement,
): string {
  const host =
    embed === null ? branch : { ...embedNamed(branch, embed), alias: embedNamed(branch, embed).joined }
  const ways = `${direction ? ` ${direction}` : ""}${nulls ? ` nulls ${nulls}` : ""}`
  return `${fieldSql(field, host, statement)}${ways}`
}

function rangeSql({ limit, offset }: Branch): string {
  const most = Math.min(limit ?? largestAnswer, largestAnswer)
  return ` limit ${most}${offset > 0 ? ` offset ${offset}` : ""}`
}
