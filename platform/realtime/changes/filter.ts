import { Refusal } from "../refusal.ts"

const operators = [
  "eq",
  "neq",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "like",
  "ilike",
  "is",
  "match",
  "imatch",
  "isdistinct",
] as const
export type Operator = (typeof operators)[number]

/** One condition on a column. The column and the value come from the client and are not checked yet. */
export interface Condition {
  column: string
  operator: Operator
  /** For `in`, a PostgreSQL array literal. */
  value: string
  negated: boolean
}

const mostConditions = 20

/**
 * Reads a filter: conditions separated by commas, all of which must hold, such as `id=eq.5,title=not.like.A%`. Values with
 * commas or parentheses are in double quotes. Throws MalformedFilter.
 */
export function readFilter(text: string): Condition[] {
  if (text.trim() === "") return []
  const parts = splitConditions(text)
  if (parts.length > mostConditions) throw malformed(`A filter has at most ${mostConditions} conditions`)
  return parts.map((part) => readCondition(part.trim()))
}

function readCondition(text: string): Condition {
  const [, column, not, operator, value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  if (column === undefined || operator === undefined || value === undefined)
    throw malformed(`"${text}" is not of the form column=operator.value`)
  if (!isOperator(operator)) throw malformed(`There is no operator "${operator}"`)
  return { column, operator, value: readValue(operator, value), negated: not !== undefined }
}

function readValue(operator: Operator, value: string): string {
  if (operator === "is") {
    if (!/^(null|true|false|unknown)$/.test(value)) throw malformed("is takes null, true, false or unknown")
    return value
  }
  if (operator !== "in") return unquote(value)
  const list = /^\((.*)\)$/s.exec(value)?.[1]
  if (list === undefined) throw malformed("The values of in are in parentheses")
  return `{${list}}`
}

/** A value in double quotes, in which a backslash escapes the next character. Other values are unchanged. */
function unquote(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1]
  return inner === undefined ? value : inner.replace(/\\(.)/gs, "$1")
}

/** Splits at commas outside parentheses and double quotes. */
function splitConditions(text: string): string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted) {
      if (character === "\\") at++
      else if (character === '"') quoted = false
    } else if (character === '"' && /[.(,]/.test(text[at - 1] ?? "")) quoted = true
    else if (character === "(") depth++
    else if (character === ")") depth = Math.max(0, depth - 1)
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text)
}

function malformed(message: string): Refusal {
  return new Refusal("MalformedFilter", message)
}
