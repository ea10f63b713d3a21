import { type Condition, isFilter, parseFilter, parseLogic } from "./filter.ts"
import { type OrderTerm, parseOrder } from "./order.ts"
import { type Field, Scanner } from "./scanner.ts"
import { parseSelect, type SelectItem } from "./select.ts"

/** A parameter's value for the relation at `path`; an empty path is the relation in the URL. */
interface Placed<T> {
  path: readonly string[]
  value: T
}

/** The parsed query parameters. */
export interface Parameters {
  select: SelectItem[]
  conditions: Placed<Condition>[]
  orders: Placed<OrderTerm[]>[]
  limits: Placed<number>[]
  offsets: Placed<number>[]
  /** Columns that a change writes; null if the body determines them. */
  columns: string[] | null
  onConflict: string[] | null
}

const reserved = new Set(["select", "columns", "on_conflict"])
const endings = /(?:^|\.)(order|limit|offset|and|or)$/

/** Whether a parameter name is reserved, regardless of its value. */
function isReserved(name: string): boolean {
  return reserved.has(name) || endings.test(name)
}

/**
 * Parameters of a call by GET that are neither reserved nor filters, and those for which `names` returns that they are
 * arguments.
 */
export function argumentsIn(
  parameters: readonly [string, string][],
  names: ReadonlySet<string>,
): [string, string][] {
  return parameters.filter(([name, value]) => names.has(name) || (!isReserved(name) && !isFilter(value)))
}

/** Reads parameters in PostgREST's grammar. Throws PGRST100 for a syntax error. */
export function readParameters(given: readonly [string, string][]): Parameters {
  const read: Parameters = {
    select: [
      {
        kind: "column",
        field: { name: "*", path: [] },
        alias: null,
        cast: null,
        aggregate: null,
        aggregateCast: null,
      },
    ],
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: null,
    onConflict: null,
  }
  for (const [name, text] of given.filter(isFirst)) place(read, name, text)
  return read
}

/** Of parameters that may occur once, the first is used. */
function isFirst([name]: [string, string], index: number, all: readonly [string, string][]): boolean {
  return !reserved.has(name) || all.findIndex(([other]) => other === name) === index
}

function place(read: Parameters, name: string, text: string): void {
  if (name === "select") {
    const items = parseSelect(text)
    if (items.length > 0) read.select = items
  } else if (name === "columns") read.columns = parseNames(text, "columns parameter")
  else if (name === "on_conflict") read.onConflict = parseNames(text, "on_conflict parameter")
  else {
    const ending = endings.exec(name)?.[1]
    if (ending === undefined) {
      const { path, field } = parsePath(name)
      read.conditions.push({ path, value: parseFilter(field, text) })
      return
    }
    const before = name.slice(0, name.length - ending.length).replace(/\.$/, "")
    const names = before === "" ? [] : pathNames(before)
    if (ending === "and" || ending === "or") {
      const not = names.at(-1) === "not"
      read.conditions.push({ path: not ? names.slice(0, -1) : names, value: parseLogic(ending, not, text) })
    } else if (ending === "order") read.orders.push({ path: names, value: parseOrder(text) })
    else if (/^-?\d{1,15}$/.test(text)) {
      read[ending === "limit" ? "limits" : "offsets"].push({ path: names, value: Number(text) })
    }
  }
}

function parsePath(text: string): { path: string[]; field: Field } {
  const scan = new Scanner(text, "tree path")
  const names = [scan.name()]
  while (scan.take(".")) names.push(scan.name())
  const path = scan.jsonPath()
  if (!scan.done) scan.fail()
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? "", path } }
}

function pathNames(text: string): string[] {
  const { path, field } = parsePath(text)
  return [...path, field.name]
}

function parseNames(text: string, what: string): string[] {
  const scan = new Scanner(text, what)
  const names: string[] = []
  do {
    scan.match(/\s*/y)
    names.push(scan.name())
  } while (scan.take(","))
  if (!scan.done) scan.fail()
  return names
}
