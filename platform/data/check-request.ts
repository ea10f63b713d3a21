import type { Claims } from "../gateway/contract.ts"
import { argumentTypes, type BodyTarget, sealBody } from "./body-values.ts"
import { type Catalog, isLarge } from "./catalog.ts"
import { checkEmbeds } from "./embeds.ts"
import { DataError } from "./errors.ts"
import { nearest } from "./nearest.ts"
import { planWished } from "./plan.ts"
import { sealQuery } from "./query-values.ts"
import { type DataRequest, preferences, visibleHeaders } from "./request.ts"
import type { Seals } from "./seals.ts"

export interface DataCall {
  /** Verified claims; `role` is the database role of the request. */
  claims: Claims & { role: string }
}

interface Surroundings {
  /** Whether plans of queries are shown. */
  plans: boolean
  catalog: Catalog
  schemas: readonly string[]
  seals: Seals
}

const base = "/rest/v1"
const tableMethods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"])
const rpcMethods = new Set(["GET", "HEAD", "POST"])
/** Longest filter or select that is read, in characters; lite's parser is recursive. */
const queryLimit = 16_000

/**
 * What is decided before lite sees a request: path, schema, relation, preferences and the digits of the body.
 * Throws a DataError with PostgREST's answer.
 */
export async function checkRequest(
  request: Request,
  call: DataCall,
  { catalog, schemas, seals, plans }: Surroundings,
): Promise<{ forLite: Request; context: DataRequest }> {
  const { method } = request
  const url = new URL(request.url)
  url.searchParams.delete("apikey")
  if (url.search.length > queryLimit) throw new DataError(414, "PGRST100", "The query string is too long")
  if ([...url.searchParams].flat().some((text) => text.includes("\0"))) {
    throw new DataError(400, "PGRST100", "PostgreSQL's texts cannot hold a null character")
  }
  const { name, isRpc } = routeOf(url)
  const schema = schemaOf(request, schemas)
  if (!(isRpc ? rpcMethods : tableMethods).has(method)) {
    throw isRpc
      ? new DataError(405, "PGRST101", `Cannot use the ${method} method on RPC`)
      : new DataError(405, "PGRST117", `Unsupported HTTP method: ${method}`)
  }
  if (!isRpc) requireRelation(catalog, schema, name)
  const prefer = preferences(request.headers.get("prefer"))
  const timezone = prefer.get("timezone")
  const countedInFull = prefer.get("count") === "estimated" && (isRpc || !isLarge(catalog, schema, name))
  const wish = plans ? planWished(request.headers.get("accept")) : null
  const limit = prefer.get("max-affected") ?? ""
  const context: DataRequest = {
    claims: { ...call.claims },
    prefer: request.headers.get("prefer") ?? "",
    countedInFull,
    ...(wish && { plan: { wish } }),
    ...(isRpc &&
      prefer.get("handling") === "strict" &&
      /^\d{1,9}$/.test(limit) && { maxAffected: Number(limit) }),
    method,
    path: isRpc ? `/rpc/${name}` : `/${name}`,
    schema,
    headers: visibleHeaders(request.headers),
    // What a plan with `analyze` changes is not kept.
    rollback: wish !== null || prefer.get("tx") === "rollback",
    ...(timezone && catalog.timezones?.includes(timezone) && { timezone }),
  }
  const isGet = method === "GET" || method === "HEAD"
  const headers = new Headers(request.headers)
  headers.delete("authorization")
  // Any key will do: lite's resolver answers with the verified claims. It wants one, and no browser's name beside it.
  headers.set("apikey", "verified")
  if (wish) headers.set("accept", wish.for)
  headers.delete("user-agent")
  headers.delete("content-length")
  // PostgREST's estimate is exact up to its largest answer; lite's is the planner's guess, for a new table 1,200.
  if (countedInFull) headers.set("prefer", context.prefer.replace("count=estimated", "count=exact"))
  // Nothing comes back from a change unless it is asked for; lite would send every row, and need the right to read it.
  if (!isRpc && !isGet && !prefer.has("return")) headers.append("prefer", "return=minimal")
  // Always both, and the one that was checked: lite puts the schema before every relation only when it is told, and
  // it reads Content-Profile for a GET too.
  headers.set("accept-profile", schema)
  headers.set("content-profile", schema)
  const target = { schema, name, isRpc }
  const args = isRpc && isGet ? new Set(argumentTypes(target, catalog).keys()) : new Set<string>()
  checkEmbeds(url.searchParams, { ...target, catalog }, args)
  url.search = sealQuery(url.searchParams, args, seals).toString()
  const body = isGet ? undefined : await bodyOf(request, target, catalog, seals)
  // lite takes the arguments of a function from the address for GET only; the body is dropped on the way out.
  const liteMethod = isRpc && method === "HEAD" ? "GET" : method
  return {
    forLite: new Request(url, { method: liteMethod, headers, ...(body !== undefined && { body }) }),
    context,
  }
}

function routeOf(url: URL): { name: string; isRpc: boolean } {
  const parts = decodePath(url.pathname.slice(base.length))
    .replace(/^\/+|\/+$/g, "")
    .split("/")
  const [first, second] = parts
  const isRpc = first === "rpc" && parts.length === 2
  const name = isRpc ? second : parts.length === 1 ? first : undefined
  if (name === "") {
    throw new DataError(501, "PGRSTX01", "This server does not describe itself in OpenAPI")
  }
  if (name === undefined || name.includes("\0")) {
    throw new DataError(404, "PGRST125", "Invalid path specified in request URL")
  }
  return { name, isRpc }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new DataError(400, "PGRST125", "Invalid path specified in request URL")
  }
}

function schemaOf(request: Request, schemas: readonly string[]): string {
  const reads = request.method === "GET" || request.method === "HEAD"
  const wanted = request.headers.get(reads ? "accept-profile" : "content-profile")
  const schema = wanted ?? schemas[0] ?? "public"
  if (schemas.includes(schema)) return schema
  throw new DataError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(", ")}`,
  })
}

function requireRelation(catalog: Catalog, schema: string, name: string): void {
  const relations = [...catalog.tables, ...catalog.views].filter((relation) => relation.schema === schema)
  if (relations.some((relation) => relation.name === name)) return
  const similar = nearest(
    name,
    relations.map((relation) => relation.name),
  )
  throw new DataError(404, "PGRST205", `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: similar ? `Perhaps you meant the table '${schema}.${similar}'` : null,
  })
}

async function bodyOf(
  request: Request,
  target: BodyTarget,
  catalog: Catalog,
  seals: Seals,
): Promise<string | undefined> {
  if (!request.body) return undefined
  const text = utf8(await request.arrayBuffer())
  return sealBody(text, request.headers.get("content-type") ?? "", target, catalog, seals)
}

function utf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new DataError(400, "PGRST102", "The body is not valid UTF-8")
  }
}
