import type { Claims } from "../gateway/contract.ts"
import { type Catalog, named, relationsOf } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { nearest } from "./nearest.ts"

export interface DataCall {
  /** Verified claims; `role` is the database role of the request. */
  claims: Claims & { role: string }
}

/** The target of a request, from its URL. */
export interface Target {
  schema: string
  /** The table or function. */
  name: string
  isCall: boolean
  /** Without the API key. */
  parameters: [string, string][]
}

const base = "/rest/v1"
const tableMethods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"])
const callMethods = new Set(["GET", "HEAD", "POST"])
/** The maximum length of a query string, in characters. */
const queryLimit = 16_000
const credentials = new Set(["authorization", "apikey", "cookie", "proxy-authorization"])

export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD"
}

/** Parses path, profile and query. Throws PostgREST's error for a target that does not exist. */
export function readTarget(request: Request, schemas: readonly string[]): Target {
  const { pathname, search } = new URL(request.url)
  if (search.length > queryLimit) throw new DataError(414, "PGRST100", "The query string is too long")
  const parameters = [...new URLSearchParams(search)].filter(([name]) => name !== "apikey")
  if (parameters.flat().some((text) => text.includes("\0"))) {
    throw new DataError(400, "PGRST100", "PostgreSQL's texts cannot hold a null character")
  }
  const { name, isCall } = readPath(pathname)
  const schema = readProfile(request, schemas)
  const { method } = request
  if (isCall && !callMethods.has(method)) {
    throw new DataError(405, "PGRST101", `Cannot use the ${method} method on RPC`)
  }
  if (!isCall && !tableMethods.has(method)) {
    throw new DataError(405, "PGRST117", `Unsupported HTTP method: ${method}`)
  }
  return { schema, name, isCall, parameters }
}

function readPath(pathname: string): { name: string; isCall: boolean } {
  const parts = decodePath(pathname.slice(base.length))
    .replace(/^\/+|\/+$/g, "")
    .split("/")
  const [first, second] = parts
  const isCall = first === "rpc" && parts.length === 2
  const name = isCall ? second : parts.length === 1 ? first : undefined
  if (name === "") throw new DataError(501, "PGRSTX01", "This server does not describe itself in OpenAPI")
  if (name === undefined || name.includes("\0")) {
    throw new DataError(404, "PGRST125", "Invalid path specified in request URL")
  }
  return { name, isCall }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new DataError(400, "PGRST125", "Invalid path specified in request URL")
  }
}

/** The schema of a request: from the profile header for its method, otherwise the first exposed one. */
function readProfile(request: Request, schemas: readonly string[]): string {
  const wanted = request.headers.get(isRead(request) ? "accept-profile" : "content-profile")
  const schema = wanted ?? schemas[0] ?? "public"
  if (schemas.includes(schema)) return schema
  throw new DataError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(", ")}`,
  })
}

/** The relation of a request. Throws PGRST205 with the most similar name if the schema does not have it. */
export function relationNamed(catalog: Catalog, { schema, name }: Target) {
  const relation = catalog.relations.get(named(schema, name))
  // A dot in a name could be mistaken for the one between schema and table.
  if (relation?.schema === schema) return relation
  const names = relationsOf(catalog, schema).map((one) => one.name)
  const similar = nearest(name, names)
  throw new DataError(404, "PGRST205", `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: similar ? `Perhaps you meant the table '${schema}.${similar}'` : null,
  })
}

/** The headers that SQL functions may read. */
export function visibleHeaders(headers: Headers): Record<string, string> {
  const visible: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (!credentials.has(name)) visible[name] = value
  })
  return visible
}
