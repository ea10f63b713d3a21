import type { Condition, Filter } from "../grammar/filter.ts"
import type { Field } from "../grammar/scanner.ts"
import { isToOne } from "../relationships.ts"
import { type Branch, embedNamed } from "../tree.ts"
import { arrayText, quote, type Statement } from "./statement.ts"

const signs: Record<string, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  isdistinct: "is distinct from",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
}
const searches: Record<string, string> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
}
const isWords: Record<string, string> = {
  null: "null",
  not_null: "not null",
  true: "true",
  false: "false",
  unknown: "unknown",
}

/** A column of a branch, or a path into a json column. */
export function fieldSql({ name, path }: Field, { alias, relation }: Branch, statement: Statement): string {
  const column = name === "*" ? `${quote(alias)}.*` : `${quote(alias)}.${quote(name)}`
  if (path.length === 0) return column
  const base = relation?.columns.get(name)?.base
  const steps = path.map(
    ({ arrow, key, isIndex }) => `${arrow}${isIndex ? key : `${statement.place(key)}::text`}`,
  )
  return `(${base === "json" || base === "jsonb" ? column : `to_jsonb(${column})`}${steps.join("")})`
}

/** A condition of a branch, in parentheses where it needs them. */
export function conditionSql(condition: Condition, branch: Branch, statement: Statement): string {
  if (condition.kind !== "filter") {
    const parts = condition.parts.map((part) => conditionSql(part, branch, statement))
    return `${condition.not ? "not " : ""}(${parts.join(` ${condition.kind} `)})`
  }
  const text = embedFilterSql(condition, branch) ?? filterSql(condition, branch, statement)
  return condition.not ? `not (${text})` : text
}

/** `embed=is.null`: whether there are embedded rows. Null for filters of columns. */
function embedFilterSql({ field, operator, value }: Filter, branch: Branch): string | null {
  if (field.path.length > 0 || operator !== "is" || branch.relation?.columns.has(field.name)) return null
  if (!branch.embeds.some(({ item }) => (item.alias ?? item.name) === field.name)) return null
  const { joined, relationship } = embedNamed(branch, field.name)
  const rows = isToOne(relationship) ? quote(joined) : `${quote(joined)}.${quote(joined)}`
  return `${rows} ${value === "null" ? "is not distinct from" : "is distinct from"} null`
}

function filterSql(filter: Filter, branch: Branch, statement: Statement): string {
  const { operator, quantifier, language, value } = filter
  const field = fieldSql(filter.field, branch, statement)
  if (typeof value !== "string") return `${field} = any (${statement.place(arrayText(value))})`
  if (operator === "is") return `${field} is ${isWords[value]}`
  const search = searches[operator]
  if (search) {
    const config = language === null ? "" : `${statement.place(language)}::regconfig, `
    const words = `${search}(${config}${statement.place(value)}::text)`
    const isVector =
      filter.field.path.length === 0 && branch.relation?.columns.get(filter.field.name)?.base === "tsvector"
    return `${isVector ? field : `to_tsvector(${config}${field})`} @@ ${words}`
  }
  const pattern = /^i?like$/.test(operator) ? value.replaceAll("*", "%") : value
  const right = statement.place(pattern)
  return `${field} ${signs[operator]} ${quantifier ? `${quantifier} (${right})` : right}`
}
