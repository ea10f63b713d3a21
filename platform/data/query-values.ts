import { DataError } from "./errors.ts"
import type { Seals } from "./seals.ts"

/** Query parameters that are not filters (https://docs.postgrest.org/en/stable/references/api/url_grammar.html). */
const reserved = new Set(["select", "order", "limit", "offset", "on_conflict", "columns"])
const notFilters = /(^|\.)(order|limit|offset)$/
/** Operators with one value, taken literally. */
const plain =
  /^(eq|neq|gte?|lte?|match|imatch|isdistinct|(?:fts|plfts|phfts|wfts)(?:\([^()]*\))?|cs|cd|ov|s[lr]|nx[rl]|adj)$/
const pattern = /^i?like$/
/** Those that lite takes for `=` when they compare what lies within a json column. */
const wrongOnPaths = /^(i?match|isdistinct|(?:pl|ph|w)?fts|ov|s[lr]|nx[rl]|adj)(\(|$)|\((any|all)\)$/
const quantified = /^(eq|neq|gte?|lte?|match|imatch|i?like)\((any|all)\)$/

/**
 * Seals the value of every filter in the query string, so that PostgreSQL compares with the text that the caller
 * wrote. Names, operators and structure stay for lite to judge. `args` are the arguments of the called function.
 */
export function sealQuery(params: URLSearchParams, args: ReadonlySet<string>, seals: Seals): URLSearchParams {
  const { seal } = seals
  const result = new URLSearchParams()
  for (const [key, value] of params) {
    if (args.has(key)) result.append(key, seal(value))
    else if (reserved.has(key) || notFilters.test(key)) result.append(key, value)
    else if (/(^|\.)(and|or)$/.test(key)) result.append(key, sealTree(value, seal))
    else result.append(key, sealFilter(value, seal, undefined, key))
  }
  return result
}

type Seal = (text: string) => string

/** `not.eq.5`, `in.(1,2)`, `like(any).{a*,b*}`: operator, then value. */
function sealFilter(
  filter: string,
  seal: Seal,
  unquote: (text: string) => string = (text) => text,
  column = "",
): string {
  const parts = /^((?:not\.)?)((?:[a-z]+)(?:\([^()]*\))?)\.([\s\S]*)$/.exec(filter)
  if (!parts) return filter
  const [, not = "", operator = "", value = ""] = parts
  if (column.includes("->") && wrongOnPaths.test(operator)) {
    throw new DataError(400, "PGRST127", "Feature not implemented", {
      details: `The operator ${operator} within a json column`,
    })
  }
  const rebuilt = (sealedValue: string) => `${not}${operator}.${sealedValue}`
  if (plain.test(operator)) return rebuilt(seal(unquote(value)))
  if (pattern.test(operator)) return rebuilt(seal(wildcards(unquote(value))))
  const list = /^(?:\(([\s\S]*)\)|\{([\s\S]*)\})$/.exec(value)
  const inner = list?.[1] ?? list?.[2]
  if (inner === undefined || inner === "") return filter
  if (operator === "in" && value.startsWith("(")) return rebuilt(`(${items(inner).map(seal).join(",")})`)
  if (quantified.test(operator) && (value.startsWith("{") || operator.includes("like"))) {
    const words = items(inner).map((item) => seal(operator.includes("like") ? wildcards(item) : item))
    return rebuilt(`{${words.join(",")}}`)
  }
  return filter
}

/** `(a.eq.1,or(b.lt.2,c.in.(3,4)))` with every value sealed. */
function sealTree(tree: string, seal: Seal): string {
  const inner = /^\(([\s\S]*)\)$/.exec(tree)?.[1]
  if (inner === undefined) return tree
  return `(${split(inner)
    .map((branch) => sealBranch(branch, seal))
    .join(",")})`
}

function sealBranch(branch: string, seal: Seal): string {
  const nested = /^\s*((?:not\.)?(?:and|or))\s*(\([\s\S]*\))\s*$/.exec(branch)
  if (nested) return `${nested[1]}${sealTree(nested[2] ?? "", seal)}`
  const [, column, filter] = /^\s*((?:"(?:[^"\\]|\\.)*"|[^".])+)\.([\s\S]*?)\s*$/.exec(branch) ?? []
  return column === undefined || filter === undefined
    ? branch
    : `${column}.${sealFilter(filter, seal, unquoteOnce, column)}`
}

/** Parts between commas that stand outside quotes, parentheses and braces. */
function split(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') at = closingQuote(text, at)
    else if (letter === "(" || letter === "{") depth++
    else if (letter === ")" || letter === "}") depth--
    else if (letter === "," && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

/** Values of a list: quoted ones lose their quotes and escapes. */
function items(text: string): string[] {
  const found: string[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"' && text.slice(start, at).trim() === "") at = closingQuote(text, at)
    else if (at === text.length || text[at] === ",") {
      found.push(unquoteOnce(text.slice(start, at)))
      start = at + 1
    }
  }
  return found
}

/** Position of the quote that ends the one at `from`, or of the last letter when there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === '"') return at
  }
  return text.length - 1
}

function unquoteOnce(text: string): string {
  const inner = /^\s*"([\s\S]*)"\s*$/.exec(text)?.[1]
  return inner === undefined ? text : inner.replace(/\\([\s\S])/g, "$1")
}

/** `*` stands for `%`, which would have to be escaped in an address. */
function wildcards(value: string): string {
  return value.replaceAll("*", "%")
}
