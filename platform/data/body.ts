import { DataError } from "./errors.ts"

/** A body whose rows PostgreSQL parses as json. */
interface RowsBody {
  /** A JSON text. */
  json: string
  /** Column names of the first row. */
  names: string[]
  rows: number
  isList: boolean
}

/**
 * The maximum nesting of arrays and objects. Deep enough for any document; PostgreSQL (max_stack_depth) and JavaScript
 * support a few thousand levels, and fail with an unclear error beyond.
 */
const depthLimit = 200

/** Reads a body as text. Throws PGRST102 for bytes that are not UTF-8. */
export async function bodyText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer()
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw unreadable("The body is not valid UTF-8")
  }
}

/** Reads a body as PostgreSQL reads a bytea. */
export async function bodyBytes(request: Request): Promise<string> {
  return `\\x${Buffer.from(await request.arrayBuffer()).toString("hex")}`
}

export type BodyType = "json" | "csv" | "form" | "text" | "bytes" | "xml"

/** The format named by the Content-Type header; null for an unsupported one. */
export function bodyType(header: string | null): BodyType | null {
  const type = (header ?? "").replace(/;.*/, "").trim().toLowerCase()
  if (type === "" || /^application\/([\w.+-]+\+)?json$/.test(type)) return "json"
  if (type === "text/csv") return "csv"
  if (type === "application/x-www-form-urlencoded") return "form"
  if (type === "text/plain") return "text"
  if (type === "application/octet-stream") return "bytes"
  return type === "text/xml" ? "xml" : null
}

/** Parses JSON text; throws PGRST102. Numbers keep their digits, for PostgreSQL to parse. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, depthLimit))
    throw unreadable(`The body is nested more than ${depthLimit} levels deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable("Empty or invalid json")
  }
}

/** The rows of a change. `anyNames`: rows may have different columns, because the request names the ones to use. */
export function readRows(text: string, type: BodyType | null, anyNames: boolean): RowsBody {
  if (type === "csv") return rowsOf(JSON.stringify(parseCsv(text)), anyNames)
  if (type === "form") return rowsOf(JSON.stringify(Object.fromEntries(new URLSearchParams(text))), anyNames)
  if (type !== "json") throw unreadable("Content-Type not acceptable: the body must be JSON, CSV or a form")
  return rowsOf(text, anyNames)
}

function rowsOf(json: string, anyNames: boolean): RowsBody {
  const value = parseJson(json)
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject)) throw unreadable("All object keys must match")
  const names = Object.keys(rows[0] ?? {})
  const known = new Set(names)
  const same = (row: object) => {
    const own = Object.keys(row)
    return own.length === names.length && own.every((name) => known.has(name))
  }
  if (!anyNames && !rows.every(same)) throw unreadable("All object keys must match")
  return { json, names, rows: rows.length, isList: Array.isArray(value) }
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Rows with the column names from the first line. */
function parseCsv(text: string): Record<string, string | null | undefined>[] {
  const [names = [], ...lines] = csvLines(text)
  return lines.map((line) => {
    if (line.length !== names.length) throw unreadable("All lines must have same number of fields")
    return Object.fromEntries(names.map((name, index) => [name ?? "NULL", line[index]]))
  })
}

/** The cells of each nonempty line; an unquoted NULL is a null value. */
function csvLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  let line: (string | null)[] = []
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) throw unreadable("The CSV cannot be read")
    const [, inQuotes, plain = "", end] = found
    line.push(inQuotes?.replaceAll('""', '"') ?? (plain === "NULL" ? null : plain))
    if (end === ",") {
      if (cell.lastIndex < text.length) continue
      line.push("")
    }
    lines.push(line)
    line = []
  }
  return lines.filter((line) => line.length > 1 || line[0] !== "")
}

function unreadable(message: string): DataError {
  return new DataError(400, "PGRST102", message)
}

/** Counts brackets outside JSON strings, without recursion. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === "[" || token === "{") depth++
    else if (token === "]" || token === "}") depth--
    if (depth > limit) return true
  }
  return false
}
