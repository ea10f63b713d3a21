import type { Catalog } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { inputText } from "./input-text.ts"
import type { Seals } from "./seals.ts"

export interface BodyTarget {
  schema: string
  /** The table, or the function when `isRpc`. */
  name: string
  isRpc: boolean
}

/**
 * Arrays and objects within each other. Deep enough for any document; what PostgreSQL (max_stack_depth) and
 * JavaScript bear is a few thousand, and ends in an error that says nothing.
 */
const depthLimit = 200

/** Digits that lite would turn into a rounded number when it reads CSV or a form. */
const longDigits = /\d{16,}/g

/**
 * The body as lite shall see it: every value of a known column or argument sealed as PostgreSQL's input text.
 * Throws a DataError for text that is not JSON.
 */
export function sealBody(
  text: string,
  type: string,
  target: BodyTarget,
  catalog: Catalog,
  seals: Seals,
): string {
  if (text === "") return text
  if (isDeeperThan(text, depthLimit)) {
    throw new DataError(400, "PGRST102", `The body is nested more than ${depthLimit} levels deep`)
  }
  if (!/^\s*($|;|application\/(json|[\w.+-]+\+json))/i.test(type)) {
    return text.replace(longDigits, (digits) => seals.seal(digits))
  }
  let body: unknown
  try {
    body = seals.parseJson(text)
  } catch {
    throw new DataError(400, "PGRST102", "Empty or invalid json")
  }
  const types = target.isRpc ? argumentTypes(target, catalog) : columnTypes(target, catalog)
  const sealRow = (row: unknown) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return row
    // `__proto__` as a key must stay a key.
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const known = types.get(name)
        const input = known === undefined ? undefined : inputText(value, known, catalog, seals)
        return [name, typeof input === "string" ? seals.seal(input) : value]
      }),
    )
  }
  return JSON.stringify(Array.isArray(body) && !target.isRpc ? body.map(sealRow) : sealRow(body))
}

/** Counts brackets outside of JSON strings, without recursion. Escaped quotes of CSV end and begin a string: the same. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === "[" || token === "{") depth++
    else if (token === "]" || token === "}") depth--
    if (depth > limit) return true
  }
  return false
}

function columnTypes({ schema, name }: BodyTarget, catalog: Catalog): Map<string, string> {
  const columns = catalog.columns.filter((column) => column.table === name && column.schema === schema)
  return new Map(columns.map((column) => [column.name, fullType(column)]))
}

/** lite names an array column by its element; `pg_type` then carries the underscore of the array type. */
function fullType(column: Catalog["columns"][number]): string {
  const { type, pg_type } = column
  return pg_type?.startsWith("_") && !type.endsWith("[]") ? `${type}[]` : type
}

/** Argument names and types of every function of that name; overloads that disagree about a type leave it out. */
export function argumentTypes({ schema, name }: BodyTarget, catalog: Catalog): Map<string, string> {
  const types = new Map<string, string>()
  const disputed = new Set<string>()
  for (const candidate of catalog.functions ?? []) {
    if (candidate.schema !== schema || candidate.name !== name) continue
    candidate.arg_names.forEach((argument, index) => {
      // lite takes the values of a variadic argument one by one.
      if (candidate.has_variadic && index === candidate.arg_names.length - 1) return
      const type = candidate.arg_types[index] ?? "text"
      if ((types.get(argument) ?? type) !== type) disputed.add(argument)
      types.set(argument, type)
    })
  }
  for (const argument of disputed) types.delete(argument)
  return types
}
