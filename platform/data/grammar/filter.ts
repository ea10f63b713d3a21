import { type Field, Scanner } from "./scanner.ts"

/** `field=not.operator(quantifier).value`. */
export interface Filter {
  kind: "filter"
  field: Field
  not: boolean
  operator: string
  quantifier: "any" | "all" | null
  /** The text search configuration. */
  language: string | null
  /** A list for `in`. */
  value: string | readonly string[]
}

interface Logic {
  kind: "and" | "or"
  not: boolean
  parts: readonly Condition[]
}

export type Condition = Filter | Logic

const quantifiable = "eq|gte|gt|lte|lt|like|ilike|match|imatch"
const operators = `${quantifiable}|neq|in|is|isdistinct|fts|plfts|phfts|wfts|cs|cd|ov|sl|sr|nxr|nxl|adj`
const operator = new RegExp(
  `(?:(${quantifiable})\\((any|all)\\)|(fts|plfts|phfts|wfts)\\(([\\w .-]+)\\)|(${operators}))\\.`,
  "y",
)
const filterLike = new RegExp(`^(not\\.)?${operator.source}`)
/** The maximum nesting of conditions. PostgREST has no limit, but PostgreSQL's stack does. */
const depthLimit = 50
const words = new Set(["null", "not_null", "true", "false", "unknown"])

/** Whether a value is a filter, as opposed to a function argument. */
export function isFilter(value: string): boolean {
  return filterLike.test(value)
}

/** Parses the filter of a parameter; `text` is the part after the equals sign. */
export function parseFilter(field: Field, text: string): Filter {
  return condition(new Scanner(text, "filter"), field, false)
}

/** `(a.eq.1,or(b.eq.2,c.eq.3))` as the value of a parameter named and, or, not.and or not.or. */
export function parseLogic(kind: Logic["kind"], not: boolean, text: string): Logic {
  const scan = new Scanner(text, "logic tree")
  const parts = logicParts(scan, 1)
  if (!scan.done) scan.fail()
  return { kind, not, parts }
}

function logicParts(scan: Scanner, depth: number): Condition[] {
  if (depth > depthLimit) scan.fail()
  scan.expect("(")
  const parts: Condition[] = []
  do {
    scan.match(/\s*/y)
    const nested = scan.match(/(not\.)?(and|or)(?=\()/y)
    if (nested) {
      const kind = nested[2] as Logic["kind"]
      parts.push({ kind, not: nested[1] !== undefined, parts: logicParts(scan, depth + 1) })
    } else {
      const field = scan.field()
      scan.expect(".")
      parts.push(condition(scan, field, true))
    }
    scan.match(/\s*/y)
  } while (scan.take(","))
  scan.expect(")")
  return parts
}

function condition(scan: Scanner, field: Field, inLogic: boolean): Filter {
  const not = scan.take("not.")
  const found = scan.match(operator)
  if (!found) scan.fail()
  const name = found[1] ?? found[3] ?? found[5] ?? ""
  const base = {
    kind: "filter" as const,
    field,
    not,
    operator: name,
    quantifier: (found[2] ?? null) as Filter["quantifier"],
    language: found[4] ?? null,
  }
  if (name === "in") {
    const value = list(scan)
    if (!inLogic && !scan.done) scan.fail()
    return { ...base, value }
  }
  const start = scan.at
  const value = inLogic ? valueInLogic(scan) : rest(scan)
  if (name !== "is") return { ...base, value }
  if (words.has(value.toLowerCase())) return { ...base, value: value.toLowerCase() }
  scan.at = start
  return scan.fail()
}

function rest(scan: Scanner): string {
  const value = scan.text.slice(scan.at)
  scan.at = scan.text.length
  return value
}

/** A quoted value, an array in braces, or everything before the next comma or parenthesis. */
function valueInLogic(scan: Scanner): string {
  const start = scan.at
  const inQuotes = scan.quoted()
  if (inQuotes !== null && (scan.done || scan.peek(",") || scan.peek(")"))) return inQuotes
  scan.at = start
  return scan.matched(/\{[^{}]*\}(?=[,)])/y) || scan.matched(/[^,)]*/y)
}

/** A value ends at a quote before a comma or the end, because the client (2.119) does not escape inner quotes. */
const listed = /"((?:[^\\]|\\[\s\S])*?)"(?=[,)])/y

/** `(a,"b,c",d)`. */
function list(scan: Scanner): string[] {
  scan.expect("(")
  const values: string[] = []
  do {
    const [, inQuotes] = scan.match(listed) ?? []
    values.push(inQuotes?.replace(/\\([\s\S])/g, "$1") ?? scan.matched(/[^,)]*/y))
  } while (scan.take(","))
  scan.expect(")")
  return values.length === 1 && values[0] === "" ? [] : values
}
